/// A link to a back end in the same process, by value or through the text form of messages.
package struct Loopback: Link {
    private let backend: any Link
    private let goesThroughText: Bool

    package init(to backend: any Link, throughText: Bool) {
        self.backend = backend
        goesThroughText = throughText
    }

    package func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        guard goesThroughText else { return backend.open(receive) }
        return TransportLink(LinkTransport(Bypass(link: backend, receive: receive))).open(receive)
    }

    /// A link that delivers `available` directly, because the text form cannot carry it.
    private struct Bypass: Link {
        let link: any Link
        let receive: @Sendable (LinkEvent) -> Void

        func open(_ carried: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
            link.open { event in
                if case .available = event { receive(event) } else { carried(event) }
            }
        }
    }
}
