import Foundation

/// A command of the system that runs to its end.
struct Command {
    /// An error with the reason why a command failed, and a remedy.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let name: String
    let arguments: [String]
    let directory: URL

    init(_ name: String, _ arguments: [String], in directory: URL) {
        self.name = name
        self.arguments = arguments
        self.directory = directory
    }

    /// Runs the command.
    ///
    /// - Returns: The standard output.
    /// - Throws: ``Failure`` if the command is not found or its exit code is not 0.
    func output() throws -> Data {
        let process = Process()
        process.executableURL = try Self.find(name, in: ProcessInfo.processInfo.environment["PATH"] ?? "")
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.standardInput = FileHandle.nullDevice
        return try Self.withTemporaryDirectory { folder in
            // Files, not pipes: a full pipe without a reader would block the command.
            let (answer, complaint) = (folder.appending(path: "output"), folder.appending(path: "errors"))
            process.standardOutput = try Self.handle(writing: answer)
            process.standardError = try Self.handle(writing: complaint)
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                let complaint = String(decoding: try Data(contentsOf: complaint), as: UTF8.self)
                let words = ([name] + arguments).joined(separator: " ")
                throw Failure(description: "`\(words)` ended with \(process.terminationStatus): \(complaint)")
            }
            return try Data(contentsOf: answer)
        }
    }

    /// Finds a command.
    ///
    /// - Parameters:
    ///   - name: The name of the command.
    ///   - path: The folders to search, separated by colons.
    /// - Returns: The executable file.
    /// - Throws: ``Failure`` if no folder has the command.
    static func find(_ name: String, in path: String) throws -> URL {
        for folder in path.split(separator: ":") {
            let file = URL(filePath: String(folder)).appending(path: name)
            if FileManager.default.isExecutableFile(atPath: file.path) { return file }
        }
        throw Failure(description: "The command `\(name)` is not found. Put the folder that holds it into PATH.")
    }

    /// Passes a new temporary folder to a closure, and removes it afterwards.
    static func withTemporaryDirectory<Answer>(_ body: (URL) throws -> Answer) throws -> Answer {
        let folder = FileManager.default.temporaryDirectory.appending(path: "datasync-house-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    private static func handle(writing file: URL) throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }
}
