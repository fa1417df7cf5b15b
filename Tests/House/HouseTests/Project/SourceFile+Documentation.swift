import Foundation

extension SourceFile {
    /// The lines of public symbols: those with an access level, cases of public enums, requirements of public protocols.
    var publicLines: [Int] {
        var lines: Set<Int> = []
        var scopes: [Declaration?] = []
        var opening: Declaration?
        for index in tokens.indices {
            if let declaration = declaration(at: index), declaration.kind != .function { opening = declaration }
            switch tokens[index].text {
            case "{":
                scopes.append(opening)
                opening = nil
            case "}": _ = scopes.popLast()
            case "public", "open": if declaresHere(index) { lines.insert(tokens[index].line) }
            case "case": if isMember(of: scopes, .enum) { lines.insert(tokens[index].line) }
            case "func", "var", "init", "subscript", "associatedtype":
                if isMember(of: scopes, .protocol) { lines.insert(tokens[index].line) }
            default: break
            }
        }
        return lines.sorted()
    }

    /// Returns the documentation of the declaration in a line, without the slashes; attributes may come between.
    func documentation(above line: Int) -> [String] {
        var index = line - 1
        var depth = 0
        while index >= 0 {
            let text = code[index].trimmed
            depth += text.count { $0 == ")" } - text.count { $0 == "(" }
            let isAttribute = text.hasPrefix("@") || depth > 0
            let isRemark =
                text.isEmpty && lines[index].trimmed.hasPrefix("//") && !lines[index].trimmed.hasPrefix("///")
            guard isAttribute || isRemark || text.hasPrefix("#if") || text.hasPrefix("#endif") else { break }
            index -= 1
        }
        var documentation: [String] = []
        while index >= 0, lines[index].trimmed.hasPrefix("///") {
            documentation.insert(String(lines[index].trimmed.dropFirst(3)).trimmed, at: 0)
            index -= 1
        }
        return documentation
    }

    /// Whether an access level declares a symbol; imports, extensions and overrides are excluded.
    private func declaresHere(_ index: Int) -> Bool {
        guard tokens.indices.contains(index + 1), index == 0 || tokens[index - 1].text != "." else { return false }
        let next = tokens[index + 1].text
        if tokens[index].text == "open" { return ["class", "func", "var", "subscript"].contains(next) }
        let isOverride = tokens[(index + 1)...].prefix(2).contains { $0.text == "override" }
        return !isOverride && !modifiers(before: index).contains("override") && next != "import" && next != "extension"
    }

    /// Whether the innermost scope is a public type of a kind.
    private func isMember(of scopes: [Declaration?], _ kind: Declaration.Kind) -> Bool {
        guard case let scope?? = scopes.last else { return false }
        return scope.kind == kind && scope.isPublic
    }
}

extension String {
    /// The text without the blanks at both ends.
    var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
