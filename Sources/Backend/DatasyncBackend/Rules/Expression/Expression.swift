import DatasyncTree

/// A compiled expression: instructions, their constants and their positions in the text.
final class Expression: Sendable {
    /// An expression under construction.
    struct Draft {
        var code: [Instruction] = []
        var offsets: [Int] = []
        var strings: [String] = []
        var paths: [Path] = []
        var patterns: [Pattern] = []
        var readsData = false
        var warnings: [ExpressionProblem] = []
    }

    let code: [Instruction]
    /// The position of each instruction's source, in UTF-8 bytes.
    let offsets: [Int]
    let strings: [String]
    let paths: [Path]
    let patterns: [Pattern]
    /// Whether the expression reads data, so that its value changes with them.
    let readsData: Bool
    /// The parts that are probably mistakes.
    let warnings: [ExpressionProblem]

    init(_ draft: Draft) {
        code = draft.code
        offsets = draft.offsets
        strings = draft.strings
        paths = draft.paths
        patterns = draft.patterns
        readsData = draft.readsData
        warnings = draft.warnings
    }
}
