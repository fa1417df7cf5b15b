/// The rule that the compiler can specialise what is declared as inlinable.
///
/// It serialises the body of an `@inlinable package` member for other modules only if the type is `@usableFromInline`.
/// Otherwise each use in another module asks the runtime for metadata, and copies values by their witness tables.
enum InliningRule {
    /// Finds package types that have inlinable members but are not usable from inline code.
    static func violations(in files: [SourceFile]) -> [Violation] {
        files.filter(\.isSource).flatMap { file -> [Violation] in
            let texts = file.tokens.map(\.text)
            guard texts.contains("inlinable") else { return [] }
            return texts.indices.compactMap { index in
                guard texts[index] == "package", let name = nameOfType(texts[(index + 1)...].prefix(3)),
                    !texts[..<index].suffix(4).contains("usableFromInline")
                else { return nil }
                return Violation(
                    "\(name) has inlinable members that no other module can inline",
                    at: file.place(file.tokens[index].line),
                    remedy: "Declare the type @usableFromInline.")
            }
        }
    }

    /// Returns the name of the type whose declaration continues with some words; `nil` for other declarations.
    private static func nameOfType(_ words: ArraySlice<String>) -> String? {
        let words = words.drop { $0 == "final" }
        guard let kind = words.first, ["struct", "class", "enum"].contains(kind) else { return nil }
        return words.dropFirst().first
    }
}
