#if Migrator
    import Foundation
    import Testing

    @testable import DatasyncMigrator

    @Suite("Formatting of the written files") struct CommandFormatTests {
        private let fixture: CommandFixture
        private let real: MigrationCommand.MakeRewriting = {
            Migrator(from: $0, to: $1, style: $2, seeing: $3).migration
        }

        private static let source = """
            import DatasyncLegacy
            struct Room {
                  let messages: Webcom
                func send(_ text: String) { messages.push(["text": text]) { error in print(error?.message ?? "sent") } }
            }

            """

        init() throws { fixture = try CommandFixture() }

        private func configuration(_ spaces: Int, _ columns: Int) -> String {
            #"{"version": 1, "lineLength": \#(columns), "indentation": {"spaces": \#(spaces)}}"# + "\n"
        }

        @Test("the nearest .swift-format at or above a file decides its formatting")
        func nearest() throws {
            try fixture.write("wide/.swift-format", configuration(4, 140))
            try fixture.write("wide/deep/Room.swift", Self.source)
            try fixture.write("wide/narrow/.swift-format", configuration(2, 60))
            try fixture.write("wide/narrow/Room.swift", Self.source)
            #expect(fixture.run("--from legacy --to async wide", real) == .done)
            #expect(fixture.errors == "")
            let wide = """
                import DatasyncAsync
                import DatasyncLegacyToAsync

                struct Room {
                    let messages: DatasyncNode
                    func send(_ text: String) { messages.promise.push(.raw, ["text": text]).completed \
                { error in print(error?.message ?? "sent") } }
                }

                """
            #expect(try fixture.text("wide/deep/Room.swift") == wide)
            let narrow = """
                import DatasyncAsync
                import DatasyncLegacyToAsync

                struct Room {
                  let messages: DatasyncNode
                  func send(_ text: String) {
                    messages.promise.push(.raw, ["text": text]).completed {
                      error in print(error?.message ?? "sent")
                    }
                  }
                }

                """
            #expect(try fixture.text("wide/narrow/Room.swift") == narrow)
        }

        @Test("only files that change are formatted, and none without a .swift-format or in a dry run")
        func others() throws {
            try fixture.write("plain/Room.swift", Self.source)
            try fixture.write("formatted/.swift-format", configuration(2, 60))
            try fixture.write("formatted/Own.swift", "struct Own   { let a = 1 }\n")
            try fixture.write("formatted/Room.swift", Self.source)
            #expect(fixture.run("--from legacy --to async --dry-run .", real) == .done)
            #expect(try fixture.text("formatted/Room.swift") == Self.source)
            #expect(fixture.run("--from legacy --to async .", real) == .done)
            #expect(try fixture.text("formatted/Own.swift") == "struct Own   { let a = 1 }\n")
            #expect(try fixture.text("formatted/Room.swift").contains("\n  let messages: DatasyncNode\n"))
            #expect(try fixture.text("plain/Room.swift").contains("\n      let messages: DatasyncNode\n"))
        }

        @Test("a .swift-format that cannot be read is reported, and the files are rewritten")
        func broken() throws {
            try fixture.write(".swift-format", "{ this is no configuration\n")
            try fixture.write("Room.swift", Self.source)
            _ = fixture.run("--from legacy --to async Room.swift", real)
            #expect(
                fixture.errors == "datasync-migrate: swift format failed; the files are rewritten, run it by hand\n")
            #expect(try fixture.text("Room.swift").contains("let messages: DatasyncNode"))
        }
    }
#endif
