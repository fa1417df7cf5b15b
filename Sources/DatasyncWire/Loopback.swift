/// Joins a client with a back end in one process: by value, or through the text that a network would carry.
package struct Loopback: Link {
    private let link: any Link

    package init(to backend: any Link, throughText: Bool) {
        link = throughText ? TransportLink(LinkTransport(backend)) : backend
    }

    package func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection { link.open(receive) }
}
