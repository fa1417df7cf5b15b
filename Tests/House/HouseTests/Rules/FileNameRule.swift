/// The rule that a file is named for its type, `Type.swift`, or for a part of it, `Type+Aspect.swift`.
///
/// A file of functions is named for the verb: `After.swift` for `after(_:)`. `Exports.swift` declares
/// nothing and holds the re-exports of a module. A type that several other files use is found by the name of its file.
enum FileNameRule {
    /// The number of other files from which on a type needs a file of its name.
    private static let users = 2

    /// Finds files in `Sources`, except `main.swift`, whose name fits none of their declarations.
    static func violations(in files: [SourceFile]) -> [Violation] {
        files.filter { $0.isSource && $0.module != nil && !["main", "Exports"].contains($0.name) }.compactMap { file in
            let declarations = file.declarations
            let isNamed = declarations.contains { $0.fileNames.contains(file.primary) }
            guard !isNamed else { return nil }
            guard let first = declarations.first(where: { $0.kind != .function }) ?? declarations.first else {
                return Violation(
                    "declares nothing of the name \(file.primary)", at: file.path,
                    remedy: "Put into the file what its name promises, or remove it.")
            }
            let name = first.fileNames.last ?? first.name
            let better = first.kind == .extension ? "\(name)+Aspect.swift" : "\(name).swift"
            return Violation(
                "declares nothing of the name \(file.primary)", at: file.path,
                remedy: "Name it for what it holds: \(better).")
        }
    }

    /// Finds types in `Sources` that several other files use, in a file of another name.
    static func hiddenTypes(in files: [SourceFile]) -> [Violation] {
        let sources = files.filter { $0.isSource && $0.module != nil }
        var users: [String: Set<String>] = [:]
        for file in sources {
            for token in file.tokens { users[token.text, default: []].insert(file.path) }
        }
        return sources.flatMap { file in
            file.outermostTypes.filter { $0.name != file.primary }.compactMap { type -> Violation? in
                let others = users[type.name, default: []].subtracting([file.path])
                guard others.count >= Self.users else { return nil }
                return Violation(
                    "hides the type \(type.name), which \(others.count) other files use", at: file.place(type.line),
                    remedy: "Move it into \(type.name).swift.")
            }
        }
    }
}

extension SourceFile {
    /// The types that are declared neither inside another one nor as private, also under a condition for the whole file.
    fileprivate var outermostTypes: [Declaration] {
        let margin = lines.first?.hasPrefix("#if") == true ? 4 : 0
        return declarations.filter { declaration in
            let line = code[declaration.line]
            guard declaration.isType, declaration.kind != .typealias, !line.contains("private ") else { return false }
            return line.prefix { $0 == " " }.count == margin
        }
    }
}
