public import DatasyncClient
public import DatasyncLive
import DatasyncTree
public import Dispatch
public import Observation

/// The decoded value of a node, kept up to date for user interfaces.
///
/// ```swift
/// let user = node.liveObject(as: User.self)
/// for await update in user.updates {
///     print(update.model?.name ?? "unnamed", update.dataStatus)
/// }
/// ```
///
/// A new object immediately has the value that the client already knows, from an active subscription or the cache. It then
/// follows the node until ``dispose()``, or until it is released and no iterator of its updates remains. It is observable:
/// a change of a property notifies the code that read it.
public final class DatasyncLiveObject<Model: Decodable & Sendable>: Observable, Sendable {
    private let source: LiveController<Model>
    private let registrar = LiveRegistrar()

    init(_ node: DatasyncNode, queue: DispatchQueue?) {
        let (location, application) = (node.requiringManager, node.application)
        let decoder = ModelDecoder<Model>(location: location, application: application)
        source = LiveController(
            location, queue: queue ?? node.callbackQueue,
            publishing: { [registrar] in registrar.publish($0, $1) },
            decoding: { record in decoder.model(of: record.node) })
        source.begin()
    }

    /// All properties as one value.
    public var state: DatasyncLiveUpdate<Model> { published(.data, .loadingStatus, .dataStatus, .error) }

    private func published(_ parts: LiveChange...) -> DatasyncLiveUpdate<Model> {
        registrar.access(parts)
        return source.published
    }

    /// The value; `nil` when the node has no data, or the value is not known or cannot be decoded.
    public var model: Model? { published(.data).model }

    /// The progress of the request to the back end.
    public var loadingStatus: LoadingStatus { published(.loadingStatus).loadingStatus }

    /// The status of the data: missing, local, fresh or in error.
    public var dataStatus: DataStatus { published(.dataStatus).dataStatus }

    /// The current error, or `nil`.
    public var error: WebcomError? { published(.error).error }

    /// The changes as a sequence, starting with the current state; each iterator observes separately.
    public var updates: DatasyncLiveUpdates<DatasyncLiveUpdate<Model>> { DatasyncLiveUpdates(of: source) }

    /// Ends the object: cancels its subscription and ends its sequences of updates.
    ///
    /// Both statuses become `error`, and the model becomes `nil`.
    public func dispose() { source.dispose() }
}

/// The first children of a node, decoded page by page and kept up to date for user interfaces.
///
/// ```swift
/// let contacts = node.liveCollection(of: Contact.self)
/// for await page in contacts.updates {
///     print(page.models.map(\.model.name), page.hasMore ? "more" : "")
/// }
/// ```
///
/// It subscribes to the children of the loaded pages and one more, never to the whole list. It is observable: a change
/// of a property notifies the code that read it.
public final class DatasyncLiveCollection<Model: Decodable & Sendable>: Observable, Sendable {
    private let source: LiveController<DatasyncList<DatasyncLiveItem<Model>>>
    private let registrar = LiveRegistrar()

    init(_ node: DatasyncNode, pageSize: Int, order: WebcomOrder, queue: DispatchQueue?) {
        let (location, application) = (node.requiringManager, node.application)
        let decoder = RowDecoder<Model>(location: location, application: application, order: order.checked)
        source = LiveController(
            location, pageSize: pageSize, order: order, queue: queue ?? node.callbackQueue,
            publishing: { [registrar] in registrar.publish($0, $1) },
            decoding: { record in decoder.rows(of: record.node) })
        source.begin()
    }

    /// All properties as one value.
    public var state: DatasyncLivePage<Model> { published(.data, .loadingStatus, .dataStatus, .hasMore, .error) }

    private func published(_ parts: LiveChange...) -> DatasyncLivePage<Model> {
        registrar.access(parts)
        return source.published
    }

    /// The children of the loaded pages, in the order of the collection.
    ///
    /// The list shares its unchanged parts with earlier ones: use it instead of ``models`` for thousands of children.
    /// Children that cannot be decoded are left out; ``error`` reports the one with the lowest key.
    public var items: DatasyncList<DatasyncLiveItem<Model>> { published(.data).items }

    /// The same children as a new array: each read copies all of them.
    public var models: [DatasyncLiveItem<Model>] { published(.data).models }

    /// Whether the node has more children than the loaded pages; `false` until the first page is loaded.
    public var hasMore: Bool { published(.hasMore).hasMore }

    /// The progress of the request to the back end.
    public var loadingStatus: LoadingStatus { published(.loadingStatus).loadingStatus }

    /// The status of the data: missing, local, fresh or in error.
    public var dataStatus: DataStatus { published(.dataStatus).dataStatus }

    /// The current error, or `nil`.
    public var error: WebcomError? { published(.error).error }

    /// The changes as a sequence, starting with the current state; each iterator observes separately.
    public var updates: DatasyncLiveUpdates<DatasyncLivePage<Model>> { DatasyncLiveUpdates(of: source) }

    /// Loads one more page, or retries after an error.
    ///
    /// No effect if there are no more children or a page is being loaded.
    public func nextPage() { source.nextPage() }

    /// Reduces the collection to its first page.
    public func resetPage() { source.resetPage() }

    /// Ends the collection: cancels its subscriptions and ends its sequences of updates.
    ///
    /// Both statuses become `error`, and the models become empty.
    public func dispose() { source.dispose() }
}

extension DatasyncLiveObject: CustomStringConvertible {
    /// The path and both statuses; reading it is not tracked by Observation.
    public var description: String { "DatasyncLiveObject(\(source.location), \(source.published.summary))" }
}

extension DatasyncLiveCollection: CustomStringConvertible {
    /// The path, both statuses, and whether there are more children; not tracked by Observation.
    public var description: String { "DatasyncLiveCollection(\(source.location), \(source.published.summary))" }
}

extension DatasyncNode {
    /// Returns a live object of the node.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - queue: The queue on which the properties change; `nil` means the manager's callback queue, or else the application's
    ///     default queue.
    /// - Returns: The object. It is active until it is released and no iterator of its updates remains; it does not depend on
    ///   the lifetime of the manager.
    public func liveObject<Model: Decodable & Sendable>(
        as type: Model.Type, queue: DispatchQueue? = .main
    ) -> DatasyncLiveObject<Model> {
        DatasyncLiveObject(self, queue: queue)
    }

    /// Returns a live collection of the children of the node.
    ///
    /// - Parameters:
    ///   - type: The type to decode for each child.
    ///   - pageSize: The number of children of a page; at least 1.
    ///   - order: The order of the children. A child whose index value changes moves in the list.
    ///   - queue: The queue on which the properties change; `nil` means the manager's callback queue, or else the application's
    ///     default queue.
    /// - Returns: The collection. It is active until it is released and no iterator of its updates remains; it does not depend
    ///   on the lifetime of the manager.
    public func liveCollection<Model: Decodable & Sendable>(
        of type: Model.Type, pageSize: Int = 20, order: WebcomOrder = .key, queue: DispatchQueue? = .main
    ) -> DatasyncLiveCollection<Model> {
        DatasyncLiveCollection(self, pageSize: pageSize, order: order, queue: queue)
    }
}
