import Testing

@Suite("Documentation")
struct DocumentationRuleTests {
    private let path = "Sources/Core/DatasyncTree/Path.swift"

    @Test("every public symbol of the project is documented")
    func project() throws {
        try expectNone(DocumentationRule.violations(in: Project.current.files))
    }

    @Test(
        "a public declaration without documentation is found",
        arguments: [
            "public struct Path {}", "public let path = 1", "@frozen public enum Path {}", "open class Path {}",
            "public private(set) var path = 1", "public static func path() {}", "public typealias Path = Int",
        ])
    func undocumented(line: String) {
        let file = SourceFile(path: path, text: "/// The other one.\npublic struct Other {}\n\n\(line)\n")
        #expect(
            DocumentationRule.violations(in: [file]) == [
                Violation(
                    "a public symbol without documentation: `\(line)`", at: "\(path):4",
                    remedy: "Write a `///` comment: one sentence first, then parameters, result and errors.")
            ])
    }

    @Test("cases of public enums and requirements of public protocols are public too")
    func members() {
        let text = """
            /// A side.
            public enum Side {
                case first
                var other: Side {
                    switch self {
                    case .first: .first
                    }
                }
            }
            /// A clock.
            public protocol Clock {
                func schedule()
            }
            enum Inner {
                case first
            }
            """
        let file = SourceFile(path: path, text: text)
        #expect(Violation.places(DocumentationRule.violations(in: [file])) == ["\(path):3", "\(path):12"])
    }

    @Test(
        "attributes, remarks and conditions may come between; imports, extensions and overrides need no documentation")
    func innocent() {
        let text = """
            public import Dispatch
            /// A path.
            // swift-format-ignore: NoLeadingUnderscores
            @available(
                *, deprecated,
                message: "another (better) one"
            )
            @frozen
            public struct Path {
            #if Server
                /// A part.
                @inlinable public var part: Int { 1 }
            #endif
                override public var hash: Int { 1 }
                public override var text: String { "public let text = 1" }
            }
            """
        #expect(DocumentationRule.violations(in: [SourceFile(path: path, text: text)]) == [])
    }

    @Test("a first sentence that begins with a riddle is found", arguments: DocumentationRule.openers)
    func opener(text: String) {
        let file = SourceFile(path: path, text: "/// \(text)shows.\npublic let shows = 1\n")
        #expect(
            DocumentationRule.violations(in: [file]) == [
                Violation(
                    "the documentation begins with `\(text.trimmed)`", at: "\(path):2",
                    remedy: "Begin with a noun phrase for a type or property, with a verb for a function.")
            ])
    }

    @Test("a first sentence above 150 characters is found, for any following text")
    func length() {
        let (long, short) = (String(repeating: "x", count: 150), String(repeating: "x", count: 149))
        let text = """
            /// \(short). \(long)
            ///
            /// \(long)
            public let short = 1
            /// \(long.prefix(70))
            /// \(long.prefix(79)).
            public let long = 1
            """
        #expect(
            DocumentationRule.violations(in: [SourceFile(path: path, text: text)]) == [
                Violation(
                    "the first sentence of the documentation has 151 characters, more than 150", at: "\(path):7",
                    remedy: "Say it shorter; what else there is to say goes below, after an empty line.")
            ])
    }
}
