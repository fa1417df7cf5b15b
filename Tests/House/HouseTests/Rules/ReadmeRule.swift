/// The rule that the README is short, has readable lines, and has the command that runs the tests.
enum ReadmeRule {
    static let (most, widest) = (150, 120)

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
                    remedy: "Move what only few need to the page of a catalog that treats it."))
        }
        let lines = readme.lines.enumerated().map { (index: $0, text: $1) }
        let fences = lines.filter { $0.text.hasPrefix("```") }.map(\.index)
        let isCode = { (index: Int) in fences.count { $0 < index } % 2 == 1 }
        violations += lines.filter { line in
            line.text.count > widest && !line.text.hasPrefix("|") && !isCode(line.index)
        }.map { line in
            Violation(
                "\(line.text.count) characters, more than \(widest)", at: readme.place(line.index),
                remedy: "Break the line, or say it shorter.")
        }
        if !lines.contains(where: { isCode($0.index) && $0.text.hasPrefix("swift test") }) {
            violations.append(
                Violation(
                    "no line of a code block begins with `swift test`", at: "README.md",
                    remedy: "Show the command that runs the tests: the gate takes it from there."))
        }
        return violations
    }
}
