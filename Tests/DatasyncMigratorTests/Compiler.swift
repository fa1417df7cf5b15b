#if Migrator
    import Foundation
    import Testing

    /// Compiles single files against the modules that were built together with these tests.
    struct Compiler {
        /// The result of a run of the compiler.
        struct Answer {
            let isGood: Bool
            let text: String

            /// The names of the deprecated symbols that are used, in order.
            var deprecated: [String] {
                let pattern = /(?m)^[^\n]*: warning: '([^'\n]*)' is deprecated/
                return text.matches(of: pattern).map { match in
                    String(match.1.prefix { $0 != "(" })
                }
            }
        }

        private let products: String
        private let folder: URL

        init() throws {
            var place = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            while !FileManager.default.fileExists(atPath: place.appendingPathComponent("Modules").path) {
                try #require(place.path.count > 1, "no folder Modules above \(CommandLine.arguments[0])")
                place.deleteLastPathComponent()
            }
            products = place.path
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("compiler-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        func clean() { try? FileManager.default.removeItem(at: folder) }

        /// Compiles a file up to the checks for sending values.
        func check(_ text: String, named name: String) throws -> Answer {
            let file = try write(text, named: name)
            return try run("swiftc", flags + ["-emit-sil", "-o", "/dev/null", file.path])
        }

        /// Builds a program and runs it.
        ///
        /// - Returns: The output of the program, or that of the compiler if it does not build.
        func output(of text: String, named name: String) throws -> Answer {
            let file = try write(text, named: name)
            let program = folder.appendingPathComponent(name)
            let build = try run("swiftc", flags + [file.path] + objects() + ["-o", program.path])
            guard build.isGood else { return build }
            return try run(program.path, [], withErrors: false)
        }

        private var flags: [String] { ["-swift-version", "6", "-I", "\(products)/Modules", "-parse-as-library"] }

        private func write(_ text: String, named name: String) throws -> URL {
            let file = folder.appendingPathComponent("\(name).swift")
            try Data(text.utf8).write(to: file)
            return file
        }

        /// Returns the object files of the client modules, without those whose source file was removed.
        private func objects() throws -> [String] {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let modules = [
                "Sources/DatasyncTree", "Sources/DatasyncConcurrency", "Sources/DatasyncWire",
                "Sources/DatasyncPromise", "Sources/DatasyncLog", "Sources/DatasyncStorage",
                "Sources/DatasyncWebSocket",
                "Sources/DatasyncEngine", "Sources/DatasyncBackend", "Sources/DatasyncLive",
                "Sources/DatasyncClient", "Sources/DatasyncLegacy", "Sources/DatasyncCallback",
                "Sources/DatasyncAsync", "Sources/MigrationSupport", "Sources/DatasyncLegacyToCallback",
                "Sources/DatasyncLegacyToAsync",
            ]
            let names = [
                "Sources/MigrationSupport": "MigrationSupport",
                "Sources/DatasyncLegacyToCallback": "DatasyncLegacyToCallback",
                "Sources/DatasyncLegacyToAsync": "DatasyncLegacyToAsync",
            ]
            return modules.flatMap { module -> [String] in
                let sources = FileManager.default.enumerator(atPath: root.appendingPathComponent(module).path)
                let build = "\(products)/\(names[module] ?? String(module.dropFirst("Sources/".count))).build"
                return (sources?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
                    .map { "\(build)/\(($0 as NSString).lastPathComponent).o" }
            }
        }

        private func run(_ tool: String, _ arguments: [String], withErrors: Bool = true) throws -> Answer {
            let log = folder.appendingPathComponent(UUID().uuidString)
            try Data().write(to: log)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [tool] + arguments
            process.standardOutput = try FileHandle(forWritingTo: log)
            process.standardError = withErrors ? process.standardOutput : FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
            return Answer(isGood: process.terminationStatus == 0, text: text)
        }
    }
#endif
