import Foundation
import PackagePlugin

/// The command `swift package migrate-datasync`, which runs `datasync-migrate` in a package.
///
/// Without a path, all source modules of the package are rewritten, or those that `--target` names.
@main
struct MigrationPlugin: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let names = extractor.extractOption(named: "target")
        var words = extractor.remainingArguments
        let root = context.package.directoryURL
        if !words.contains("--check"), !words.contains("--explain") { words.append("--warnings") }
        if !words.contains(where: { isPath($0, below: root) }) {
            words += context.package.targets.filter { names.isEmpty || names.contains($0.name) }
                .compactMap { $0 as? SwiftSourceModuleTarget }.map(\.directoryURL.path)
        }
        let tool = Process()
        tool.executableURL = try context.tool(named: "datasync-migrate").url
        tool.arguments = words
        tool.currentDirectoryURL = root
        let output = Pipe()
        tool.standardOutput = output
        try tool.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        tool.waitUntilExit()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { show(String(line), below: root) }
        // The exit code 1 means that calls are left; the warnings name them.
        if tool.terminationStatus > 1 { Diagnostics.error("datasync-migrate failed; see its message above") }
    }

    /// Returns whether a word names something in the package.
    private func isPath(_ word: String, below root: URL) -> Bool {
        !word.hasPrefix("-")
            && FileManager.default.fileExists(atPath: URL(fileURLWithPath: word, relativeTo: root).path)
    }

    /// Prints a line, or reports it if it is a warning.
    private func show(_ line: String, below root: URL) {
        let parts = line.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let number = Int(parts[1]), parts[3] == " warning" else { return print(line) }
        let file = URL(fileURLWithPath: String(parts[0]), relativeTo: root).path
        Diagnostics.emit(.warning, String(parts[4].dropFirst()), file: file, line: number)
    }
}
