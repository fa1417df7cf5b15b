/// The top level of the repository stays as it is: whoever opens it sees one package, and nothing to sort out.
enum TopLevelRule {
    static let allowed: Set = ["Package.swift", "README.md", "Sources", "Tests", "Migration"]

    /// Finds strangers among the names at the top level; dotfiles are none.
    static func violations(in names: Set<String>) -> [Violation] {
        names.subtracting(allowed).filter { !$0.hasPrefix(".") }.sorted().map { name in
            Violation(
                "does not belong to the top level", at: name,
                remedy: "Move it into Sources, Tests or Migration, or name it in .gitignore if it is made by a tool.")
        }
    }
}
