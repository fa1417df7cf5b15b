// These only forward; DatasyncLegacyDialect has the documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

#if LegacyWarnings && compiler(>=6.3)
    public import DatasyncClient
    public import DatasyncLegacyDialect
    public import Dispatch
    public import Foundation

    extension Webcom {
        @available(*, deprecated, message: "use an order by a child, as only this dialect writes priorities")
        public func setWithPriority(_ value: Any?, _ priority: Any?, _ completion: MainCompletion? = nil) {
            self.DatasyncLegacyDialect::setWithPriority(value, priority, completion)
        }

        @available(*, deprecated, message: "use an order by a child, as only this dialect writes priorities")
        public func setWithPriority(
            _ value: Any?, _ priority: Any?, queue: DispatchQueue?, _ completion: @escaping Completion
        ) {
            self.DatasyncLegacyDialect::setWithPriority(value, priority, queue: queue, completion)
        }

        @available(*, deprecated, message: "use an order by a child, as only this dialect writes priorities")
        public func setPriority(_ priority: Any?, _ completion: MainCompletion? = nil) {
            self.DatasyncLegacyDialect::setPriority(priority, completion)
        }

        @available(*, deprecated, message: "use an order by a child, as only this dialect writes priorities")
        public func setPriority(_ priority: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
            self.DatasyncLegacyDialect::setPriority(priority, queue: queue, completion)
        }

        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
        public typealias TransactionCompletion =
            @Sendable (_ error: WebcomError?, _ committed: Bool, _ snapshot: DataSnapshot?) -> Void

        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
        public typealias MainTransactionCompletion =
            @MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: DataSnapshot?) -> Void

        @available(*, deprecated, message: "use transaction { }, which is a promise, or try await runTransaction { }")
        public func transaction(
            _ update: @escaping @Sendable (_ current: Any?) -> Any?, _ completion: MainTransactionCompletion? = nil
        ) {
            self.DatasyncLegacyDialect::transaction(update, completion)
        }

        @available(*, deprecated, message: "use transaction { }, which is a promise, or try await runTransaction { }")
        public func transaction(
            _ update: @escaping @Sendable (_ current: Any?) -> Any?, queue: DispatchQueue?, applyLocally: Bool = true,
            _ completion: TransactionCompletion?
        ) {
            self.DatasyncLegacyDialect::transaction(update, queue: queue, applyLocally: applyLocally, completion)
        }

        @available(*, deprecated, message: "use get(), which is a promise, or try await value()")
        public func get(_ completion: @escaping @MainActor (_ error: WebcomError?, _ snapshot: DataSnapshot?) -> Void) {
            self.DatasyncLegacyDialect::get(completion)
        }

        @available(*, deprecated, message: "use get(), which is a promise, or try await value()")
        public func get(queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?, DataSnapshot?) -> Void)
        {
            self.DatasyncLegacyDialect::get(queue: queue, completion)
        }

        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
        public typealias Completion = @Sendable (_ error: WebcomError?) -> Void

        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
        public typealias MainCompletion = @MainActor (_ error: WebcomError?) -> Void

        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
        public func set(_ value: Any?, _ completion: MainCompletion? = nil) {
            self.DatasyncLegacyDialect::set(value, completion)
        }

        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
        public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
            self.DatasyncLegacyDialect::set(value, queue: queue, completion)
        }

        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
        public func update(_ value: Any?, _ completion: MainCompletion? = nil) {
            self.DatasyncLegacyDialect::update(value, completion)
        }

        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
        public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) {
            self.DatasyncLegacyDialect::update(value, queue: queue, completion)
        }

        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
        public func remove(_ completion: MainCompletion? = nil) {
            self.DatasyncLegacyDialect::remove(completion)
        }

        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
        public func remove(queue: DispatchQueue?, _ completion: @escaping Completion) {
            self.DatasyncLegacyDialect::remove(queue: queue, completion)
        }

        @available(*, deprecated, message: "use createChild() of DatasyncNode, or push(value)")
        public func push() -> Webcom {
            self.DatasyncLegacyDialect::push()
        }

        @available(*, deprecated, message: "use push(value), which is a promise of the child, or try await push(value)")
        @discardableResult
        public func push(_ value: Any?, _ completion: MainCompletion? = nil) -> Webcom {
            self.DatasyncLegacyDialect::push(value, completion)
        }

        @available(*, deprecated, message: "use push(value), which is a promise of the child, or try await push(value)")
        @discardableResult
        public func push(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Completion) -> Webcom {
            self.DatasyncLegacyDialect::push(value, queue: queue, completion)
        }

        @available(*, deprecated, message: "use increment(by:from:), a promise, or try await increment(from:by:)")
        public func increment(by step: Double = 1, from start: Double = 0, _ completion: MainCompletion? = nil) {
            self.DatasyncLegacyDialect::increment(by: step, from: start, completion)
        }

        @available(*, deprecated, message: "use increment(by:from:), a promise, or try await increment(from:by:)")
        public func increment(
            by step: Double = 1, from start: Double = 0, queue: DispatchQueue?, _ completion: @escaping Completion
        ) {
            self.DatasyncLegacyDialect::increment(by: step, from: start, queue: queue, completion)
        }

        @available(*, deprecated, message: "use at: Webcom.NEXT_DISCONNECTION, or at: .nextDisconnection")
        public func onDisconnect() -> OnDisconnect {
            self.DatasyncLegacyDialect::onDisconnect()
        }

        @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
        public var query: Query { self.DatasyncLegacyDialect::query }

        @available(*, deprecated, message: "use authentication of the application, of serverlessDb or of the service")
        public var authentication: Authentication { self.DatasyncLegacyDialect::authentication }

        @available(*, deprecated, message: "use authentication.signIn(token:)")
        public func authWithToken(_ token: String, _ completion: @escaping @MainActor (WebcomError?) -> Void) {
            self.DatasyncLegacyDialect::authWithToken(token, completion)
        }

        @available(*, deprecated, message: "use authentication.signIn(token:)")
        public func authWithToken(
            _ token: String, queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
        ) {
            self.DatasyncLegacyDialect::authWithToken(token, queue: queue, completion)
        }

        @available(*, deprecated, message: "use authentication.observe, or authentication.states")
        public func onAuth(_ observer: @escaping @MainActor (Authentication.State) -> Void) -> ConnectionObservation {
            self.DatasyncLegacyDialect::onAuth(observer)
        }

        @available(*, deprecated, message: "use authentication.observe, or authentication.states")
        public func onAuth(queue: DispatchQueue?, _ observer: @escaping @Sendable (Authentication.State) -> Void)
            -> ConnectionObservation
        {
            self.DatasyncLegacyDialect::onAuth(queue: queue, observer)
        }

        @available(*, deprecated, message: "use authentication.signOut()")
        public func unauth() {
            self.DatasyncLegacyDialect::unauth()
        }

        @available(*, deprecated, message: "use waitForPendingWrites of serverlessDb or of the service")
        public func waitForPendingWrites(
            queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
        ) {
            self.DatasyncLegacyDialect::waitForPendingWrites(queue: queue, completion)
        }

        @available(*, deprecated, message: "use waitForPendingWrites of serverlessDb or of the service")
        public func waitForPendingWrites(_ completion: @escaping @MainActor (WebcomError?) -> Void) {
            self.DatasyncLegacyDialect::waitForPendingWrites(completion)
        }

        @available(*, deprecated, message: "use serverlessDb.connectionState, or state of the service")
        public var connectionState: DatasyncState { self.DatasyncLegacyDialect::connectionState }

        @available(*, deprecated, message: "use serverlessDb.observeConnectionState, or states of the service")
        public func observeConnectionState(_ observer: @escaping @MainActor (DatasyncState) -> Void)
            -> ConnectionObservation
        {
            self.DatasyncLegacyDialect::observeConnectionState(observer)
        }

        @available(*, deprecated, message: "use serverlessDb.observeConnectionState, or states of the service")
        public func observeConnectionState(
            queue: DispatchQueue?, _ observer: @escaping @Sendable (DatasyncState) -> Void
        ) -> ConnectionObservation {
            self.DatasyncLegacyDialect::observeConnectionState(queue: queue, observer)
        }

        @available(*, deprecated, message: "use serverTime of serverlessDb or of the service")
        public var serverTime: Date { self.DatasyncLegacyDialect::serverTime }

        @available(*, deprecated, message: "use presence(online:offline:) of the node")
        public func presence(online: Any, offline: Any? = nil) -> Presence {
            self.DatasyncLegacyDialect::presence(online: online, offline: offline)
        }

        @available(*, deprecated, message: "use Webcom.App(identifier).serverlessDb.rootNode, or a DatasyncManager")
        public init(_ identifier: String) {
            self.DatasyncLegacyDialect::init(identifier)
        }

        @available(*, deprecated, message: "use Webcom.App(application).serverlessDb.rootNode, or a DatasyncManager")
        public init(_ application: WebcomApplication) {
            self.DatasyncLegacyDialect::init(application)
        }

        @available(*, deprecated, message: "use serverlessDb.disconnect(), or isConnectionEnabled = false")
        public func goOffline() {
            self.DatasyncLegacyDialect::goOffline()
        }

        @available(*, deprecated, message: "use serverlessDb.connect(), or isConnectionEnabled = true")
        public func goOnline() {
            self.DatasyncLegacyDialect::goOnline()
        }

        @available(*, deprecated, message: "use the value [\".sv\": \"timestamp\"]")
        public typealias ServerValue = Webcom.DatasyncLegacyDialect::ServerValue

        @available(*, deprecated, message: "use relativeNode(path), or node / path")
        public func child(_ path: String) -> Webcom {
            self.DatasyncLegacyDialect::child(path)
        }

        @available(*, deprecated, message: "use child(key:) of the node")
        public func child(key: String) -> Webcom {
            self.DatasyncLegacyDialect::child(key: key)
        }

        @available(*, deprecated, message: "use parent of the node")
        public func parent() -> Webcom? {
            self.DatasyncLegacyDialect::parent()
        }

        @available(*, deprecated, message: "use serverlessDb.rootNode, or manager / \"\"")
        public func root() -> Webcom {
            self.DatasyncLegacyDialect::root()
        }

        @available(*, deprecated, message: "use key of the node")
        public func name() -> String? {
            self.DatasyncLegacyDialect::name()
        }

        @available(*, deprecated, message: "use the node itself")
        public func ref() -> Webcom {
            self.DatasyncLegacyDialect::ref()
        }

        @available(*, deprecated, message: "use path of the node")
        public var path: String { self.DatasyncLegacyDialect::path }

        @available(*, deprecated, message: "use description of the node")
        public var description: String { self.DatasyncLegacyDialect::description }
    }

    extension Webcom.DatasyncLegacyDialect::ServerValue {
        @available(*, deprecated, message: "use the value [\".sv\": \"timestamp\"]")
        public static var TIMESTAMP: [String: String] { Self.DatasyncLegacyDialect::TIMESTAMP }
    }
#endif
