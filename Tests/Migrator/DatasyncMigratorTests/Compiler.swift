#if Migrator
    import Foundation
    import TestSupport
    import Testing

    /// Compiles single files against the modules that were built together with these tests.
    struct Compiler {
        /// The result of a run of the compiler.
        struct Answer: Sendable {
            let isGood: Bool
            let text: String

            /// The lines about events and results, in order.
            var events: [Substring] { text.split(separator: "\n").filter { !$0.contains("diagnostics") } }

            /// The lines about diagnostics, whose place among the others is not fixed, as a thread of their own prints them.
            var diagnostics: [Substring] { text.split(separator: "\n").filter { $0.contains("diagnostics") } }

            /// The names of the deprecated symbols that are used, in order.
            var deprecated: [String] {
                let pattern = /(?m)^[^\n]*: warning: '([^'\n]*)' is deprecated/
                return text.matches(of: pattern).map { match in
                    String(match.1.prefix { $0 != "(" })
                }
            }
        }

        /// The result of linking the library, by directory of products.
        private static let libraries = Memo<String, Answer>()

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
            return try Self.run("swiftc", flags + ["-emit-sil", "-o", "/dev/null", file.path])
        }

        /// Builds a program and runs it.
        ///
        /// - Parameters:
        ///   - text: The text of the program.
        ///   - name: The name of the program.
        ///   - objects: The object files of modules that the program imports.
        ///   - seconds: The time after which the program is ended; `nil` for no limit.
        /// - Returns: The output of the program, or that of the compiler if it does not build.
        /// - Throws: The error of writing a file or running a process.
        func output(
            of text: String, named name: String, linking objects: [String] = [], within seconds: Int? = nil
        ) throws -> Answer {
            let file = try write(text, named: name)
            let program = folder.appendingPathComponent(name)
            let linked = try Self.libraries.answer(to: products) { try Self.makeLibrary(products) }
            guard linked.isGood else { return linked }
            let linking = [Self.library(products), "-Xlinker", "-rpath", "-Xlinker", products]
            let build = try Self.run("swiftc", flags + [file.path] + objects + linking + ["-o", program.path])
            guard build.isGood else { return build }
            if let seconds { return try Self.run("timeout", ["\(seconds)", program.path], withErrors: false) }
            return try Self.run(program.path, [], withErrors: false)
        }

        /// Builds a module that programs of this compiler can import.
        ///
        /// - Returns: The path of its object file.
        func makeModule(_ text: String, named name: String) throws -> String {
            let file = try write(text, named: name)
            let object = folder.appendingPathComponent("\(name).o").path
            let interface = [
                "-emit-module", "-emit-module-path", folder.appendingPathComponent("\(name).swiftmodule").path,
            ]
            let answer = try Self.run(
                "swiftc",
                flags + ["-swift-version", "5", "-module-name", name, "-c", file.path, "-o", object] + interface)
            try #require(answer.isGood, "\(answer.text.prefix(2000))")
            return object
        }

        private var flags: [String] {
            ["-swift-version", "6", "-I", "\(products)/Modules", "-I", folder.path, "-parse-as-library"] + moduleMaps
        }

        private func write(_ text: String, named name: String) throws -> URL {
            let file = folder.appendingPathComponent("\(name).swift")
            try Data(text.utf8).write(to: file)
            return file
        }

        /// The modules that the programs use.
        private static let modules = [
            "DatasyncTree", "DatasyncConcurrency", "DatasyncWire", "DatasyncPromise", "DatasyncLog", "DatasyncStorage",
            "DatasyncWebSocket", "DatasyncEngine", "DatasyncBackend", "DatasyncLive", "DatasyncClient",
            "DatasyncLegacy", "DatasyncCallback", "DatasyncAsync", "MigrationSupport", "DatasyncLegacyToCallback",
            "DatasyncLegacyToAsync",
        ]
        /// The modules of packages that those use if the trait WebSocket is enabled too.
        private static let packages = [
            "NIO", "NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket", "NIOSSL", "NIOTLS", "NIOConcurrencyHelpers",
            "_NIOBase64", "_NIODataStructures", "CNIOAtomics", "CNIODarwin", "CNIOLinux", "CNIOPosix", "CNIOLLHTTP",
            "NIOExtras", "CNIOSHA1", "CNIOBoringSSL", "CNIOBoringSSLShims", "CNIOFreeBSD", "CNIOOpenBSD", "CNIOWASI",
            "CNIOWindows",
            "Atomics", "_AtomicsShims", "DequeModule", "InternalCollectionsUtilities", "Collections",
            "ContainersPreview",
            "BasicContainers",
        ]

        /// The maps of the C modules in those packages: written by the build, or by the package itself.
        private var moduleMaps: [String] {
            let checkouts = URL(fileURLWithPath: products).deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("checkouts").path
            let sources = ((try? FileManager.default.contentsOfDirectory(atPath: checkouts)) ?? [])
                .map { "\(checkouts)/\($0)/Sources" }
            let maps = Self.packages.flatMap { module in
                ["\(products)/\(module).build/module.modulemap"]
                    + sources.map { "\($0)/\(module)/include/module.modulemap" }
            }
            return maps.filter(FileManager.default.fileExists).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
        }

        /// Links all modules to one library, against which each program is linked in a fraction of the time.
        private static func makeLibrary(_ products: String) throws -> Answer {
            let own = try modules.flatMap { try objects(of: $0, products) }
            let others = packages.flatMap { files("\(products)/\($0).build", ".o") }
            let list = FileManager.default.temporaryDirectory.appendingPathComponent("objects-\(UUID().uuidString)")
            // Names may contain blanks.
            try Data((own + others).map { "\"\($0)\"" }.joined(separator: "\n").utf8).write(to: list)
            defer { try? FileManager.default.removeItem(at: list) }
            return try run("swiftc", ["-emit-library", "@\(list.path)", "-o", library(products)])
        }

        private static func library(_ products: String) -> String { "\(products)/libMigratedPrograms.so" }

        /// Returns the object files of a module, without those whose source file was removed.
        private static func objects(of module: String, _ products: String) throws -> [String] {
            files(try PackageFolder.of(module).path, ".swift")
                .map { "\(products)/\(module).build/\(($0 as NSString).lastPathComponent).o" }
        }

        private static func files(_ directory: String, _ suffix: String) -> [String] {
            let paths = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
            return paths.filter { $0.hasSuffix(suffix) }.map { "\(directory)/\($0)" }
        }

        private static func run(_ tool: String, _ arguments: [String], withErrors: Bool = true) throws -> Answer {
            let log = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try Data().write(to: log)
            defer { try? FileManager.default.removeItem(at: log) }
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
