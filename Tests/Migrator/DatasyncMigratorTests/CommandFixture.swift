#if Migrator
    import Foundation
    import Testing

    @testable import DatasyncMigrator

    /// A directory for one test in which the command runs.
    final class CommandFixture {
        let directory: String
        private(set) var output = ""
        private(set) var errors = ""

        init() throws {
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("workshop-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            directory = try #require(SourceFiles.realPath(path.path))
        }

        deinit { try? FileManager.default.removeItem(atPath: directory) }

        func path(_ name: String) -> String { "\(directory)/\(name)" }

        func write(_ name: String, _ text: String) throws { try write(name, bytes: Array(text.utf8)) }

        func write(_ name: String, bytes: [UInt8]) throws {
            let address = URL(fileURLWithPath: path(name))
            try FileManager.default.createDirectory(
                at: address.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: address)
        }

        func bytes(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
        }

        func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

        /// Returns the names in the directory, hidden ones too.
        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: directory).sorted() }

        /// Runs the command with words that are separated by spaces.
        func run(
            _ line: String,
            _ makeRewriting: @escaping MigrationCommand.MakeRewriting = { _, _, _, _ in CommandFixture.shout }
        ) -> ExitCode {
            (output, errors) = ("", "")
            let command = MigrationCommand(
                directory: directory, output: { self.output += $0 }, errors: { self.errors += $0 },
                makeRewriting: makeRewriting)
            return command.run(line.split(separator: " ").map(String.init))
        }

        /// Runs another tool in the directory.
        func run(tool: [String], input: String) throws -> (code: Int32, text: String) {
            try write(".input", input)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = tool
            process.currentDirectoryURL = URL(fileURLWithPath: directory)
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["GIT_CEILING_DIRECTORIES": directory, "GIT_CONFIG_GLOBAL": "/dev/null"]) { $1 }
            process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: path(".input")))
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            try FileManager.default.removeItem(atPath: path(".input"))
            return (process.terminationStatus, text)
        }

        /// Rewrites for tests: each `old` becomes `new`, each `odd` gets a note, and `broken` does not parse.
        static func shout(_ text: String) throws(MigrationError) -> Migration {
            var lines: [String] = []
            var sites: [Migration.Site] = []
            // Splits by scalars: a carriage return and a line feed are one character.
            let old = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for (index, line) in old.enumerated() {
                if line.hasPrefix("broken") {
                    throw MigrationError(line: index + 1, column: 1, message: "what is this?")
                }
                if line.hasPrefix("old") {
                    sites.append(Migration.Site(line: index + 1, column: 1, name: "old", outcome: .rewritten))
                    lines.append("new" + line.dropFirst(3))
                } else if line.hasPrefix("odd") {
                    sites.append(
                        Migration.Site(line: index + 1, column: 1, name: "odd", outcome: .left(reason: "too odd")))
                    lines += ["// note", line]
                } else {
                    lines.append(line)
                }
            }
            return Migration(text: lines.joined(separator: "\n"), sites: sites)
        }
    }
#endif
