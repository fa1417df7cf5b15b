public import DatasyncClient
public import DatasyncLive
import DatasyncTree
public import Dispatch
public import Observation

/// The value of a node, decoded, always at hand and always up to date: for user interfaces.
///
/// ```swift
/// let user = node.liveObject(as: User.self)
/// for await update in user.updates {
///     print(update.model?.name ?? "nobody", update.dataStatus)
/// }
/// ```
///
/// When it is made it shows at once what this client knows: what is subscribed to already, else the copy in the cache, else
/// nothing. Then it follows the node until ``dispose()``, or until nobody holds it or iterates over its updates. Whoever
/// tracks its properties is told of one change for all that changes together.
public final class DatasyncLiveObject<Model: Decodable & Sendable>: Observable, Sendable {
    private let source: LiveController<Result<Model?, WebcomError>>
    private let registrar = LiveRegistrar<DatasyncLiveObject>()

    init(_ node: DatasyncNode, queue: DispatchQueue?) {
        let (location, application) = (node.requiringManager, node.application)
        source = LiveController(
            location, queue: queue ?? node.callbackQueue,
            publishing: { [registrar] change in registrar.publish(\.state, change) },
            model: { record in
                if record.node.isNull { return .success(nil) }
                let value = LocatedValue(record.node, at: location, isAcknowledged: record.dataStatus == .fresh)
                return Result { () throws(WebcomError) in
                    try DatasyncValue(value, application: application).decodedThrowing()
                }
            })
        registrar.object = self
        source.begin()
    }

    /// All that it shows, as one value.
    public var state: DatasyncLiveUpdate<Model> {
        registrar.access(self, \.state)
        return DatasyncLiveUpdate(source.shown)
    }

    /// The value; `nil` when there is none, when it is not known yet, or when it cannot be decoded.
    public var model: Model? { state.model }

    /// How far asking the back end is.
    public var loadingStatus: LoadingStatus { state.loadingStatus }

    /// What the data are worth.
    public var dataStatus: DataStatus { state.dataStatus }

    /// What went wrong; `nil` while nothing is.
    public var error: WebcomError? { state.error }

    /// The changes, what shows already first; each iterator observes for itself.
    public var updates: DatasyncLiveUpdates<DatasyncLiveUpdate<Model>> {
        DatasyncLiveUpdates(of: source) { DatasyncLiveUpdate($0) }
    }

    /// Ends the object: nobody is told any more, nothing is subscribed to, both statuses are `error`.
    public func dispose() { source.dispose() }
}

/// The first children of a node, decoded, a page at a time, always up to date: for user interfaces.
///
/// ```swift
/// let contacts = node.liveCollection(of: Contact.self)
/// for await page in contacts.updates {
///     show(page.models, withMoreButton: page.hasMore)
/// }
/// ```
///
/// It listens to the pages that are shown and one child beyond, never to the whole list. Whoever tracks its properties is told
/// of one change for all that changes together.
public final class DatasyncLiveCollection<Model: Decodable & Sendable>: Observable, Sendable {
    private let source: LiveController<DecodedRows<Model>>
    private let registrar = LiveRegistrar<DatasyncLiveCollection>()

    init(_ node: DatasyncNode, pageSize: Int, queue: DispatchQueue?) {
        let (location, application) = (node.requiringManager, node.application)
        let decoder = RowDecoder<Model>(location: location, application: application)
        source = LiveController(
            location, pageSize: pageSize, queue: queue ?? node.callbackQueue,
            publishing: { [registrar] change in registrar.publish(\.state, change) },
            model: { record in decoder.rows(of: record.node) })
        registrar.object = self
        source.begin()
    }

    /// All that it shows, as one value.
    public var state: DatasyncLivePage<Model> {
        registrar.access(self, \.state)
        return DatasyncLivePage(source.shown)
    }

    /// The children that are shown, in key order; without those that cannot be decoded, of which ``error`` tells.
    public var models: [DatasyncLiveItem<Model>] { state.models }

    /// Whether there are more than are shown; `false` until the first page is there.
    public var hasMore: Bool { state.hasMore }

    /// How far asking the back end is.
    public var loadingStatus: LoadingStatus { state.loadingStatus }

    /// What the data are worth.
    public var dataStatus: DataStatus { state.dataStatus }

    /// What went wrong; `nil` while nothing is.
    public var error: WebcomError? { state.error }

    /// The changes, what shows already first; each iterator observes for itself.
    public var updates: DatasyncLiveUpdates<DatasyncLivePage<Model>> {
        DatasyncLiveUpdates(of: source) { DatasyncLivePage($0) }
    }

    /// Shows a page more, or tries again after an error; without effect when there is no more or a page is being loaded.
    public func nextPage() { source.nextPage() }

    /// Shows the first page alone.
    public func resetPage() { source.resetPage() }

    /// Ends the collection: nobody is told any more, nothing is subscribed to, both statuses are `error`.
    public func dispose() { source.dispose() }
}

extension DatasyncLiveObject: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path and both statuses; reading it is not tracked.
    public var description: String { "DatasyncLiveObject(\(source.location), \(source.shown.record))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncLiveCollection: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, both statuses, and whether there is more; reading it is not tracked.
    public var description: String { "DatasyncLiveCollection(\(source.location), \(source.shown.record))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncNode {
    /// A live object of the node.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - queue: Where what it shows changes; the callback queue of the manager, or else the default
    ///     queue of the application, when `nil`.
    /// - Returns: The object, which lives as long as somebody holds it or iterates over its updates, whatever becomes of the
    ///   manager.
    public func liveObject<Model: Decodable & Sendable>(
        as type: Model.Type, queue: DispatchQueue? = .main
    ) -> DatasyncLiveObject<Model> {
        DatasyncLiveObject(self, queue: queue)
    }

    /// A live collection of the children of the node.
    ///
    /// - Parameters:
    ///   - type: What to decode of each child.
    ///   - pageSize: How many children a page has; at least 1.
    ///   - queue: Where what it shows changes; the callback queue of the manager, or else the default
    ///     queue of the application, when `nil`.
    /// - Returns: The collection, which lives as long as somebody holds it or iterates over its updates, whatever becomes of
    ///   the manager.
    public func liveCollection<Model: Decodable & Sendable>(
        of type: Model.Type, pageSize: Int = 20, queue: DispatchQueue? = .main
    ) -> DatasyncLiveCollection<Model> {
        DatasyncLiveCollection(self, pageSize: pageSize, queue: queue)
    }
}
