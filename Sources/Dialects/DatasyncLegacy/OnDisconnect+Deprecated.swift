// These only forward; DatasyncLegacyDialect has the documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if LegacyWarnings && compiler(>=6.3)
    public import DatasyncClient
    public import DatasyncLegacyDialect
    public import Dispatch

    @available(*, deprecated, message: "use at: Webcom.NEXT_DISCONNECTION, or at: .nextDisconnection")
    public typealias OnDisconnect = DatasyncLegacyDialect::OnDisconnect

    extension DatasyncLegacyDialect::OnDisconnect {
        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
        public func set(_ value: Any?, _ completion: Webcom.MainCompletion? = nil) {
            self.DatasyncLegacyDialect::set(value, completion)
        }

        @available(*, deprecated, message: "use set(value), which is a promise, or try await set(value)")
        public func set(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
            self.DatasyncLegacyDialect::set(value, queue: queue, completion)
        }

        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
        public func update(_ value: Any?, _ completion: Webcom.MainCompletion? = nil) {
            self.DatasyncLegacyDialect::update(value, completion)
        }

        @available(*, deprecated, message: "use merge(value), which is a promise, or try await merge(with:)")
        public func update(_ value: Any?, queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
            self.DatasyncLegacyDialect::update(value, queue: queue, completion)
        }

        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
        public func remove(_ completion: Webcom.MainCompletion? = nil) {
            self.DatasyncLegacyDialect::remove(completion)
        }

        @available(*, deprecated, message: "use clear(), which is a promise, or try await clear()")
        public func remove(queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
            self.DatasyncLegacyDialect::remove(queue: queue, completion)
        }

        @available(*, deprecated, message: "use cancelNextDisconnectionOps(), or cancelNextDisconnectionOperations()")
        public func cancel(_ completion: Webcom.MainCompletion? = nil) {
            self.DatasyncLegacyDialect::cancel(completion)
        }

        @available(*, deprecated, message: "use cancelNextDisconnectionOps(), or cancelNextDisconnectionOperations()")
        public func cancel(queue: DispatchQueue?, _ completion: @escaping Webcom.Completion) {
            self.DatasyncLegacyDialect::cancel(queue: queue, completion)
        }

        @available(*, deprecated, message: "use description of the node")
        public var description: String { self.DatasyncLegacyDialect::description }
    }
#endif
