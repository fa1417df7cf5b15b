import Testing

@Suite("Deprecation")
struct DeprecationRuleTests {
    private let text = """
        /// A query.
        #if LegacyWarnings
            @available(*, deprecated, message: "use a node")
        #endif
        public struct Query: Listenable {
            /// The path.
            #if LegacyWarnings
                @available(*, deprecated, message: "use path of the node")
            #endif
            public let path: String = ""
            /// Whether two queries are equal.
            public static func == (left: Query, right: Query) -> Bool { true }
        }
        #if LegacyWarnings
            @available(*, deprecated, message: "use events")
        #endif
        extension Query {
            /// Registers a listener.
            @discardableResult
            public func on() -> Listener { Listener() }
        }
        extension Webcom {
            /// Reads the value.
            #if LegacyWarnings
                @available(*, deprecated, message: "use value()")
            #endif
            @discardableResult
            public func get(
                _ completion: (() -> Void)? = nil
            ) -> Query { Query() }
        }
        """

    private func places(_ text: String) -> [String] {
        let file = SourceFile(path: "Sources/Dialects/DatasyncLegacy/Query.swift", text: text)
        return Violation.places(DeprecationRule.violations(in: [file])).map { String($0.drop { $0 != ":" }) }
    }

    @Test("every public symbol of the legacy dialect is deprecated under the trait")
    func project() throws {
        let files = try Project.current.files
        expectNone(DeprecationRule.violations(in: files))
        #expect(files.count { $0.module == "DatasyncLegacy" && $0.text.contains(DeprecationRule.condition) } > 10)
    }

    @Test("attributes of symbols and of extensions count, with other attributes in between")
    func deprecated() {
        #expect(places(text) == [])
    }

    @Test("symbols without the attribute, with another condition, or without a replacement are found")
    func violation() {
        #expect(places(text.replacing("use path", with: "path")) == [":10"])
        #expect(places(text.replacing("use events", with: "")) == [":20"])
        #expect(places(text.replacing("#if LegacyWarnings", with: "#if DEBUG")) == [":5", ":10", ":20", ":28"])
        let file = SourceFile(path: "Sources/Dialects/DatasyncLegacy/Query.swift", text: "public func off() {}\n")
        #expect(
            DeprecationRule.violations(in: [file]) == [
                Violation(
                    "`public func off() {}` does not warn under the trait",
                    at: "Sources/Dialects/DatasyncLegacy/Query.swift:1",
                    remedy: "Write three lines below its documentation: `#if LegacyWarnings`, "
                        + "`@available(*, deprecated, message: \"use …\")` and `#endif`.")
            ])
    }

    @Test("other modules need no attribute")
    func otherModule() {
        let file = SourceFile(path: "Sources/Dialects/DatasyncAsync/Open.swift", text: "public func off() {}\n")
        #expect(DeprecationRule.violations(in: [file]) == [])
    }
}
