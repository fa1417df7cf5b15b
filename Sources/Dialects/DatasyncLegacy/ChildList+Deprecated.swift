// These only forward; DatasyncLegacyDialect has the documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if LegacyWarnings && compiler(>=6.3)
    public import DatasyncClient
    public import DatasyncLegacyDialect

    extension ChildList where Child == DatasyncLegacyDialect::DataSnapshot {
        @available(*, deprecated, message: "use ChildList(constraint), or ChildList(childrenConstraint:)")
        public convenience init(of query: some Listenable) {
            self.DatasyncLegacyDialect::init(of: query)
        }

        @available(*, deprecated, message: "use apply of a list with Webcom.DataSnapshot or DatasyncEvent")
        public func apply(_ snapshot: DataSnapshot) {
            self.DatasyncLegacyDialect::apply(snapshot)
        }
    }
#endif
