/// The rule that a file is named for its type, `Type.swift`, or for a part of it, `Type+Aspect.swift`.
///
/// A file of functions is named for the verb: `After.swift` for `after(_:)`. `Exports.swift` declares
/// nothing and holds the re-exports of a module.
enum FileNameRule {
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
}
