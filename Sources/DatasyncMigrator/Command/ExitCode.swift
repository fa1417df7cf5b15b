#if Migrator
    /// What the tool tells the shell at its end.
    public enum ExitCode: Int32, Sendable, CaseIterable {
        /// All calls are rewritten, or there are none.
        case done = 0
        /// Something was left under a note.
        case left = 1
        /// The command line is wrong; nothing was read or written.
        case usage = 2
        /// A file did not parse, or could not be read or written; this wins over ``left``.
        case failed = 3

        /// What it means, in a line of the usage.
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
