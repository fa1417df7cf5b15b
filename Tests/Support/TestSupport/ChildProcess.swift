import Foundation

/// A process, with its input and output: a program that is built next to the test bundle, or one named by its path.
package final class ChildProcess {
    private let process = Process()
    private let pipe = Pipe()
    /// The input of the process, for use on any thread.
    package let input: Input?
    private var buffer = Data()

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

    /// Returns the next line; `nil` at the end of the output, or after five minutes without any, which end the process.
    package func nextLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: Self.newline) {
                defer { buffer = Data(buffer[(end + 1)...]) }
                return String(decoding: buffer[..<end], as: UTF8.self)
            }
            guard let piece = nextPiece() else { return nil }
            buffer += piece
        }
    }

    /// Reads until a number of lines has arrived.
    package func read(lines: Int) -> String {
        var count = buffer.count { $0 == Self.newline }
        while count < lines, let piece = nextPiece() {
            count += piece.count { $0 == Self.newline }
            buffer += piece
        }
        return take()
    }

    /// Reads what is left after the end of the process.
    package func readToEnd() -> String {
        buffer += pipe.fileHandleForReading.readDataToEndOfFile()
        return take()
    }

    /// Returns the lines that are left after the process was killed, without one of which it had printed a part.
    package func readLinesToEnd() -> [String] {
        let text = readToEnd()
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private static let newline = UInt8(ascii: "\n")

    /// Waits for output; `nil` at its end, or if the process has printed nothing for five minutes, which end it.
    private func nextPiece() -> Data? {
        let handle = pipe.fileHandleForReading
        var state = pollfd(fd: handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
        if poll(&state, 1, 300_000) == 0 {
            print("process \(id) has printed nothing for five minutes, and is ended.")
            kill()
        }
        let piece = handle.availableData
        return piece.isEmpty ? nil : piece
    }

    private func take() -> String {
        defer { buffer = Data() }
        return String(decoding: buffer, as: UTF8.self)
    }
}
