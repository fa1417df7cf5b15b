import Foundation

/// A process, with its input and output: a program that is built next to the test bundle, or one named by its path.
package final class ChildProcess {
    private let process = Process()
    private let pipe = Pipe()
    /// The input of the process, for use on any thread.
    package let input: Input?
    private var buffer = ""

    /// Writes lines to the input of a process; a process that was killed ignores them.
    package struct Input: Sendable {
        fileprivate let pipe = Pipe()

        package func send(_ line: String) {
            try? pipe.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        }
    }

    /// Starts the process.
    ///
    /// `takesInput`: Whether the process reads lines of this process instead of its standard input; `environment`: variables that it
    /// has besides those of this process; `errors`: the file that gets its standard error instead of that of this process.
    /// - Throws: The error of the system if there is no such program, or no such file.
    package init(
        _ name: String, _ arguments: [String], takesInput: Bool = false, environment: [String: String] = [:],
        errors: String? = nil
    ) throws {
        input = takesInput ? Input() : nil
        process.executableURL = URL(filePath: Self.path(of: name))
        process.arguments = arguments
        if let errors { process.standardError = try FileHandle(forWritingTo: URL(filePath: errors)) }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = pipe
        if let input {
            // Writing to a process that was killed must be an error, not the end of this process.
            signal(SIGPIPE, SIG_IGN)
            process.standardInput = input.pipe
        }
        try process.run()
    }

    /// Returns the path of a program next to the test bundle, unless its name is a path.
    package static func path(of name: String) -> String {
        let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return name.hasPrefix("/") ? name : folder.appending(path: name).path
    }

    package var id: Int32 { process.processIdentifier }

    package var isRunning: Bool { process.isRunning }

    /// Ends the process without a warning to it.
    package func kill() {
        Foundation.kill(id, SIGKILL)
        process.waitUntilExit()
    }

    /// Returns the next line; `nil` at the end of the output.
    package func nextLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: "\n") {
                defer { buffer.removeSubrange(...end) }
                return String(buffer[..<end])
            }
            let data = pipe.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            buffer += String(decoding: data, as: UTF8.self)
        }
    }

    /// Reads until a number of lines has arrived.
    package func read(lines: Int) -> String {
        var data = Data()
        var count = buffer.count { $0 == "\n" }
        while count < lines {
            let piece = pipe.fileHandleForReading.availableData
            guard !piece.isEmpty else { break }
            count += piece.count { $0 == 10 }
            data += piece
        }
        return take(data)
    }

    /// Reads what is left after the end of the process.
    package func readToEnd() -> String { take(pipe.fileHandleForReading.readDataToEndOfFile()) }

    private func take(_ data: Data) -> String {
        defer { buffer = "" }
        return buffer + String(decoding: data, as: UTF8.self)
    }
}
