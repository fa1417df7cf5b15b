/// A declaration of a type, or an extension of it.
struct TypePart: Hashable {
    let kind: Declaration.Kind
    /// The name with the enclosing types: `Promise.Resolver`.
    let name: String
    /// The index of the line, from 0.
    let line: Int
    let isPublic: Bool
    /// The superclass, the raw type and the protocols that this part names.
    let inherited: Set<String>
    /// Whether this part declares cases.
    var hasCases = false
}

extension SourceFile {
    /// The declarations and extensions of types, including nested ones, in the order of the file.
    var typeParts: [TypePart] {
        var parts: [TypePart] = []
        // The innermost part of each open brace, and whether the brace opens that part.
        var scopes: [(part: Int?, isOwn: Bool)] = []
        var opening: Int?
        for index in tokens.indices {
            if let part = typePart(at: index, inside: scopes.last?.part.map { parts[$0].name }) {
                opening = parts.count
                parts.append(part)
            }
            switch tokens[index].text {
            case "{":
                scopes.append((opening ?? scopes.last?.part, opening != nil))
                opening = nil
            case "}": _ = scopes.popLast()
            case "case":
                if let scope = scopes.last, scope.isOwn, let part = scope.part { parts[part].hasCases = true }
            default: break
            }
        }
        return parts
    }

    private func typePart(at index: Int, inside outer: String?) -> TypePart? {
        guard let declaration = declaration(at: index), declaration.kind != .function, declaration.kind != .typealias
        else { return nil }
        let segments = declaration.name.split(separator: ".").count
        return TypePart(
            kind: declaration.kind, name: (outer.map { $0 + "." } ?? "") + declaration.name, line: declaration.line,
            isPublic: declaration.isPublic, inherited: inherited(after: index + 2 * segments))
    }

    /// Returns the names between the colon after the name of a type and its body or its requirements.
    private func inherited(after name: Int) -> Set<String> {
        var index = name
        var depth = 0
        repeat {
            guard tokens.indices.contains(index) else { return [] }
            depth += tokens[index].text == "<" ? 1 : tokens[index].text == ">" ? -1 : 0
            if depth == 0, tokens[index].text == ":" { break }
            if depth == 0, ["{", "where"].contains(tokens[index].text) { return [] }
            index += 1
        } while true
        return Set(tokens[index...].prefix { $0.text != "{" && $0.text != "where" }.filter(\.isWord).map(\.text))
    }
}
