package import DatasyncLegacy

/// A live object with string events, whose model is a snapshot of the new dialect.
///
/// ```swift
/// let user = node.namedLiveObject()
/// user.on("dataUpdated") { print(user.dataStatus) }
/// ```
public final class NamedLiveObject<Model: Sendable>: NamedLiveData {
    /// The source of the events.
    public let source: NamedLiveSource<Model>
    private let legacy: LiveObject

    package init(_ legacy: LiveObject, _ model: @escaping @Sendable (DataSnapshot) -> Model) {
        self.legacy = legacy
        source = NamedLiveSource(emitter: legacy, model: model)
    }

    /// The current value; `nil` if the node is empty or its value is not known yet.
    public var model: Model? { legacy.model.map(source.model) }
}

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
    /// No effect while a page is loading, or when there are no more children.
    public func nextPage() { legacy.nextPage() }

    /// Reduces the collection to its first page, and abandons a page that is loading.
    public func resetPage() { legacy.resetPage() }
}
