#if Server
    import Foundation

    /// A shell command that changes a text.
    enum ShellCommand {
        /// Runs a command with a text as its standard input, and returns its standard output.
        ///
        /// - Throws: ``CommandError`` if the command fails.
        static func run(_ command: String, input: String) async throws(CommandError) -> String {
            let result = await withCheckedContinuation { continuation in
                // Waiting blocks the thread, so it must not be one that runs tasks.
                DispatchQueue.global().async {
                    continuation.resume(
                        returning: Result { () throws(CommandError) in try wait(for: command, input: input) })
                }
            }
            return try result.get()
        }

        private static func wait(for command: String, input: String) throws(CommandError) -> String {
            let process = Process()
            let (source, result) = (Pipe(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", command]
            process.standardInput = source
            process.standardOutput = result
            // A command may leave its input unread.
            signal(SIGPIPE, SIG_IGN)
            do {
                try process.run()
            } catch {
                throw CommandError("The command cannot be run: \(error.localizedDescription).")
            }
            let writer = source.fileHandleForWriting
            DispatchQueue.global().async {
                try? writer.write(contentsOf: Data(input.utf8))
                try? writer.close()
            }
            let output = result.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            guard process.terminationReason == .exit, process.terminationStatus == 0 else {
                throw CommandError(
                    "The command ended with the exit code \(process.terminationStatus), so nothing was written.")
            }
            return String(decoding: output, as: UTF8.self)
        }
    }
#endif
