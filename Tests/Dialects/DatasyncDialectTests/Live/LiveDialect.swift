import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import DatasyncTree
import Testing

/// The live objects and collections of one dialect.
protocol LiveDialect: Sendable {
    /// Creates an object or a collection, and passes each event to `tell` as one line with the current state.
    func make(at device: Device, pageSize: Int?, tell: @escaping @Sendable (String) -> Void) async throws
        -> any LiveProbe
}

/// A live object or collection whose events are traced.
protocol LiveProbe: Sendable {
    /// The current statuses and models, as text.
    var state: String { get }
    func nextPage()
    func resetPage()
    func dispose()
    /// Waits until no further event can be traced.
    func finish() async
}

extension LiveProbe {
    func nextPage() {}
    func resetPage() {}
    func finish() async {}
}

/// Returns the statuses and the model of an object, as text.
func shown(_ loading: LoadingStatus, _ data: DataStatus, _ model: String) -> String { "\(loading)/\(data) \(model)" }

func shown(_ loading: LoadingStatus, _ data: DataStatus, _ models: [(String?, String)], hasMore: Bool) -> String {
    let list = models.map { "\($0.0 ?? ""):\($0.1)" }.joined(separator: " ")
    return "\(loading)/\(data) [\(list)]\(hasMore ? " more" : "")"
}

// MARK: String events

struct LegacyLiveDialect: LiveDialect {
    struct Object: LiveProbe {
        let object: LiveObject

        var state: String { shown(object.loadingStatus, object.dataStatus, object.model?.text ?? "none") }
        func dispose() { object.dispose() }
    }

    struct Collection: LiveProbe {
        let collection: LiveCollection

        var state: String {
            shown(
                collection.loadingStatus, collection.dataStatus, collection.models.map { ($0.name(), $0.text) },
                hasMore: collection.hasMore)
        }
        func nextPage() { collection.nextPage() }
        func resetPage() { collection.resetPage() }
        func dispose() { collection.dispose() }
    }

    func make(at device: Device, pageSize: Int?, tell: @escaping @Sendable (String) -> Void) async throws
        -> any LiveProbe
    {
        let place = device.legacy.child("place")
        if let pageSize {
            let probe = Collection(collection: place.liveCollection(pageSize: pageSize, queue: nil))
            trace(probe.collection, tell) { [weak collection = probe.collection] in
                collection.map { Collection(collection: $0).state }
            }
            return probe
        }
        let probe = Object(object: place.liveObject(queue: nil))
        trace(probe.object, tell) { [weak object = probe.object] in object.map { Object(object: $0).state } }
        return probe
    }

    /// Notes each event with the properties as read inside it.
    private func trace(
        _ emitter: some LiveEmitter, _ tell: @escaping @Sendable (String) -> Void,
        state: @escaping @Sendable () -> String?
    ) {
        for change in LiveChange.allCases {
            emitter.on(change.rawValue, queue: nil) { update in
                // Local data at registration are no change, and in the other dialects no event.
                if update.changes.isEmpty { return }
                let error = change == .error ? " \(update.error?.code.rawValue ?? "no error")" : ""
                tell("\(change.rawValue) \(state() ?? "gone")\(error)")
            }
        }
    }
}

// MARK: Callbacks

struct CallbackLiveDialect: LiveDialect {
    struct Probe: LiveProbe {
        let token: Webcom.LiveToken
        let read: @Sendable () -> String
        let perform: @Sendable (String) -> Void

        var state: String { read() }
        func nextPage() { perform("nextPage") }
        func resetPage() { perform("resetPage") }
        func dispose() { perform("dispose") }
    }

    func make(at device: Device, pageSize: Int?, tell: @escaping @Sendable (String) -> Void) async throws
        -> any LiveProbe
    {
        let node = device.node("place")
        guard let pageSize else {
            let object = node.liveObject(queue: nil)
            let token = object.observe(queue: nil) { update in
                let state = shown(update.loadingStatus, update.dataStatus, update.model?.text ?? "none")
                trace(update.changes, update.error, state, tell)
            }
            return Probe(token: token) {
                shown(object.loadingStatus, object.dataStatus, object.model?.text ?? "none")
            } perform: { _ in
                object.dispose()
            }
        }
        let collection = node.liveCollection(pageSize: pageSize, queue: nil)
        let token = collection.observe(queue: nil) { update in
            let models = update.models.map { ($0.node.key, $0.text) }
            let state = shown(update.loadingStatus, update.dataStatus, models, hasMore: update.hasMore)
            trace(update.changes, update.error, state, tell)
        }
        return Probe(token: token) {
            shown(
                collection.loadingStatus, collection.dataStatus, collection.models.map { ($0.node.key, $0.text) },
                hasMore: collection.hasMore)
        } perform: { call in
            switch call {
            case "nextPage": collection.nextPage()
            case "resetPage": collection.resetPage()
            default: collection.dispose()
            }
        }
    }
}

/// Notes one line for each change of an update.
private func trace(
    _ changes: [LiveChange], _ error: WebcomError?, _ state: String, _ tell: (String) -> Void
) {
    for change in changes {
        let reason = change == .error ? " \(error?.code.rawValue ?? "no error")" : ""
        tell("\(change.rawValue) \(state)\(reason)")
    }
}

// MARK: Swift concurrency

struct AsyncLiveDialect: LiveDialect {
    struct Probe: LiveProbe {
        let task: Task<Void, Never>
        let read: @Sendable () -> String
        let perform: @Sendable (String) -> Void

        var state: String { read() }
        func nextPage() { perform("nextPage") }
        func resetPage() { perform("resetPage") }
        func dispose() { perform("dispose") }

        func finish() async {
            perform("dispose")
            await task.value
        }
    }

    func make(at device: Device, pageSize: Int?, tell: @escaping @Sendable (String) -> Void) async throws
        -> any LiveProbe
    {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "place")
        guard let pageSize else {
            let object = node.liveObject(as: AnyText.self, queue: nil)
            let task = await iterate(over: object.updates) { update in
                let state = shown(update.loadingStatus, update.dataStatus, update.model?.text ?? "none")
                trace(update.changes, update.error, state, tell)
            }
            return Probe(task: task) {
                shown(object.loadingStatus, object.dataStatus, object.model?.text ?? "none")
            } perform: { _ in
                object.dispose()
            }
        }
        let collection = node.liveCollection(of: AnyText.self, pageSize: pageSize, queue: nil)
        let task = await iterate(over: collection.updates) { page in
            let models = page.models.map { (Optional($0.id), $0.model.text) }
            let state = shown(page.loadingStatus, page.dataStatus, models, hasMore: page.hasMore)
            trace(page.changes, page.error, state, tell)
        }
        return Probe(task: task) {
            let models = collection.models.map { (Optional($0.id), $0.model.text) }
            return shown(collection.loadingStatus, collection.dataStatus, models, hasMore: collection.hasMore)
        } perform: { call in
            switch call {
            case "nextPage": collection.nextPage()
            case "resetPage": collection.resetPage()
            default: collection.dispose()
            }
        }
    }

    /// Iterates in a separate task, and returns after the iterator was made.
    private func iterate<Element: Sendable>(
        over updates: DatasyncLiveUpdates<Element>, _ body: @escaping @Sendable (Element) -> Void
    ) async -> Task<Void, Never> {
        let (hasBegun, began) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            var iterator = updates.makeAsyncIterator()
            began.finish()
            while let element = await iterator.next() { body(element) }
        }
        for await _ in hasBegun {}
        return task
    }
}

/// A JSON value, decoded as its canonical text.
struct AnyText: Decodable, Sendable, Equatable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            text = "\(flag)"
        } else if let number = try? container.decode(Double.self) {
            text = JSON.number(number).text
        } else if let string = try? container.decode(String.self) {
            text = JSON.string(string).text
        } else {
            let members = try container.decode([String: AnyText].self).sorted { $0.key < $1.key }
            text = "{" + members.map { "\(JSON.string($0.key).text):\($0.value.text)" }.joined(separator: ",") + "}"
        }
    }
}
