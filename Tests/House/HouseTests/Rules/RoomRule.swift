/// The rule that each file of `Sources` and `Tests` is in the folder of a target: `Sources/Room/Target`.
///
/// Rules that are about a module find its files by this folder.
enum RoomRule {
    /// Finds files in no target of the manifest; the tools in `Tests/Tools` are none.
    static func violations(in files: [SourceFile], manifest: Manifest) -> [Violation] {
        files.filter { file in
            guard file.path.hasPrefix("Sources/") || file.path.hasPrefix("Tests/") else { return false }
            return !file.path.hasPrefix("Tests/Tools/") && file.module.flatMap(manifest.target) == nil
        }.map { file in
            Violation(
                "is in the folder of no target", at: file.path,
                remedy: "Move it into Room/Target below Sources or Tests, or add the target to the manifest.")
        }
    }
}
