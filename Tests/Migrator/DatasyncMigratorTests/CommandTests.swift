#if Migrator
    import Foundation
    import Testing

    @testable import DatasyncMigrator

    @Suite struct CommandTests {
        private let fixture: CommandFixture

        init() throws { fixture = try CommandFixture() }

        @Test func rewrites() throws {
            try fixture.write("a.swift", "old 1\nkeep\n")
            try fixture.write("b/c.swift", "keep\r\nold 2")
            try fixture.write("b/d.swift", "keep\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: fixture.path("a.swift"))
            #expect(fixture.run("--from legacy --to callback .") == .done)
            #expect(try fixture.text("a.swift") == "new 1\nkeep\n")
            #expect(try fixture.text("b/c.swift") == "keep\r\nnew 2")
            let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path("a.swift"))
            #expect(attributes[.posixPermissions] as? Int == 0o750)
            #expect(try fixture.names() == ["a.swift", "b"])
            let expected = """
                a.swift: 1 call, 1 rewritten, 0 left
                b/c.swift: 1 call, 1 rewritten, 0 left

                3 files: 2 changed
                2 calls: 2 rewritten (100 %), 0 left

                """
            #expect(fixture.output == expected)
            #expect(fixture.errors == "")
            #expect(fixture.run("--from legacy --to callback .") == .done)
        }

        @Test func leavesWithANote() throws {
            try fixture.write("a.swift", "old\nodd\n")
            #expect(fixture.run("a.swift --to async --from legacy --report r.json") == .left)
            #expect(try fixture.text("a.swift") == "new\n// note\nodd\n")
            #expect(fixture.output.contains("\na.swift:2:1: odd: too odd\n"))
            let report = try fixture.text("r.json")
            #expect(report.contains("\"reason\" : \"too odd\"") && report.contains("\"to\" : \"async\""))
        }

        @Test func brokenFilesStay() throws {
            let latin: [UInt8] = [0x6F, 0x6C, 0x64, 0x0A, 0x61, 0xE9, 0x0A]
            try fixture.write("a.swift", "odd\n")
            try fixture.write("b.swift", "old\nbroken\n")
            try fixture.write("c.swift", bytes: latin)
            #expect(fixture.run("--from legacy --to async . --report r.json") == .failed)
            #expect(try fixture.text("a.swift") == "// note\nodd\n")
            #expect(try fixture.text("b.swift") == "old\nbroken\n")
            #expect(try fixture.bytes("c.swift") == latin)
            #expect(fixture.output.contains("\nb.swift:2:1: does not parse: what is this?\n"))
            #expect(fixture.output.contains("\nc.swift:2:2: is not UTF-8"))
            let report = try fixture.text("r.json")
            #expect(report.contains("\"unparsable\"") && report.contains("\"unreadable\""))
        }

        @Test func oneThatCannotBeWrittenStopsNoOther() throws {
            for name in ["a", "b", "c"] { try fixture.write("\(name).swift", "old \(name)\n") }
            let fixture = fixture
            let code = fixture.run("--from legacy --to async .") { _, _, _, _ in
                { text throws(MigrationError) in
                    if text == "old a\n" { try? fixture.write("a.swift", "somebody else\n") }
                    if text == "old b\n" { try? FileManager.default.removeItem(atPath: fixture.path("b.swift")) }
                    return try CommandFixture.shout(text)
                }
            }
            #expect(code == .failed)
            #expect(try fixture.text("a.swift") == "somebody else\n")
            #expect(try fixture.text("c.swift") == "new c\n")
            #expect(try fixture.names() == ["a.swift", "c.swift"])
            #expect(fixture.output.hasPrefix("a.swift: cannot be written: somebody else"))
            #expect(fixture.output.contains("\nb.swift: cannot be written: "))
            #expect(fixture.output.contains("3 files: 1 changed, 2 failed\n1 call: 1 rewritten (100 %), 0 left\n"))
        }

        @Test func seesAllThatParses() throws {
            try fixture.write("a.swift", "let a = 1\n")
            try fixture.write("b.swift", "let = = {\n")
            try fixture.write("c/d.swift", "let d = 1\n")
            var seen: [String] = []
            _ = fixture.run("--from legacy --to async .") { _, target, _, texts in
                #expect(target == .async)
                seen = texts
                return CommandFixture.shout
            }
            #expect(seen == ["let a = 1\n", "let = = {\n", "let d = 1\n"])
        }

        // MARK: Dry runs

        @Test(arguments: ["git apply", "patch -p1 --binary"]) func dryRunPrintsADiff(tool: String) throws {
            let filler = (1...12).map { "line \($0)\n" }.joined()
            let texts = [
                "first.swift": "old\n" + filler, "last.swift": filler + "old", "lastline.swift": filler + "odd\n",
                "many.swift": "old\n" + filler + "odd\n" + filler + "old\n",
                "dos.swift": ("x\nold\n" + filler + "odd\n").replacing("\n", with: "\r\n"), "single.swift": "old",
                "with space/a.swift": "odd", "same.swift": filler, "bom.swift": "\u{FEFF}import A\nold\n",
            ]
            for (name, text) in texts { try fixture.write(name, text) }
            #expect(fixture.run("--from legacy --to async --dry-run .") == .left)
            for (name, text) in texts { #expect(try fixture.bytes(name) == Array(text.utf8)) }
            #expect(fixture.errors.contains("9 files: 8 would change\n"))
            let result = try fixture.run(
                tool: tool.split(separator: " ").map(String.init), input: fixture.output)
            #expect(result.code == 0, "\(result.text)")
            for (name, text) in texts {
                #expect(try fixture.bytes(name) == Array(CommandFixture.shout(text).text.utf8), "\(name)")
            }
        }

        @Test func dryRunWritesTheReportAlone() throws {
            try fixture.write("a.swift", "old\n")
            #expect(fixture.run("--from legacy --to async --dry-run a.swift --report r.json") == .done)
            #expect(try fixture.names() == ["a.swift", "r.json"])
            #expect(try fixture.text("a.swift") == "old\n")
        }

        // MARK: Search

        @Test func searches() throws {
            let outside = try CommandFixture()
            try outside.write("o.swift", "old\n")
            let names = ["b.swift", "a/z.swift", "a/y.swift", "a/x.txt", ".build/h.swift", ".h.swift", "named.txt"]
            for name in names { try fixture.write(name, "old\n") }
            let manager = FileManager.default
            try manager.createSymbolicLink(atPath: fixture.path("out"), withDestinationPath: outside.directory)
            try manager.createSymbolicLink(
                atPath: fixture.path("out.swift"), withDestinationPath: outside.path("o.swift"))
            try manager.createSymbolicLink(atPath: fixture.path("a/round"), withDestinationPath: fixture.directory)
            try manager.createSymbolicLink(atPath: fixture.path("no.swift"), withDestinationPath: "nowhere")
            let found = try SourceFiles([".", "a", "b.swift", "./a/../named.txt"], in: fixture.directory)
            #expect(found.files.map(\.name) == ["a/y.swift", "a/z.swift", "b.swift", "named.txt"])
            #expect(found.failures.isEmpty)
            // Named files are included, also hidden ones, those elsewhere, and those behind a link.
            let named = try SourceFiles([".build", "out", outside.path("o.swift")], in: fixture.directory)
            #expect(named.files.map(\.name) == [".build/h.swift", outside.path("o.swift")])
        }

        // MARK: Usage

        @Test(arguments: [
            ("", "--from is missing; add --from legacy or --from observe"),
            ("a.swift --from legacy", "--to is missing; add --to callback or --to async"),
            ("--from legacy --to async", "no PATH is given"),
            (
                "--from callback --to async .",
                "argument 1, --from, does not know the dialect callback; write --from legacy or --from observe"
            ),
            ("--from legacy --to swift .", "argument 3, --to, does not know the dialect swift"),
            ("--from legacy . --to", "argument 4, --to, lacks its value"),
            ("--from legacy --to async --report --dry-run .", "argument 5, --report, lacks its value"),
            (
                "--from legacy --to async --style idomatic .",
                "argument 5, --style, does not know the style idomatic; write --style minimal or --style idiomatic"
            ),
            ("--from legacy --to async . --style", "argument 6, --style, lacks its value; write minimal or idiomatic"),
            (
                "--from legacy --to async --style minimal --style minimal .",
                "argument 7, --style, is given twice; give it once"
            ),
            (
                "--from legacy --to callback --style idiomatic .",
                "--style idiomatic needs --to async; write that, or leave --style out"
            ),
            ("--from legacy --to async --fast .", "argument 5, --fast, is no option; there are --from,"),
            ("--from legacy --to async . x.swift y", "x.swift, y: no such file or directory"),
            ("--from legacy --to async /dev/null", "/dev/null: is neither a file nor a directory"),
            ("--from legacy --to async . --report a.swift", "--report a.swift: is one of the files to rewrite"),
            ("--from legacy --to async . --report no/r.json", "--report no/r.json: no file can be there"),
            ("--from legacy --to async . --report .", "--report .: no file can be there"),
        ])
        func wrongUsage(_ line: String, _ message: String) throws {
            try fixture.write("a.swift", "old\n")
            #expect(fixture.run(line) == .usage)
            #expect(fixture.errors.hasPrefix("datasync-migrate: \(message)"))
            #expect(fixture.errors.hasSuffix("\nMore: datasync-migrate --help\n"))
            #expect(fixture.output == "")
            #expect(try fixture.text("a.swift") == "old\n")
        }

        @Test func help() {
            #expect(fixture.run("--to --help") == .done)
            #expect(fixture.output.hasPrefix("usage: datasync-migrate --from legacy|observe --to callback|async "))
            #expect(fixture.output.contains("\n  3  a file did not parse"))
            #expect(fixture.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
        }

        @Test func namesAfterTwoHyphens() throws {
            try fixture.write("--help", "old\n")
            #expect(fixture.run("--from legacy --to async -- --help") == .done)
            #expect(try fixture.text("--help") == "new\n")
        }

        @Test func checksAndExplains() throws {
            let fixture = try CommandFixture()
            try fixture.write("a.swift", "import DatasyncLegacy\nfunc f(r: Webcom) { r.remove() }\n")
            let real: MigrationCommand.MakeRewriting = { Migrator(from: $0, to: $1, style: $2, seeing: $3).migration }
            #expect(fixture.run("--from legacy --check a.swift", real) == .left)
            #expect(fixture.output == "a.swift:2:23: warning: legacy call remove\n")
            #expect(fixture.run("--from legacy --to callback --explain a.swift:2", real) == .done)
            #expect(fixture.output.contains("column 23, remove: is rewritten"))
            #expect(fixture.output.contains("+ func f(r: Webcom.ServerlessDbNode) { r.clear() }"))
            #expect(fixture.run("--from legacy --to async --html p.html --dry-run a.swift", real) == .done)
            #expect(try fixture.text("p.html").contains("{ r.promise.clear() }</td>"))
            #expect(try fixture.text("a.swift").hasSuffix("{ r.remove() }\n"))
            #expect(fixture.run("--from legacy --to callback a.swift", real) == .done)
            #expect(fixture.run("--from legacy --check a.swift", real) == .done)
        }

        @Test func seesOtherModules() throws {
            let fixture = try CommandFixture()
            try fixture.write(
                "Core/a.swift", "import DatasyncLegacy\npublic struct Store { public let root: Webcom }\n")
            try fixture.write(
                "App/b.swift", "import Core\nimport DatasyncLegacy\nfunc f(s: Store) { s.root.child(\"a\") }\n")
            let real: MigrationCommand.MakeRewriting = { Migrator(from: $0, to: $1, style: $2, seeing: $3).migration }
            #expect(fixture.run("--from legacy --to async --dry-run App", real) == .left)
            #expect(fixture.run("--from legacy --to async --see Core App", real) == .done)
            #expect(try fixture.text("App/b.swift").contains("s.root.at(\"a\")"))
            #expect(try fixture.text("Core/a.swift").contains("Webcom"))
        }

        @Test(arguments: [
            ("--from legacy --to async --to callback .", "argument 5, --to, is given twice"),
            ("--from legacy --to async a.js", "a.js: is no Swift file"),
            ("--from legacy --to async none", "none: has no Swift file"),
            ("--from legacy --to async --explain a.swift", "write a file and a line"),
        ])
        func wrongPlaces(_ line: String, _ message: String) throws {
            let fixture = try CommandFixture()
            try fixture.write("a.js", "")
            try fixture.write("a.swift", "")
            try fixture.write("none/a.txt", "")
            #expect(fixture.run(line) == .usage)
            #expect(fixture.errors.contains(message), "\(fixture.errors)")
        }

        @Test func readOnlyFilesStay() throws {
            let fixture = try CommandFixture()
            let text = "import DatasyncLegacy\nfunc f(r: Webcom) { r.remove() }\n"
            let real: MigrationCommand.MakeRewriting = { Migrator(from: $0, to: $1, style: $2, seeing: $3).migration }
            try fixture.write("a.swift", text)
            try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: fixture.path("a.swift"))
            #expect(fixture.run("--from legacy --to async a.swift", real) == .failed)
            #expect(fixture.output.contains("it is read-only; run `chmod u+w` on it"))
            #expect(try fixture.text("a.swift") == text)
        }

        @Test func rewritesWithTheMigratorItself() throws {
            try fixture.write("a.swift", "let number = 1\n")
            let command = MigrationCommand(directory: fixture.directory, output: { _ in }, errors: { _ in })
            #expect(command.run(["--from", "legacy", "--to", "callback", "a.swift"]) == .done)
            #expect(try fixture.text("a.swift") == "let number = 1\n")
        }
    }
#endif
