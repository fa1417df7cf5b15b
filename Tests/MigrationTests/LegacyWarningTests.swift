import Foundation
import Testing

/// Tests that the trait `LegacyWarnings` deprecates every legacy symbol with a message that names its replacement.
@Suite("Warnings of the legacy dialect")
struct LegacyWarningTests {
    /// Returns the lines of a file that declare a public symbol without a warning before it.
    private static func unmarked(in text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        return lines.indices.filter { index in
            let words = lines[index].split(separator: " ").prefix(3)
            let kinds = ["func", "var", "let", "init", "struct", "class", "protocol", "enum", "typealias"]
            guard words.first == "public",
                words.dropFirst().contains(where: { word in
                    kinds.contains { word == $0 || word.hasPrefix($0 + "(") }
                })
            else { return false }
            var above = lines[..<index]
            while let last = above.last, last.hasPrefix("@"), !last.hasPrefix("@available") { above.removeLast() }
            let mark = above.suffix(3).map(\.self)
            return mark.count < 3 || mark[0] != "#if LegacyWarnings" || mark[2] != "#endif"
                || !mark[1].hasPrefix("@available(*, deprecated, message: \"") || mark[1].count < 44
        }.map { lines[$0] }
    }

    @Test("every public symbol has a warning")
    func all() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/DatasyncLegacy")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 10)
        for file in files {
            let text = try String(contentsOf: root.appending(path: file), encoding: .utf8)
            #expect(Self.unmarked(in: text) == [], "\(file)")
        }
    }

    @Test("a symbol without a warning is found")
    func violation() {
        #expect(Self.unmarked(in: "/// Does.\npublic func on() {}") == ["public func on() {}"])
        let marked = """
            #if LegacyWarnings
                @available(*, deprecated, message: "use subscribe of the node, or for try await")
            #endif
            @discardableResult
            public func on() {}
            """
        #expect(Self.unmarked(in: marked) == [])
    }
}
