// These only forward; DatasyncLegacyDialect has the documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if LegacyWarnings && compiler(>=6.3)
    public import DatasyncClient
    public import DatasyncLegacyDialect
    public import DatasyncLive
    public import Dispatch

    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
    public typealias LiveEmitter = DatasyncLegacyDialect::LiveEmitter

    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
    public typealias LiveHandle = DatasyncLegacyDialect::LiveHandle

    @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
    public typealias LiveUpdate = DatasyncLegacyDialect::LiveUpdate

    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
    public typealias LiveObject = DatasyncLegacyDialect::LiveObject

    @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
    public typealias LiveCollection = DatasyncLegacyDialect::LiveCollection

    extension DatasyncLegacyDialect::LiveEmitter {
        @available(*, deprecated, message: "use observe { }, or for await over updates")
        public func on(_ event: String, _ callback: @escaping @MainActor (_ update: LiveUpdate) -> Void) {
            self.DatasyncLegacyDialect::on(event, callback)
        }

        @available(*, deprecated, message: "use observe { }, or for await over updates")
        public func on(_ event: String, _ callback: @escaping @MainActor () -> Void) {
            self.DatasyncLegacyDialect::on(event, callback)
        }

        @available(*, deprecated, message: "use observe { }, or for await over updates")
        public func on(
            _ event: String, queue: DispatchQueue?, _ callback: @escaping @Sendable (_ update: LiveUpdate) -> Void
        ) {
            self.DatasyncLegacyDialect::on(event, queue: queue, callback)
        }

        @available(*, deprecated, message: "use observe { } and invalidate its token, or the first of updates")
        public func once(_ event: String, _ callback: @escaping @MainActor (_ update: LiveUpdate) -> Void) {
            self.DatasyncLegacyDialect::once(event, callback)
        }

        @available(*, deprecated, message: "use observe { } and invalidate its token, or the first of updates")
        public func once(_ event: String, _ callback: @escaping @MainActor () -> Void) {
            self.DatasyncLegacyDialect::once(event, callback)
        }

        @available(*, deprecated, message: "use observe { } and invalidate its token, or the first of updates")
        public func once(
            _ event: String, queue: DispatchQueue?, _ callback: @escaping @Sendable (_ update: LiveUpdate) -> Void
        ) {
            self.DatasyncLegacyDialect::once(event, queue: queue, callback)
        }

        @available(*, deprecated, message: "use invalidate() of the token, or end the task")
        public func removeAllListeners(_ event: String) {
            self.DatasyncLegacyDialect::removeAllListeners(event)
        }

        @available(*, deprecated, message: "use invalidate() of the token, or end the task")
        public func removeAllListeners() {
            self.DatasyncLegacyDialect::removeAllListeners()
        }

        @available(*, deprecated, message: "use dispose() of Webcom.LiveObject or DatasyncLiveObject")
        public func dispose() {
            self.DatasyncLegacyDialect::dispose()
        }

        @available(*, deprecated, message: "use loadingStatus of Webcom.LiveObject or DatasyncLiveObject")
        public var loadingStatus: LoadingStatus { self.DatasyncLegacyDialect::loadingStatus }

        @available(*, deprecated, message: "use dataStatus of Webcom.LiveObject or DatasyncLiveObject")
        public var dataStatus: DataStatus { self.DatasyncLegacyDialect::dataStatus }

        @available(*, deprecated, message: "use error of Webcom.LiveObject or DatasyncLiveObject")
        public var error: WebcomError? { self.DatasyncLegacyDialect::error }
    }

    extension DatasyncLegacyDialect::LiveHandle {
        @available(*, deprecated, message: "use the live objects of another dialect")
        public var description: String { self.DatasyncLegacyDialect::description }
    }

    extension DatasyncLegacyDialect::LiveObject {
        @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
        public var live: LiveHandle { self.DatasyncLegacyDialect::live }

        @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
        public var model: DataSnapshot? { self.DatasyncLegacyDialect::model }

        @available(*, deprecated, message: "use the live objects of another dialect")
        public var description: String { self.DatasyncLegacyDialect::description }
    }

    extension DatasyncLegacyDialect::LiveCollection {
        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
        public var live: LiveHandle { self.DatasyncLegacyDialect::live }

        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
        public var models: [DataSnapshot] { self.DatasyncLegacyDialect::models }

        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
        public var hasMore: Bool { self.DatasyncLegacyDialect::hasMore }

        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
        public func nextPage() {
            self.DatasyncLegacyDialect::nextPage()
        }

        @available(*, deprecated, message: "use Webcom.LiveCollection or DatasyncLiveCollection")
        public func resetPage() {
            self.DatasyncLegacyDialect::resetPage()
        }

        @available(*, deprecated, message: "use the live objects of another dialect")
        public var description: String { self.DatasyncLegacyDialect::description }
    }

    extension DatasyncLegacyDialect::Listenable {
        @available(*, deprecated, message: "use liveObject() of a node")
        public func liveObject(queue: DispatchQueue? = .main) -> LiveObject {
            self.DatasyncLegacyDialect::liveObject(queue: queue)
        }
    }

    extension Webcom {
        @available(*, deprecated, message: "use liveCollection() of a node")
        public func liveCollection(pageSize: Int = 20, order: WebcomOrder = .key, queue: DispatchQueue? = .main)
            -> LiveCollection
        {
            self.DatasyncLegacyDialect::liveCollection(pageSize: pageSize, order: order, queue: queue)
        }
    }
#endif
