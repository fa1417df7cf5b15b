extension SourceFile {
    /// The types, extensions and functions, including nested ones, in the order of the file.
    var declarations: [Declaration] {
        tokens.indices.compactMap { declaration(at: $0) }
    }

    /// Returns the declaration whose keyword is at an index, if there is one.
    func declaration(at index: Int) -> Declaration? {
        let keyword = tokens[index]
        let kind = keyword.text == "func" ? .function : Declaration.Kind(rawValue: keyword.text)
        guard let kind, keyword.text != "function", tokens.indices.contains(index + 1), tokens[index + 1].isWord,
            !isMember(index), !(kind == .class && Self.membersOfClasses.contains(tokens[index + 1].text))
        else { return nil }
        var next = index + 1
        var name = tokens[next].text
        while kind == .extension, tokens.indices.contains(next + 2), tokens[next + 1].text == "." {
            next += 2
            name += "." + tokens[next].text
        }
        return Declaration(
            kind: kind, name: name, line: keyword.line, isPublic: modifiers(before: index).contains("public"),
            label: kind == .function ? firstLabel(after: next) : nil)
    }

    /// Returns the modifiers in front of a keyword.
    func modifiers(before index: Int) -> Set<String> {
        Set(tokens[..<index].suffix(8).reversed().prefix { Self.modifiers.contains($0.text) }.map(\.text))
    }

    /// The modules that the file imports, each with its line.
    var imports: [(module: String, line: Int)] {
        tokens.indices.compactMap { index in
            guard tokens[index].text == "import", !isMember(index) else { return nil }
            let rest = tokens[(index + 1)...].prefix { $0.line == tokens[index].line }
            guard let module = rest.first(where: { !Self.importKinds.contains($0.text) }) else { return nil }
            return (module.text, module.line)
        }
    }

    private func isMember(_ index: Int) -> Bool { index > 0 && tokens[index - 1].text == "." }

    private func firstLabel(after name: Int) -> String? {
        var index = name + 1
        var depth = 0
        while tokens.indices.contains(index + 1) {
            switch tokens[index].text {
            case "<": depth += 1
            case ">": depth -= 1
            case "(" where depth == 0: return tokens[index + 1].isLabel ? tokens[index + 1].text : nil
            default: break
            }
            index += 1
        }
        return nil
    }

    private static let modifiers: Set = [
        "open", "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated", "static",
        "mutating", "borrowing", "consuming", "override",
    ]
    /// The words after `class` that make a member of the type instead of a class.
    private static let membersOfClasses: Set = ["func", "var", "let", "subscript", "override", "final"]
    private static let importKinds: Set = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor",
    ]
}
