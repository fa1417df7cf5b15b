#if Migrator
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncMigrator

    @Suite("Diffs of the page on migrating") struct DocumentationTests {
        @Test("each diff of the page on migrating is the output of the tool")
        func diffs() throws {
            let page = PackageFolder.root.appending(path: "Migration/README.md")
            let text = try String(contentsOf: page, encoding: .utf8)
            let pattern = /```diff\n((?:[^`].*\n|\n)+)```/
            let shown = text.matches(of: pattern)
            #expect(!shown.isEmpty)
            for match in shown {
                let diff = String(match.1)
                let target = diff.contains("+import DatasyncAsync\n") ? MigrationTarget.async : .callback
                let style = diff.contains("+        try await ") ? MigrationStyle.idiomatic : .minimal
                let lines = diff.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                let name = try #require(lines.first?.split(separator: "/").last.map(String.init))
                let before = lines.dropFirst(3).filter { !$0.hasPrefix("+") }.map { $0.dropFirst() }
                let fixture = try CommandFixture()
                try fixture.write(name, before.joined(separator: "\n") + "\n")
                _ = fixture.run("--from legacy --to \(target) --style \(style) --dry-run \(name)") {
                    _, target, style, sources in
                    let migrator = Migrator(to: target, style: style, seeing: sources)
                    return { text throws(MigrationError) in try migrator.migration(of: text) }
                }
                #expect(fixture.output == diff)
            }
        }
    }
#endif
