// These only forward; DatasyncLegacyDialect has the documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if LegacyWarnings && compiler(>=6.3)
    public import DatasyncClient
    public import DatasyncLegacyDialect

    @available(*, deprecated, message: "use Webcom.DataSnapshot, or DatasyncEvent and DatasyncValue")
    public typealias DataSnapshot = DatasyncLegacyDialect::DataSnapshot

    extension ComparedEvent {
        @available(*, deprecated, message: "use ComparedEvent(event) with a DatasyncEvent")
        public init?(_ snapshot: DataSnapshot, _ previousKey: String?) {
            self.DatasyncLegacyDialect::init(snapshot, previousKey)
        }
    }

    extension DatasyncLegacyDialect::DataSnapshot {
        @available(*, deprecated, message: "use val() of Webcom.DataSnapshot, or decoded() or json of DatasyncValue")
        public func val() -> Any? {
            self.DatasyncLegacyDialect::val()
        }

        @available(*, deprecated, message: "use val() of Webcom.DataSnapshot, or rawJSON of DatasyncValue")
        public func exportVal() -> Any? {
            self.DatasyncLegacyDialect::exportVal()
        }

        @available(*, deprecated, message: "use an order by a child, as only this dialect reads priorities")
        public func getPriority() -> Any? {
            self.DatasyncLegacyDialect::getPriority()
        }

        @available(*, deprecated, message: "use node.key, or key of the event")
        public func name() -> String? {
            self.DatasyncLegacyDialect::name()
        }

        @available(*, deprecated, message: "use node of the snapshot or event")
        public func ref() -> Webcom {
            self.DatasyncLegacyDialect::ref()
        }

        @available(*, deprecated, message: "use child(path) of Webcom.DataSnapshot, or decode the value")
        public func child(_ path: String) -> DataSnapshot {
            self.DatasyncLegacyDialect::child(path)
        }

        @available(*, deprecated, message: "use children of Webcom.DataSnapshot, or children(as:) of the node")
        public var children: [DataSnapshot] { self.DatasyncLegacyDialect::children }

        @available(*, deprecated, message: "use child(path).val() != nil, or decode the value")
        public func hasChild(_ path: String) -> Bool {
            self.DatasyncLegacyDialect::hasChild(path)
        }

        @available(*, deprecated, message: "use childCount > 0, or decode the value")
        public func hasChildren() -> Bool {
            self.DatasyncLegacyDialect::hasChildren()
        }

        @available(*, deprecated, message: "use childCount, or decode the value")
        public func numChildren() -> Int {
            self.DatasyncLegacyDialect::numChildren()
        }

        @available(*, deprecated, message: "use acked")
        public func acknowledged() -> Bool {
            self.DatasyncLegacyDialect::acknowledged()
        }

        @available(*, deprecated, message: "use isKnown")
        public func isKnown() -> Bool {
            self.DatasyncLegacyDialect::isKnown()
        }

        @available(*, deprecated, message: "use event and its isChildAddition and so on, or eventType of the event")
        public func eventType() -> String? {
            self.DatasyncLegacyDialect::eventType()
        }

        @available(*, deprecated, message: "use Webcom.DataSnapshot or DatasyncValue")
        public var description: String { self.DatasyncLegacyDialect::description }

        @available(*, deprecated, message: "use Webcom.DataSnapshot or DatasyncValue")
        public var debugDescription: String { self.DatasyncLegacyDialect::debugDescription }
    }
#endif
