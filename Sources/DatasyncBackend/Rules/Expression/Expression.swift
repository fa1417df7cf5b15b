import DatasyncTree

/// A compiled expression: instructions, their constants and their positions in the text.
struct Expression: Sendable {
    var code: [Instruction] = []
    /// The position of each instruction's source, in UTF-8 bytes.
    var offsets: [Int] = []
    var strings: [String] = []
    var paths: [Path] = []
    var patterns: [Pattern] = []
    /// Whether the expression reads data, so that its value changes with them.
    var readsData = false

    mutating func append(_ instruction: Instruction, at offset: Int) {
        code.append(instruction)
        offsets.append(offset)
    }
}

/// The names that an expression may use, which depend on its place.
struct ExpressionScope {
    /// The `$` names of the levels above, with the depths of their keys.
    var keys: [(name: String, depth: Int)] = []
    /// Whether `newData` exists: in `.write` and `.validate`.
    var hasNewData = false
    /// Whether `query` exists: in `.read`.
    var hasQuery = false

    /// The variables, for messages.
    var names: [String] {
        ["auth", "now", "root", "data"] + (hasNewData ? ["newData"] : []) + (hasQuery ? ["query"] : [])
            + keys.map(\.name)
    }
}
