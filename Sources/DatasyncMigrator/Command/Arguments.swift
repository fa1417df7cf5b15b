#if Migrator
    /// The parsed command line.
    struct Arguments: Equatable {
        static let usage = """
            usage: datasync-migrate --from legacy --to callback|async [--dry-run] [--report FILE.json] PATH…

            Rewrites calls of the legacy dialect. What it cannot decide it leaves as it is, under a note.

            PATH          a Swift file, or a directory that is searched for *.swift. Nothing hidden is searched, such as
                          .build, and no symbolic link is followed. Name all files of a module at once: their
                          declarations tell the types of what calls are made on.
            --dry-run     change no source; print a unified diff for `git apply` or `patch -p1`, and the summary to
                          standard error. Files outside the current directory are named from the root of the file
                          system: apply these with `patch -p1 -d /`.
            --report FILE write what became of each call to FILE, as JSON; with --dry-run too
            --help        print this

            Nothing is written before all files are computed. Each file is replaced as a whole or not at all; when one
            cannot be written, the others still are.

            Exit codes:
            \(ExitCode.allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n"))
            """

        /// An error in the command line.
        struct Mistake: Error, Equatable, CustomStringConvertible {
            let description: String
        }

        let target: MigrationTarget
        private(set) var isDry = false
        private(set) var report: String?
        private(set) var paths: [String] = []

        /// Returns whether the words ask for the usage, before any `--`.
        static func askForHelp(_ words: [String]) -> Bool {
            words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
        }

        /// Parses the command line, without the name of the tool.
        init(_ words: [String]) throws(Mistake) {
            var rest = words.enumerated().map { (place: $0.offset + 1, text: $0.element) }[...]
            var (source, target): (String?, MigrationTarget?)
            while let word = rest.popFirst() {
                switch word.text {
                case "--from":
                    source = try Self.value(of: word, "legacy", &rest)
                    guard source == "legacy" else {
                        throw Self.mistake(word, "does not know the dialect \(source ?? ""); write --from legacy")
                    }
                case "--to":
                    let value = try Self.value(of: word, "callback or async", &rest)
                    target = MigrationTarget(rawValue: value)
                    guard target != nil else {
                        throw Self.mistake(
                            word, "does not know the dialect \(value); write --to callback or --to async")
                    }
                case "--dry-run": isDry = true
                case "--report": report = try Self.value(of: word, "the name of a file", &rest)
                case "--":
                    paths += rest.map(\.text)
                    rest = []
                case let text where text.hasPrefix("-"):
                    throw Self.mistake(
                        word,
                        "is no option; there are --from, --to, --dry-run, --report and --help (a file of this name"
                            + " goes after --)")
                default: paths.append(word.text)
                }
            }
            guard source != nil else { throw Mistake(description: "--from is missing; add --from legacy") }
            guard let target else {
                throw Mistake(description: "--to is missing; add --to callback or --to async")
            }
            guard !paths.isEmpty else {
                throw Mistake(description: "no PATH is given; add the files or directories to rewrite, such as Sources")
            }
            self.target = target
        }

        private typealias Word = (place: Int, text: String)

        private static func value(
            of option: Word, _ what: String, _ rest: inout ArraySlice<Word>
        ) throws(Mistake) -> String {
            guard let value = rest.popFirst(), !value.text.hasPrefix("-"), !value.text.isEmpty else {
                throw mistake(option, "lacks its value; write \(what) after it")
            }
            return value.text
        }

        private static func mistake(_ word: Word, _ text: String) -> Mistake {
            Mistake(description: "argument \(word.place), \(word.text), \(text)")
        }
    }
#endif
