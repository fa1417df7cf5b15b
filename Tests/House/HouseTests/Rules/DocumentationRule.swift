/// The rule that every public symbol has documentation with a short first sentence that says what the symbol is or does.
enum DocumentationRule {
    /// The maximum number of characters of the first sentence.
    static let longest = 150
    /// Beginnings that make a riddle of the first sentence.
    static let openers = ["What ", "Who ", "One that "]

    /// Finds symbols of `Sources` without documentation, or with a first sentence that is too long or begins badly.
    static func violations(in files: [SourceFile]) -> [Violation] {
        files.filter(\.isSource).flatMap { file in
            file.publicLines.compactMap { violation(at: $0, of: file) }
        }
    }

    private static func violation(at line: Int, of file: SourceFile) -> Violation? {
        let documentation = file.documentation(above: line)
        guard !documentation.isEmpty else {
            return Violation(
                "a public symbol without documentation: `\(file.lines[line].trimmed)`", at: file.place(line),
                remedy: "Write a `///` comment: one sentence first, then parameters, result and errors.")
        }
        let sentence = firstSentence(of: documentation)
        if let opener = openers.first(where: sentence.hasPrefix) {
            return Violation(
                "the documentation begins with `\(opener.trimmed)`", at: file.place(line),
                remedy: "Begin with a noun phrase for a type or property, with a verb for a function.")
        }
        guard sentence.count > longest else { return nil }
        return Violation(
            "the first sentence of the documentation has \(sentence.count) characters, more than \(longest)",
            at: file.place(line), remedy: "Say it shorter; what else there is to say goes below, after an empty line.")
    }

    /// Returns the text before the first end of a sentence, or the first paragraph.
    static func firstSentence(of documentation: [String]) -> String {
        let paragraph = documentation.prefix { !$0.isEmpty && !$0.hasPrefix("- ") }.joined(separator: " ")
        let end = paragraph.ranges(of: ".").first {
            $0.upperBound == paragraph.endIndex || paragraph[$0.upperBound] == " "
        }
        return end.map { String(paragraph[..<$0.upperBound]) } ?? paragraph
    }
}
