import DatasyncTree

/// A token of an expression.
enum Token: Equatable {
    case name(String)
    /// A name that begins with `$`.
    case key(String)
    case number(Double)
    case string(String)
    /// An operator or a bracket.
    case symbol(String)
    case end

    /// The token in words, for messages.
    var words: String {
        switch self {
        case .name(let name), .key(let name): name.quoted(atMost: 40)
        case .number: "a number"
        case .string: "a string"
        case .symbol(let symbol): symbol.quoted(atMost: 3)
        case .end: "the end"
        }
    }

    static func == (left: Token, right: Token) -> Bool {
        switch (left, right) {
        case (.symbol(let mine), .symbol(let other)), (.name(let mine), .name(let other)),
            (.key(let mine), .key(let other)), (.string(let mine), .string(let other)):
            mine.hasSameBytes(as: other)
        case (.number(let mine), .number(let other)): mine == other
        case (.end, .end): true
        default: false
        }
    }
}
