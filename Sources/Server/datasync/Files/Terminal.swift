#if Server
    import DatasyncTree
    import Foundation

    /// A command's output: text for people at a terminal, JSON for programs.
    enum Terminal {
        static var isOutput: Bool { isatty(1) == 1 }

        /// Prints a result as text, or as one line of JSON if the output is not a terminal.
        static func print(_ json: JSON, orText text: @autoclosure () -> String) {
            Swift.print(isOutput ? text() : json.text)
        }

        /// Writes a line to standard error.
        static func note(_ line: String) { FileHandle.standardError.write(Data("datasync: \(line)\n".utf8)) }
    }
#endif
