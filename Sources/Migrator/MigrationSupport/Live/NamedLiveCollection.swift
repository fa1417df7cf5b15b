package import DatasyncLegacy

/// A live collection with string events, whose models are snapshots of the new dialect.
///
/// ```swift
/// let users = node.namedLiveCollection(pageSize: 10)
/// users.on("dataUpdated") { print(users.models.count, users.hasMore) }
/// ```
public final class NamedLiveCollection<Model: Sendable>: NamedLiveData {
    /// The source of the events.
    public let source: NamedLiveSource<Model>
    private let legacy: LiveCollection

    package init(_ legacy: LiveCollection, _ model: @escaping @Sendable (DataSnapshot) -> Model) {
        self.legacy = legacy
        source = NamedLiveSource(emitter: legacy, model: model)
    }

    /// The children of the loaded pages, in the order of the collection.
    public var models: [Model] { legacy.models.map(source.model) }

    /// Whether the node has more children than ``models``; `false` until the first page has loaded.
    public var hasMore: Bool { legacy.hasMore }

    /// Loads one more page, or retries the failed request after an error.
    ///
    /// No effect while a page is loading or when there are no more children.
    public func nextPage() { legacy.nextPage() }

    /// Reduces the collection to its first page and abandons a page that is loading.
    public func resetPage() { legacy.resetPage() }
}
