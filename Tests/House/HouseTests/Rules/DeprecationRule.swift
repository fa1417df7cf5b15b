/// The rule that the trait `LegacyWarnings` deprecates each symbol of the legacy dialect, and names what replaces it.
enum DeprecationRule {
    /// The condition around the attribute; the documentation stands above it.
    static let condition = "#if LegacyWarnings"
    private static let mark = #"@available(*, deprecated, message: "use "#

    /// The beginnings of symbols that are not deprecated.
    ///
    /// Source code seldom names an operator or `hash(into:)`. Types of other modules conform to the two protocols; these
    /// conformances would warn in the dialect itself.
    private static let exempt = [
        "public static func ==", "public func hash(", "public protocol EventNames ", "public protocol Listenable:",
    ]

    /// Finds symbols that have no attribute for the trait, and are in no extension with one.
    static func violations(in files: [SourceFile]) -> [Violation] {
        files.filter { $0.isSource && $0.module == "DatasyncLegacy" }.flatMap { file in
            file.publicLines.filter { needsAttribute($0, in: file) }.map { line in
                Violation(
                    "`\(file.lines[line].trimmed)` does not warn under the trait", at: file.place(line),
                    remedy: "Write three lines below its documentation: `\(condition)`, `\(mark)…\")` and `#endif`.")
            }
        }
    }

    private static func needsAttribute(_ line: Int, in file: SourceFile) -> Bool {
        let text = file.lines[line].trimmed
        // The requirements of a protocol have no access level; the members that meet them warn.
        guard text.hasPrefix("public "), !exempt.contains(where: text.hasPrefix), !hasAttribute(line, in: file) else {
            return false
        }
        // An extension deprecates its members; a type does not.
        let owner = file.code[...line].lastIndex { $0.first?.isLetter == true }
        guard let owner, file.code[owner].hasPrefix("extension ") else { return true }
        return !hasAttribute(owner, in: file)
    }

    private static func hasAttribute(_ line: Int, in file: SourceFile) -> Bool {
        let above = file.lines[..<line].map(\.trimmed).filter { $0 != "@discardableResult" }.suffix(3)
        return above.count == 3 && above.first == condition && above.dropFirst().first?.hasPrefix(mark) == true
            && above.last == "#endif"
    }
}
