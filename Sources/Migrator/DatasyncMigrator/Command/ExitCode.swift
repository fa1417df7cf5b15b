#if Migrator
    /// The exit code of the tool.
    public enum ExitCode: Int32, Sendable, CaseIterable {
        /// All calls are rewritten, or there are none.
        case done = 0
        /// At least one call is left unchanged under a note.
        case left = 1
        /// The command line is wrong; no file was written.
        case usage = 2
        /// A file did not parse, or could not be read or written; takes precedence over ``left``.
        case failed = 3

        /// The meaning of the code, as a line of the usage.
        var meaning: String {
            switch self {
            case .done: "all calls are rewritten, or there are none"
            case .left: "something was left under a note"
            case .usage: "wrong usage; nothing was changed"
            case .failed: "a file did not parse, or could not be read or written; the others are done"
            }
        }
    }
#endif
