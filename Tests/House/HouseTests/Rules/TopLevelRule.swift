/// The rule that the top level of the repository holds only the package and its folders.
enum TopLevelRule {
    static let allowed: Set = ["Package.swift", "README.md", "Sources", "Tests", "Migration"]

    /// Finds unknown names at the top level; dotfiles are allowed.
    static func violations(in names: Set<String>) -> [Violation] {
        names.subtracting(allowed).filter { !$0.hasPrefix(".") }.sorted().map { name in
            Violation(
                "does not belong to the top level", at: name,
                remedy: "Move it into Sources, Tests or Migration, or name it in .gitignore if it is made by a tool.")
        }
    }
}
