/// The rule that the trait `LegacyWarnings` deprecates each symbol of the legacy dialect, and names what replaces it.
///
/// The module `DatasyncLegacy` declares each public symbol of `DatasyncLegacyDialect` once more, deprecated. Operators and
/// `hash(into:)` are exempt: source code seldom names them, and their types are deprecated.
enum DeprecationRule {
    private static let (dialect, warnings) = ("DatasyncLegacyDialect", "DatasyncLegacy")
    private static let mark = #"@available(*, deprecated, message: "use "#

    /// Finds symbols without a deprecated counterpart of the same signature, counterparts of no symbol, and those that do
    /// not name a replacement.
    static func violations(in files: [SourceFile]) -> [Violation] {
        let declared = symbols(of: dialect, in: files)
        let deprecated = symbols(of: warnings, in: files)
        let (known, warned) = (Set(declared.map(\.signature)), Set(deprecated.map(\.signature)))
        let missing = declared.filter { !warned.contains($0.signature) }.map { symbol in
            Violation(
                "no deprecated counterpart of `\(symbol.signature)`", at: symbol.file.place(symbol.line),
                remedy: "Declare it in \(warnings) with the same signature, and forward to this one.")
        }
        let stale = deprecated.filter { !known.contains($0.signature) }.map { symbol in
            Violation(
                "`\(symbol.signature)` is no symbol of \(dialect)", at: symbol.file.place(symbol.line),
                remedy: "Give it the signature of the symbol that it deprecates, or remove it.")
        }
        let silent = deprecated.filter { !isMarked($0) }.map { symbol in
            Violation(
                "`\(symbol.signature)` names no replacement", at: symbol.file.place(symbol.line),
                remedy: "Write \(mark)…\") above it.")
        }
        return missing + stale + silent
    }

    private struct Symbol {
        let signature: String
        let file: SourceFile
        let line: Int
    }

    private static func symbols(of module: String, in files: [SourceFile]) -> [Symbol] {
        files.filter { $0.isSource && $0.module == module }.flatMap { file in
            file.publicSignatures.map { Symbol(signature: $0.signature, file: file, line: $0.line) }
        }
    }

    private static func isMarked(_ symbol: Symbol) -> Bool {
        let above = symbol.file.lines[..<symbol.line].last { $0.trimmed != "@discardableResult" }
        return above?.trimmed.hasPrefix(mark) == true
    }
}

extension SourceFile {
    /// The signatures of the public symbols with the type that they extend, as words and symbols between single blanks.
    ///
    /// A type and a type alias have only their name, and a constant is a variable, as a counterpart may be of another kind.
    fileprivate var publicSignatures: [(signature: String, line: Int)] {
        var signatures: [(String, Int)] = []
        var scopes: [String] = []
        var opening: String?
        for index in tokens.indices {
            if let name = scopeName(at: index) { opening = name }
            switch tokens[index].text {
            case "{":
                scopes.append(opening ?? "")
                opening = nil
            case "}": _ = scopes.popLast()
            case "public":
                guard let signature = signature(after: index) else { continue }
                let owner = scopes.last.map { $0.isEmpty ? "" : $0 + "." } ?? ""
                signatures.append((owner + signature, tokens[index].line))
            default: break
            }
        }
        return signatures
    }

    /// Returns the name of the type that a declaration opens or extends, without modules and enclosing types.
    private func scopeName(at index: Int) -> String? {
        guard let declaration = declaration(at: index) ?? listExtension(at: index), declaration.kind != .function,
            declaration.kind != .typealias
        else { return nil }
        var name: String?
        for next in tokens[(index + 1)...].indices {
            let text = tokens[next].text
            let isQualifier = text == ":" && [tokens[next - 1].text, tokens[next + 1].text].contains(":")
            if text == "{" || text == "where" || text == ":" && !isQualifier { break }
            if tokens[next].isWord { name = text }
        }
        return name
    }

    /// Returns an extension of a list type, such as `[String]`.
    private func listExtension(at index: Int) -> Declaration? {
        guard tokens[index].text == "extension", tokens[index + 1].text == "[" else { return nil }
        return Declaration(kind: .extension, name: tokens[index + 2].text, line: tokens[index].line, isPublic: false)
    }

    private func signature(after index: Int) -> String? {
        let rest = tokens[(index + 1)...].drop { ["static", "final"].contains($0.text) }
        guard let keyword = rest.first, let name = rest.dropFirst().first else { return nil }
        switch keyword.text {
        case "struct", "class", "enum", "protocol", "typealias": return name.text
        case "var", "let":
            return Self.text(rest.dropFirst().prefix { $0.line == name.line && !["{", "="].contains($0.text) })
        case "func", "init":
            guard keyword.text == "init" || name.isWord && name.text != "hash" else { return nil }
            return Self.text(rest.prefix { $0.text != "{" })
        default: return nil
        }
    }

    private static func text(_ tokens: ArraySlice<Token>) -> String { tokens.map(\.text).joined(separator: " ") }
}
