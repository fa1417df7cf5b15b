import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncLive
import DatasyncTree
import Dispatch

/// A driver whose subscriptions are live objects, live collections and items of one dialect; see ``StateFold``.
///
/// The trace has the state of an object after each step that changed it, and whether its listeners have received that
/// state. Writes, and subscriptions to events that no such view follows, are left to the driver of the dialect.
final class LiveDriver: DialectDriver {
    /// A live object, a live collection, or a table of items.
    private struct View: Sendable {
        let subscription: DialectSubscription
        /// Returns the line of the current state; `nil` before the first state.
        let read: @Sendable () -> String?
        let end: @Sendable () -> Void
        /// The state that the listeners received last.
        var notified: String?
        var traced: String?
        /// Whether the step that made the view is still running.
        var isNew = true
    }

    /// The rows that result from item updates in command mode.
    private final class Table: Sendable {
        /// The values by the text of their key.
        private let rows = Guarded<[String: String]?>(nil)

        func note(_ update: ItemUpdate) {
            let key = Trace.text(update.value(withFieldName: "key") ?? "")
            let value = update.value(withFieldName: ".") ?? "nil"
            let isRemoval = update.value(withFieldName: "command") == "DELETE"
            rows.withLock { $0 = ($0 ?? [:]).merging([key: value]) { $1 }.filter { !isRemoval || $0.key != key } }
        }

        /// The line of the current rows; `nil` before the first update.
        var line: String? {
            guard let rows = rows.withLock(\.self)?.sorted(by: { $0.key < $1.key }) else { return nil }
            return "state " + rows.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        }
    }

    private let dialect: Dialect
    private let legacy: Webcom
    private let callback: Webcom.ServerlessDbNode
    private let manager: DatasyncManager
    private let queue: DispatchQueue
    private let executor: QueueTaskExecutor
    /// The driver of the dialect.
    private let driver: any DialectDriver
    private let views = Guarded<[String: View]>([:])

    init(_ dialect: Dialect, _ application: WebcomApplication, _ queue: DispatchQueue) {
        self.dialect = dialect
        legacy = Webcom(application)
        callback = Webcom.App(application).serverlessDb.rootNode
        manager = application.datasyncService.createManager()
        self.queue = queue
        executor = QueueTaskExecutor(queue: queue)
        driver = dialect.suite.makeDriver(application, queue)
    }

    deinit {
        for view in views.withLock({ Array($0.values) }) { view.end() }
    }

    var isBusy: Bool { executor.isBusy }

    var writesPriorities: Bool { driver.writesPriorities }

    func perform(_ write: DialectWrite) { driver.perform(write) }

    func subscribe(_ subscription: DialectSubscription) {
        switch StateFold(liveViewOf: subscription.source) {
        case .value?: observeObject(subscription)
        case .rows(let size)?: observeCollection(subscription, pageSize: size)
        case .updates?:
            observeItems(subscription, .raw) { update in
                subscription.deliver(line: StateFold.text(ofUpdate: update.value(withFieldName: ".")))
            }
        case .fields?:
            let table = Table()
            observeItems(subscription, .command, table) { table.note($0) }
        case .children?, nil: driver.subscribe(subscription)
        }
    }

    func unsubscribe(_ subscription: DialectSubscription) {
        guard let view = views.withLock({ $0.removeValue(forKey: subscription.id) }) else {
            return driver.unsubscribe(subscription)
        }
        view.end()
    }

    func finishStep() {
        for (id, view) in views.withLock(\.self).sorted(by: { $0.key < $1.key }) {
            views.withLock { $0[id]?.isNew = false }
            guard let state = view.read() else { continue }
            // A view made with data does not notify its listeners of that data.
            let isKnown = view.notified == state || view.isNew || view.traced == state
            add(isKnown ? state : state + " that no listener received", of: id)
        }
    }

    /// Adds the line of a view's state unless the trace already has it.
    private func add(_ state: String, of id: String) {
        let subscription = views.withLock { views -> DialectSubscription? in
            guard views[id]?.traced != state else { return nil }
            views[id]?.traced = state
            return views[id]?.subscription
        }
        subscription?.deliver(line: state)
    }

    // MARK: Objects and collections

    private func observeObject(_ subscription: DialectSubscription) {
        let id = subscription.id
        switch dialect {
        case .legacy:
            let object = legacy.child(subscription.path).liveObject(queue: queue)
            add(subscription) {
                Self.line(object.model?.text, object.loadingStatus, object.dataStatus, object.error)
            } end: {
                object.dispose()
            }
            observe(object, id) { Self.line($0, $0.model?.text) }
        case .callback:
            let object = callback.relativeNode(subscription.path).liveObject(queue: queue)
            let token = object.observe(queue: queue) { [weak self] in self?.notify(id, Self.line($0, $0.model?.text)) }
            add(subscription) {
                Self.line(object.model?.text, object.loadingStatus, object.dataStatus, object.error)
            } end: {
                object.dispose()
                token.invalidate()
            }
        case .async:
            let object = manager[subscription.path].liveObject(as: DecodedJSON.self, queue: queue)
            add(subscription) {
                Self.line(object.state, object.model?.text)
            } end: {
                object.dispose()
            }
            observe(object.updates, id) { Self.line($0, $0.model?.text) }
        }
    }

    private func observeCollection(_ subscription: DialectSubscription, pageSize size: Int) {
        let id = subscription.id
        switch dialect {
        case .legacy:
            let list = legacy.child(subscription.path).liveCollection(pageSize: size, queue: queue)
            add(subscription) {
                let rows = Self.rows(list.models.map { ($0.name() ?? "", $0.text) })
                return Self.line(rows, list.loadingStatus, list.dataStatus, list.error, hasMore: list.hasMore)
            } end: {
                list.dispose()
            }
            observe(list, id) { update in Self.line(update, Self.rows(update.models.map { ($0.name() ?? "", $0.text) }))
            }
        case .callback:
            let list = callback.relativeNode(subscription.path).liveCollection(pageSize: size, queue: queue)
            let token = list.observe(queue: queue) { [weak self] update in
                self?.notify(id, Self.line(update, Self.rows(update.models.map { ($0.node.key ?? "", $0.text) })))
            }
            add(subscription) {
                let rows = Self.rows(list.models.map { ($0.node.key ?? "", $0.text) })
                return Self.line(rows, list.loadingStatus, list.dataStatus, list.error, hasMore: list.hasMore)
            } end: {
                list.dispose()
                token.invalidate()
            }
        case .async:
            let list = manager[subscription.path]
                .liveCollection(of: DecodedJSON.self, pageSize: size, queue: queue)
            let line: @Sendable (DatasyncLivePage<DecodedJSON>) -> String? = { page in
                Self.line(page, Self.rows(page.models.map { ($0.id, $0.model.text) }))
            }
            add(subscription) {
                line(list.state)
            } end: {
                list.dispose()
            }
            observe(list.updates, id, line)
        }
    }

    private func add(
        _ subscription: DialectSubscription, read: @escaping @Sendable () -> String?,
        end: @escaping @Sendable () -> Void
    ) {
        views.withLock { $0[subscription.id] = View(subscription: subscription, read: read, end: end) }
    }

    private func notify(_ id: String, _ state: String?) {
        let last = views.withLock { views in
            defer { views[id]?.notified = state }
            return views[id]?.notified
        }
        // A state before a revocation does not last until the end of the step. Not all listeners receive a cached value.
        if let last, state?.hasPrefix("revoked ") == true, !last.hasSuffix(" (loading, local)") { add(last, of: id) }
    }

    private func observe(_ object: some LiveEmitter, _ id: String, _ line: @escaping @Sendable (LiveUpdate) -> String?)
    {
        for change in LiveChange.allCases {
            object.on(change.rawValue, queue: queue) { [weak self] in self?.notify(id, line($0)) }
        }
    }

    private func observe<Update: Sendable>(
        _ updates: DatasyncLiveUpdates<Update>, _ id: String, _ line: @escaping @Sendable (Update) -> String?
    ) {
        Task(executorPreference: executor) { [weak self] in
            for await update in updates { self?.notify(id, line(update)) }
        }
    }

    // MARK: Items

    private func observeItems(
        _ subscription: DialectSubscription, _ mode: ItemMode, _ table: Table? = nil,
        _ note: @escaping @Sendable (ItemUpdate) -> Void
    ) {
        let deliver: @Sendable (ItemEvent) -> Void = { [weak self] event in
            switch event {
            case .update(let update):
                note(update)
                if let table { self?.notify(subscription.id, table.line) }
            case .failure(let error, _, _):
                if let state = table?.line { self?.add(state, of: subscription.id) }
                subscription.end(error)
            case .subscription, .endOfSnapshot, .unsubscription: break
            }
        }
        add(subscription, read: { table?.line }, end: begin(mode, subscription, deliver))
    }

    /// Subscribes to a node as an item; returns the closure that cancels the subscription.
    private func begin(
        _ mode: ItemMode, _ subscription: DialectSubscription, _ deliver: @escaping @Sendable (ItemEvent) -> Void
    ) -> @Sendable () -> Void {
        let items: ItemSelection = [subscription.path]
        switch dialect {
        case .legacy:
            let source = legacy.itemSubscription(mode: mode, items: items, fields: ["."], queue: queue)
            for name in ItemEvent.names { source.on(name, queue: queue, deliver) }
            source.subscribe()
            return { source.unsubscribe() }
        case .callback:
            let source = callback.itemSubscription(mode: mode, items: items, fields: ["."], queue: queue)
            source.addListener(queue: queue, deliver)
            source.subscribe()
            return { source.unsubscribe() }
        case .async:
            let events = manager[""].items(mode: mode, items: items, fields: ["."], queue: queue).events
            let task = Task(executorPreference: executor) {
                do {
                    for try await event in events { deliver(event) }
                } catch {
                    // A sequence delivers failures as events, so it throws nothing.
                }
            }
            return { task.cancel() }
        }
    }

    // MARK: Lines

    private static func rows(_ rows: [(key: String, value: String)]) -> String {
        rows.map { "\(Trace.text($0.key))=\($0.value)" }.joined(separator: ", ")
    }

    private static func line<Model>(_ update: DatasyncLiveUpdate<Model>, _ text: String?) -> String? {
        line(text, update.loadingStatus, update.dataStatus, update.error, hasMore: update.hasMore)
    }

    private static func line(
        _ text: String?, _ loadingStatus: LoadingStatus, _ dataStatus: DataStatus, _ error: WebcomError?,
        hasMore: Bool = false
    ) -> String? {
        if loadingStatus == .error, let error { return "revoked \(error.statusWord ?? error.code.rawValue)" }
        if loadingStatus == .loading, dataStatus == .notExist { return nil }
        return "state \(text ?? "null") (\(loadingStatus), \(dataStatus)\(hasMore ? ", more" : ""))"
    }
}
