#if Migrator
    import Foundation
    import Testing

    @testable import DatasyncMigrator

    @Suite struct MigrationReportTests {
        private let report = MigrationReport(
            target: .async,
            files: [
                MigrationReport.File(
                    path: "A/b.swift", status: .rewritten,
                    sites: [
                        Migration.Site(line: 1, column: 2, name: "on", outcome: .rewritten),
                        Migration.Site(line: 3, column: 4, name: "off", outcome: .left(reason: "one\ntwo")),
                        Migration.Site(line: 5, column: 6, name: "set", outcome: .rewritten),
                    ]),
                MigrationReport.File(path: "c.swift", status: .untouched),
                MigrationReport.File(
                    path: "d.swift", status: .unparsable,
                    failure: MigrationReport.Failure(line: 7, column: 8, message: "does not parse: oh")),
                MigrationReport.File(
                    path: "e.swift", status: .unreadable,
                    failure: MigrationReport.Failure(message: "cannot be read: no")
                ),
            ])

        @Test func json() throws {
            let expected = """
                {"files":[\
                {"path":"A/b.swift","sites":[\
                {"column":2,"line":1,"name":"on","outcome":"rewritten"},\
                {"column":4,"line":3,"name":"off","outcome":"left","reason":"one\\ntwo"},\
                {"column":6,"line":5,"name":"set","outcome":"rewritten"}],"status":"rewritten"},\
                {"path":"c.swift","sites":[],"status":"untouched"},\
                {"error":"7:8: does not parse: oh","path":"d.swift","sites":[],"status":"unparsable"},\
                {"error":"cannot be read: no","path":"e.swift","sites":[],"status":"unreadable"}],\
                "from":"legacy","to":"async",\
                "totals":{"changed":1,"files":4,"left":1,"rewritten":2,"sites":3}}
                """
            let text = String(decoding: try report.json, as: UTF8.self)
            #expect(text.hasSuffix("}\n"))
            // Compares without the layout; no string here has two spaces.
            let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(lines.joined().replacing(" : ", with: ":") == expected)
        }

        @Test func summary() {
            let expected = """
                A/b.swift: 3 calls, 2 rewritten, 1 left
                d.swift:7:8: does not parse: oh
                e.swift: cannot be read: no

                A/b.swift:3:4: off: one two

                4 files: 1 changed, 2 failed
                3 calls: 2 rewritten (66.6 %), 1 left

                """
            #expect(MigrationSummary(report, isDry: false).text == expected)
            let dry = MigrationSummary(report, isDry: true).text
            #expect(dry == expected.replacing("1 changed", with: "1 would change"))
        }

        @Test func summaryOfNothing() {
            let report = MigrationReport(target: .callback, files: [])
            #expect(
                MigrationSummary(report, isDry: false).text == "0 files: 0 changed\nno calls of the legacy dialect\n")
        }

        @Test(arguments: [(0, 3, "0"), (3, 3, "100"), (1, 3, "33.3"), (9999, 10_000, "99.9"), (1, 2, "50")])
        func percentage(_ part: Int, _ whole: Int, _ text: String) {
            #expect(MigrationSummary.percentage(part, of: whole) == text)
        }
    }
#endif
