/// The limits of a dialect: at most 850 lines of code, and 1,380 for the async dialect.
///
/// The async dialect has more forms of the same operations, as its originals do: `async` functions, promises, callbacks and
/// sequences.
enum DialectSizeRule {
    static let dialects = ["DatasyncLegacy", "DatasyncCallback", "DatasyncAsync"]

    /// Returns the most lines of code that a dialect may have.
    static func most(of dialect: String) -> Int { dialect == "DatasyncAsync" ? 1_380 : 850 }

    /// Finds dialects that exceed their limit.
    ///
    /// Comments, blank lines, imports and the attributes of the trait `LegacyWarnings` are not counted, nor are live objects
    /// and item updates in the dialect's folder `Live` and the buffers of its sequences in `Buffers`.
    static func violations(in files: [SourceFile]) -> [Violation] {
        dialects.compactMap { dialect in
            let own = files.filter { file in
                file.isSource && file.module == dialect && !["Live", "Buffers"].contains(file.folder)
            }
            let count = own.reduce(0) { $0 + $1.countOfCodeLines }
            let most = most(of: dialect)
            guard count > most else { return nil }
            return Violation(
                "\(count) lines of code, more than \(most)", at: dialect,
                remedy: "Move what the dialects have in common down to DatasyncClient.")
        }
    }
}
