#if Migrator
    /// The parsed command line.
    struct Arguments {
        static let usage = """
            usage: datasync-migrate --from legacy|observe --to callback|async [--style minimal|idiomatic] [--dry-run]
                                    [--warnings] [--report FILE.json] [--html FILE] [--see PATH]… PATH…
                   datasync-migrate --from legacy|observe --check [--see PATH]… PATH…
                   datasync-migrate --from legacy|observe --to callback|async --explain FILE:LINE [PATH…]

            Rewrites calls of an older dialect. What it cannot decide it leaves as it is, under a note.

            --from legacy   the legacy dialect of this package: `ref.on("value") { snapshot, previous in … }`
            --from observe  the widely used SDK with `Database.database().reference()` and `ref.observe(.value) { … }`.
                            If a file uses its products for sign-in, files, documents, functions or messages, nothing is
                            rewritten: these uses are listed first, each with a remedy. See Migration/ObserveToSwift.md.

            --style minimal    the default: each completion stays a closure, which cannot change the order
            --style idiomatic  only with --to async: a continuation around one call becomes `try await`, and so does a
                          completion at the end of a task that nothing waits for, where that keeps the order. Elsewhere
                          the code is as with minimal, under a note with the reason. See Migration/README.md.

            PATH          a Swift file, or a directory that is searched for *.swift. Nothing hidden is searched, such as
                          .build, and no symbolic link is followed. Name all files of a module at once: their
                          declarations tell the types of what calls are made on.
                          For a package of several modules, name Sources: all are read, then all are rewritten. The
                          modules of the same package that a PATH imports are read in any case.
            --see PATH    read declarations from these files too, and do not rewrite them: another module, whose types
                          this one uses
            --dry-run     change no source; print a unified diff for `git apply` or `patch -p1`, and the summary to
                          standard error. Files outside the current directory are named from the root of the file
                          system: apply these with `patch -p1 -d /`.
            --warnings    print each call that is left as a warning of the compiler, at its line in the new text
            --report FILE write what became of each call to FILE, as JSON; with --dry-run too
            --html FILE   write a page with the changes side by side and all notes; with --dry-run too
            --check       change nothing; print each call of the older dialect as a warning for Xcode, VS Code or a
                          CI log, and exit with 1 if there is one
            --explain FILE:LINE
                          change nothing; print what becomes of the calls of a line, and the remedy of each note
            --help        print this

            After you have resolved notes, for example by naming a type, run the tool again: it rewrites the calls below
            the notes that it can decide now. Build the tool with `-c release`: it is 20 times faster.

            Files below a `.swift-format` are formatted by `swift format` after they are written.
            Nothing is written before all files are computed. Each file is replaced as a whole or not at all; when one
            cannot be written, the others still are.

            Exit codes:
            \(ExitCode.allCases.map { "  \($0.rawValue)  \($0.meaning)" }.joined(separator: "\n"))
            """

        /// An error in the command line.
        struct Mistake: Error, Equatable, CustomStringConvertible {
            let description: String
        }

        let source: MigrationSource
        let target: MigrationTarget
        private(set) var style = MigrationStyle.minimal
        private(set) var isDry = false
        private(set) var isCheck = false
        private(set) var printsWarnings = false
        private(set) var report: String?
        private(set) var page: String?
        private(set) var paths: [String] = []
        /// The paths of files that only provide declarations.
        private(set) var seen: [String] = []
        /// The file and line to explain.
        private(set) var place: (path: String, line: Int)?

        /// Returns whether the words before any `--` ask for the usage.
        static func askForHelp(_ words: [String]) -> Bool {
            words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
        }

        /// Parses the command line without the tool's name.
        init(_ words: [String]) throws(Mistake) {
            var rest = words.enumerated().map { (place: $0.offset + 1, text: $0.element) }[...]
            var (source, target): (MigrationSource?, MigrationTarget?)
            var given: Set<String> = []
            while let word = rest.popFirst() {
                if Self.single.contains(word.text), !given.insert(word.text).inserted {
                    throw Self.mistake(word, "is given twice; give it once")
                }
                switch word.text {
                case "--from":
                    let value = try Self.value(of: word, "legacy or observe", &rest)
                    source = MigrationSource(rawValue: value)
                    guard source != nil else {
                        throw Self.mistake(
                            word, "does not know the dialect \(value); write --from legacy or --from observe")
                    }
                case "--to":
                    let value = try Self.value(of: word, "callback or async", &rest)
                    target = MigrationTarget(rawValue: value)
                    guard target != nil else {
                        throw Self.mistake(
                            word, "does not know the dialect \(value); write --to callback or --to async")
                    }
                case "--style":
                    let value = try Self.value(of: word, "minimal or idiomatic", &rest)
                    guard let known = MigrationStyle(rawValue: value) else {
                        throw Self.mistake(
                            word, "does not know the style \(value); write --style minimal or --style idiomatic")
                    }
                    style = known
                case "--dry-run": isDry = true
                case "--check": isCheck = true
                case "--warnings": printsWarnings = true
                case "--report": report = try Self.value(of: word, "the name of a file", &rest)
                case "--html": page = try Self.value(of: word, "the name of a file", &rest)
                case "--see": seen.append(try Self.value(of: word, "a file or directory", &rest))
                case "--explain": place = try Self.place(word, try Self.value(of: word, "FILE:LINE", &rest))
                case "--":
                    paths += rest.map(\.text)
                    rest = []
                case let text where text.hasPrefix("-"):
                    throw Self.mistake(
                        word,
                        "is no option; there are --from, --to, --style, --see, --dry-run, --warnings, --report, --html, --check, --explain"
                            + " and --help (a file of this name goes after --)")
                default: paths.append(word.text)
                }
            }
            guard let source else {
                throw Mistake(description: "--from is missing; add --from legacy or --from observe")
            }
            guard let target = target ?? (isCheck ? .callback : nil) else {
                throw Mistake(description: "--to is missing; add --to callback or --to async")
            }
            guard style == .minimal || target == .async || isCheck else {
                throw Mistake(description: "--style idiomatic needs --to async; write that, or leave --style out")
            }
            if let place, paths.isEmpty { paths = [place.path] }
            guard !paths.isEmpty else {
                throw Mistake(description: "no PATH is given; add the files or directories to rewrite, such as Sources")
            }
            self.source = source
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

        /// The options that may be given at most once.
        private static let single: Set = ["--from", "--to", "--style", "--report", "--html", "--explain"]

        private static func place(_ word: Word, _ text: String) throws(Mistake) -> (path: String, line: Int) {
            guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]), line > 0,
                colon > text.startIndex
            else { throw mistake(word, "has \(text); write a file and a line, such as Sources/Chat.swift:12") }
            return (String(text[..<colon]), line)
        }

        private static func mistake(_ word: Word, _ text: String) -> Mistake {
            Mistake(description: "argument \(word.place), \(word.text), \(text)")
        }
    }
#endif
