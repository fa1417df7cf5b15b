// These only forward; DatasyncLegacyDialect has the documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if LegacyWarnings && compiler(>=6.3)
    public import DatasyncClient
    public import DatasyncLegacyDialect
    public import DatasyncLive
    public import Dispatch

    @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
    public typealias ItemSubscription = DatasyncLegacyDialect::ItemSubscription

    extension DatasyncLegacyDialect::ItemSubscription {
        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
        public var isSubscribed: Bool { self.DatasyncLegacyDialect::isSubscribed }

        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
        public func on(_ event: String, _ callback: @escaping @MainActor (_ event: ItemEvent) -> Void) {
            self.DatasyncLegacyDialect::on(event, callback)
        }

        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
        public func on(
            _ event: String, queue: DispatchQueue?, _ callback: @escaping @Sendable (_ event: ItemEvent) -> Void
        ) {
            self.DatasyncLegacyDialect::on(event, queue: queue, callback)
        }

        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
        public func removeAllListeners(_ event: String) {
            self.DatasyncLegacyDialect::removeAllListeners(event)
        }

        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
        public func removeAllListeners() {
            self.DatasyncLegacyDialect::removeAllListeners()
        }

        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
        public func subscribe() {
            self.DatasyncLegacyDialect::subscribe()
        }

        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
        public func unsubscribe() {
            self.DatasyncLegacyDialect::unsubscribe()
        }

        @available(*, deprecated, message: "use Webcom.ItemSubscription or DatasyncItems")
        public var description: String { self.DatasyncLegacyDialect::description }
    }

    extension Webcom {
        @available(*, deprecated, message: "use itemSubscription(…) or items(…) of a node")
        public func itemSubscription(
            mode: ItemMode, items: ItemSelection, fields: [String], requestedSnapshot: ItemSnapshot = .yes,
            secondLevel: ItemSecondLevel? = nil, queue: DispatchQueue? = .main
        ) -> ItemSubscription {
            self.DatasyncLegacyDialect::itemSubscription(
                mode: mode, items: items, fields: fields, requestedSnapshot: requestedSnapshot,
                secondLevel: secondLevel, queue: queue)
        }
    }
#endif
