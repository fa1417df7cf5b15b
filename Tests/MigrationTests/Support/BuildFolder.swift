import Foundation

/// The folder into which these tests were built, with the modules that they see.
struct BuildFolder {
    /// The folder of the `.swiftmodule` files.
    let modules: URL

    /// Finds the folder above the test binary that holds some modules, whatever the scratch path and the sanitizer.
    ///
    /// - Parameter names: The modules.
    /// - Returns: The folder.
    /// - Throws: ``SymbolGraph/Failure`` where there is none.
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

    /// Has the compiler write the symbol graphs of a module.
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

    /// What the compiler builds for when nothing else is said.
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
    /// - Returns: What it printed.
    /// - Throws: ``SymbolGraph/Failure`` with what it printed where it does not end well.
    private static func run(_ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        // A file, not a pipe: a full pipe that nobody empties would stop the command.
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

/// What the bundle of these tests is known by.
private final class Anchor {}
