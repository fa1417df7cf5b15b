import DatasyncBackend
import DatasyncClient
package import DatasyncWire

/// A link to a back end in the same process that sends every message in its text form, as a network does.
package struct TextLoopback: Link {
    private let backend: any Link

    package init(to backend: any Link) { self.backend = backend }

    package func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        TransportLink(LinkTransport(Bypass(link: backend, receive: receive))).open(receive)
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
