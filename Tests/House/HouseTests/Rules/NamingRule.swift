/// The rule against meaningless names and against types that are named like a module.
enum NamingRule {
    /// Words that are not allowed as or at the end of a file, folder or type name.
    static let banned = ["Types", "Helpers", "Utils", "Misc", "_impl", "V2", "Deprecations"]
    /// Words that are not allowed as or at the end of a file or folder name.
    static let bannedForFiles = banned + ["Helper", "Util", "Utilities", "Common"]

    static func violations(in files: [SourceFile], modules: Set<String>) -> [Violation] {
        files.flatMap { rooms(of: $0) + types(of: $0, modules: modules) }
    }

    private static func rooms(of file: SourceFile) -> [Violation] {
        let folders = file.path.split(separator: "/").dropLast().map(String.init)
        let parts = file.name.split(separator: "+").map(String.init)
        return (folders + parts).compactMap { name in
            bannedForFiles.first(where: name.hasSuffix).map { word in
                Violation(
                    "\(name) is or ends in \(word)", at: file.path,
                    remedy: "Name it for the one type or theme it holds.")
            }
        }
    }

    private static func types(of file: SourceFile, modules: Set<String>) -> [Violation] {
        file.declarations.filter(\.isType).compactMap { type in
            if let word = banned.first(where: type.name.hasSuffix) {
                return Violation(
                    "the type \(type.name) is or ends in \(word)", at: file.place(type.line),
                    remedy: "Name it for what its values are.")
            }
            guard modules.contains(type.name) else { return nil }
            return Violation(
                "the type \(type.name) is named like a module", at: file.place(type.line),
                remedy: "Rename it: its members could no longer be told from the module's.")
        }
    }
}
