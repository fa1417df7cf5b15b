import Testing

@Suite("Deprecation")
struct DeprecationRuleTests {
    private let dialect = SourceFile(
        path: "Sources/Dialects/DatasyncLegacyDialect/Query.swift",
        text: """
            public struct Query: Listenable {
                public let path: String = ""
                public static func == (left: Query, right: Query) -> Bool { true }
            }
            extension Listenable {
                public func on(
                    _ event: some EventNames, queue: DispatchQueue? = nil
                ) -> Listener {}
                public typealias Callback = () -> Void
            }
            extension [String]: EventNames {
                public var names: Self { self }
            }
            """)

    private func warnings(_ text: String) -> SourceFile {
        SourceFile(path: "Sources/Dialects/DatasyncLegacy/Query+Deprecated.swift", text: text)
    }

    private let complete = """
        @available(*, deprecated, message: "use a node")
        public typealias Query = DatasyncLegacyDialect::Query
        extension DatasyncLegacyDialect::Query {
            @available(*, deprecated, message: "use key")
            public var path: String { self.DatasyncLegacyDialect::path }
        }
        extension DatasyncLegacyDialect::Listenable {
            @available(*, deprecated, message: "use subscribe")
            @discardableResult
            public func on(_ event: some EventNames, queue: DispatchQueue? = nil) -> Listener {
                self.DatasyncLegacyDialect::on(event, queue: queue)
            }
            @available(*, deprecated, message: "use Webcom.Callback")
            public typealias Callback = () -> Void
        }
        extension [String] {
            @available(*, deprecated, message: "use descriptors")
            public var names: Self { self.DatasyncLegacyDialect::names }
        }
        """

    @Test("every public symbol of the legacy dialect has a deprecated counterpart")
    func project() throws {
        try expectNone(DeprecationRule.violations(in: Project.current.files))
        #expect(try Project.current.files.count { $0.module == "DatasyncLegacy" } > 4)
    }

    @Test("counterparts of the same signature are found, however they are written")
    func counterparts() {
        #expect(DeprecationRule.violations(in: [dialect, warnings(complete)]) == [])
    }

    @Test("a symbol without a counterpart, one of another signature, and one without a replacement are found")
    func violation() {
        let changed = complete.replacing("queue: DispatchQueue? = nil) -> Listener", with: "queue: DispatchQueue?)")
            .replacing("use key", with: "")
        #expect(
            DeprecationRule.violations(in: [dialect, warnings(changed)]) == [
                Violation(
                    "no deprecated counterpart of `Listenable.func on ( _ event : some EventNames , queue : "
                        + "DispatchQueue ? = nil ) - > Listener`",
                    at: "Sources/Dialects/DatasyncLegacyDialect/Query.swift:6",
                    remedy: "Declare it in DatasyncLegacy with the same signature, and forward to this one."),
                Violation(
                    "`Listenable.func on ( _ event : some EventNames , queue : DispatchQueue ? )` is no symbol of "
                        + "DatasyncLegacyDialect",
                    at: "Sources/Dialects/DatasyncLegacy/Query+Deprecated.swift:10",
                    remedy: "Give it the signature of the symbol that it deprecates, or remove it."),
                Violation(
                    "`Query.path : String` names no replacement",
                    at: "Sources/Dialects/DatasyncLegacy/Query+Deprecated.swift:5",
                    remedy: "Write @available(*, deprecated, message: \"use …\") above it."),
            ])
    }
}
