/// The limits of files: none above 500 lines, and nine in ten at most 300.
enum FileSizeRule {
    static let (largest, usual) = (500, 300)

    /// Finds files in `Sources` that exceed the limits.
    static func violations(in files: [SourceFile]) -> [Violation] {
        let sources = files.filter(\.isSource).sorted { ($0.lines.count, $0.path) < ($1.lines.count, $1.path) }
        guard !sources.isEmpty else { return [] }
        var violations = sources.filter { $0.lines.count > largest }.map { file in
            Violation(
                "\(file.lines.count) lines, more than \(largest)", at: file.path,
                remedy: "Give each of its themes a file: `\(file.primary)+Aspect.swift`.")
        }
        let long = sources.filter { $0.lines.count > usual }
        if long.count * 10 > sources.count {
            let names = long.map { "\($0.path) (\($0.lines.count))" }.joined(separator: ", ")
            violations.append(
                Violation(
                    "\(long.count) of \(sources.count) files have more than \(usual) lines, more than one in ten",
                    at: "Sources", remedy: "Divide the longest: \(names)."))
        }
        return violations
    }
}
