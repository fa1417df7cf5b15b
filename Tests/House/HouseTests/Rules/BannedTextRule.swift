/// The rule that certain texts do not occur in the project, not even in comments.
enum BannedTextRule {
    /// A file that may hold a text, with the reason.
    struct Allowance: Hashable {
        let path: String
        let text: String
        let reason: String
    }

    /// The exceptions, each with a reason that is clear without its author.
    static let allowances: [Allowance] = [
        Allowance(
            path: "Sources/Core/DatasyncTree/Node/Node.swift", text: "@unchecked Sendable",
            reason: "The one type with unsafe storage: pages are edited in place while a node holds the only reference."
        ),
        Allowance(
            path: "Sources/Core/DatasyncConcurrency/ContendedGuarded.swift", text: "@unchecked Sendable",
            reason:
                "A lock over a POSIX mutex, which needs a fixed address: the value is reached only while it is held."
        ),
        Allowance(
            path: "Sources/Migrator/MigrationSupport/AssumingSendable.swift", text: "nonisolated(unsafe)",
            reason: "A step for migrated code without isolation; its name says that the compiler does not check it."
        ),
    ]

    private static let unfinished = "Finish it, or leave it out; a plan belongs to the README."
    private static let crash = "Throw an error, or make the state impossible; a library does not end its host."
    private static let unsafe = "Let the compiler see the safety: a value, a lock around it, or an actor."
    private static let sleep = "Wait for the event itself, or take a clock that the test moves."

    static let remedies: [(text: String, remedy: String)] = [
        ("TODO", unfinished), ("FIXME", unfinished), ("XXX", unfinished),
        ("fatalError(", crash), ("try!", crash), ("as!", crash),
        ("@unchecked Sendable", unsafe), ("nonisolated(unsafe)", unsafe),
        ("Thread.sleep", sleep), ("usleep", sleep), ("Task.sleep", sleep),
        ("shared/", "Name only files of the project itself."),
    ]

    /// Finds banned text in all files except those of `HouseTests`, which name the banned texts.
    ///
    /// An allowance that is no longer needed is a violation too.
    static func violations(in files: [SourceFile], allowances: [Allowance] = allowances) -> [Violation] {
        var unused = Set(allowances)
        var violations: [Violation] = []
        for file in files where !file.isHouse {
            for (text, remedy) in remedies where file.text.contains(text) {
                for (index, line) in file.lines.enumerated() where has(line, text) {
                    if let allowance = allowances.first(where: { $0.path == file.path && $0.text == text }) {
                        unused.remove(allowance)
                    } else {
                        violations.append(Violation("holds `\(text)`", at: file.place(index), remedy: remedy))
                    }
                }
            }
        }
        let idle = allowances.filter(unused.contains).map { allowance in
            Violation(
                "no longer holds the `\(allowance.text)` that it is allowed", at: allowance.path,
                remedy: "Remove the allowance from BannedTextRule.")
        }
        return violations + idle
    }

    /// Returns whether a line has a text that is not part of a longer word.
    private static func has(_ line: String, _ text: String) -> Bool {
        line.ranges(of: text).contains { range in
            let before = line[..<range.lowerBound].last
            let after = line[range.upperBound...].first
            let starts = !isWord(text.first) || !isWord(before)
            let ends = !isWord(text.last) || !isWord(after)
            return starts && ends
        }
    }

    private static func isWord(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
    }
}
