#if Migrator
    import Testing

    @testable import DatasyncMigrator

    @Suite("The command in packages") struct CommandPackageTests {
        private let fixture: CommandFixture

        init() throws {
            fixture = try CommandFixture()
            try fixture.write("Package.swift", "// swift-tools-version: 6.0\n")
            try fixture.write(
                "Sources/Store/Store.swift",
                "import Base\nimport DatasyncLegacy\npublic struct Store { public let base: Base }\n")
            try fixture.write(
                "Sources/Base/Base.swift", "import DatasyncLegacy\npublic struct Base { public let users: Webcom }\n")
            try fixture.write("Sources/Other/Other.swift", "public struct Store { public let base: Int }\n")
            try fixture.write(
                "Sources/App/App.swift",
                "import DatasyncLegacy\nimport Store\nfunc f(s: Store) {\n    s.base.users.remove()\n}\n")
        }

        private func run(_ line: String) -> ExitCode {
            fixture.run(line) { Migrator(from: $0, to: $1, style: $2, seeing: $3).migration }
        }

        @Test("the modules that the files import are read, and not rewritten")
        func imported() throws {
            let base = try fixture.text("Sources/Base/Base.swift")
            #expect(run("--from legacy --to callback Sources/App") == .done)
            #expect(try fixture.text("Sources/App/App.swift").contains("s.base.users.clear()"))
            #expect(try fixture.text("Sources/Base/Base.swift") == base)
        }

        @Test("several modules are read, then rewritten")
        func modules() throws {
            #expect(run("--from legacy --to async Sources/App Sources/Store Sources/Base") == .done)
            #expect(try fixture.text("Sources/App/App.swift").contains("s.base.users.promise.clear()"))
            #expect(try fixture.text("Sources/Base/Base.swift").contains("users: DatasyncNode"))
        }

        @Test("calls that are left are warnings at their lines in the new text")
        func warnings() throws {
            try fixture.write(
                "a.swift",
                "import DatasyncLegacy\nfunc f(r: Webcom) {\n    r.remove { _ in }\n    r.setPriority(1)\n    r.setPriority(2)\n}\n"
            )
            let line = "--from legacy --to async --warnings a.swift"
            #expect(run(line + " --dry-run") == .left)
            #expect(fixture.errors.contains("\na.swift:4:7: warning: setPriority: "))
            #expect(run(line) == .left)
            let lines = try fixture.text("a.swift").split(separator: "\n", omittingEmptySubsequences: false)
            let places = fixture.output.matches(of: #/a\.swift:(\d+):(\d+): warning: setPriority: /#)
            #expect(places.count == 2)
            for place in places {
                let (number, column) = (Int(place.1) ?? 0, Int(place.2) ?? 0)
                #expect(lines[number - 1].dropFirst(column - 1).hasPrefix("setPriority("))
            }
        }
    }
#endif
