#if Server
    /// A use of a namespace, by a session, a stream or a request; the namespace stays loaded until it is released.
    final class NamespaceUse: Sendable {
        typealias Item = NamespaceStates<ServedNamespace>.Item

        let item: Item
        private let end: @Sendable (Item) -> Void

        init(_ item: Item, end: @escaping @Sendable (Item) -> Void) {
            self.item = item
            self.end = end
        }

        deinit { end(item) }

        var namespace: ServedNamespace { item.served }
    }
#endif
