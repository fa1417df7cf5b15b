/// The rule that the README is short and has the command that runs the tests.
enum ReadmeRule {
    static let most = 200

    static func violations(in files: [SourceFile]) -> [Violation] {
        guard let readme = files.first(where: { $0.path == "README.md" }) else {
            return [
                Violation(
                    "is missing", at: "README.md", remedy: "Write it: what this is, how to use it, how to test it.")
            ]
        }
        var violations: [Violation] = []
        if readme.lines.count > most {
            violations.append(
                Violation(
                    "\(readme.lines.count) lines, more than \(most)", at: "README.md",
                    remedy: "Move what only few need into the documentation of the types."))
        }
        if !hasTestCommand(readme) {
            violations.append(
                Violation(
                    "no line of a code block begins with `swift test`", at: "README.md",
                    remedy: "Show the command that runs the tests: the gate takes it from there."))
        }
        return violations
    }

    private static func hasTestCommand(_ readme: SourceFile) -> Bool {
        var isInside = false
        for line in readme.lines {
            if line.hasPrefix("```") {
                isInside.toggle()
            } else if isInside, line.hasPrefix("swift test") {
                return true
            }
        }
        return false
    }
}
