import Foundation

/// The folder of the build of these tests, with the modules that they import.
struct BuildFolder {
    /// The folder of the `.swiftmodule` files.
    let modules: URL

    /// Finds the folder above the test binary that holds some modules, for any scratch path and sanitizer.
    ///
    /// - Parameter names: The modules.
    /// - Returns: The folder.
    /// - Throws: ``SymbolGraph/Failure`` if there is no such folder.
    static func ofTheseTests(holding names: [String]) throws -> BuildFolder {
        var starts = [Bundle(for: Anchor.self).bundleURL]
        if let program = Bundle.main.executableURL { starts.append(program) }
        for start in starts {
            var folder = start.resolvingSymlinksInPath()
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                for modules in [folder.appending(path: "Modules"), folder] where holds(names, modules) {
                    return BuildFolder(modules: modules)
                }
            }
        }
        throw SymbolGraph.Failure(
            description:
                "No folder above \(starts.map(\.path)) holds the modules \(names). Run `swift build --build-tests`.")
    }

    private static func holds(_ names: [String], _ folder: URL) -> Bool {
        names.allSatisfy {
            FileManager.default.fileExists(atPath: folder.appending(path: "\($0).swiftmodule").path)
        }
    }

    /// Writes the symbol graphs of a module, by the compiler's tool.
    func extract(_ module: String, to output: URL) throws {
        var words = [
            "swift-symbolgraph-extract", "-minimum-access-level", "public", "-module-name", module, "-I", modules.path,
            "-target", try Self.target.get(), "-output-dir", output.path,
        ]
        #if os(macOS)
            let sdk = try Self.run(["xcrun", "--show-sdk-path"])
            words = ["xcrun"] + words + ["-sdk", sdk.trimmingCharacters(in: .whitespacesAndNewlines)]
        #endif
        let cache = modules.deletingLastPathComponent().appending(path: "ModuleCache")
        if FileManager.default.fileExists(atPath: cache.path) { words += ["-module-cache-path", cache.path] }
        _ = try Self.run(words)
    }

    /// The default target of the compiler.
    private static let target = Result {
        struct Info: Decodable {
            struct Target: Decodable {
                let triple: String
            }
            let target: Target
        }
        let text = try run(["swift", "-print-target-info"])
        return try JSONDecoder().decode(Info.self, from: Data(text.utf8)).target.triple
    }

    /// Runs a command to its end.
    ///
    /// - Returns: The output.
    /// - Throws: ``SymbolGraph/Failure`` with the output if the exit code is not 0.
    private static func run(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        // A file, not a pipe: a full pipe without a reader would block the command.
        let file = FileManager.default.temporaryDirectory.appending(path: "datasync-output-\(UUID())")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let output = try FileHandle(forWritingTo: file)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        process.waitUntilExit()
        let text = try String(contentsOf: file, encoding: .utf8)
        guard process.terminationStatus == 0 else {
            throw SymbolGraph.Failure(
                description: "`\(words.joined(separator: " "))` ended with \(process.terminationStatus): \(text)")
        }
        return text
    }
}

/// A class by which the bundle of these tests is found.
private final class Anchor {}
