/// An instruction of a compiled expression, which works on a stack of values.
///
/// Jumps only lead forward, so an evaluation executes each instruction at most once. Numbers in parentheses are indices of
/// constants, depths of keys, or targets of jumps.
enum Instruction: Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(Int)

    case auth
    /// `auth != null`, `auth.uid` and `auth.uid == $key` in one instruction each, because most rules begin with them.
    case isSignedIn
    case uid
    case uidIsKey(Int)
    /// A member of the value on the stack, which is `auth`, its claims or null.
    case authUID
    case authProvider
    case authToken
    case now
    /// The key of the path at a depth.
    case key(Int)
    case root
    case data
    case newData
    /// The snapshot at a constant relative path of `root`, `data` or `newData`, in one instruction.
    case rootChild(Int)
    case dataChild(Int)
    case newDataChild(Int)
    case query(RuleQuery.Field)

    /// The member of claims with a constant name.
    case member(Int)
    /// The member of claims with the name or position on the stack.
    case index
    case length

    /// The snapshot at a constant relative path.
    case child(Int)
    /// The snapshot at the relative path on the stack.
    case childAt
    case parent
    case value
    case exists
    case hasChild
    case hasAnyChild
    /// Whether the snapshot has all children whose paths are on the stack; their number is the argument.
    case hasChildren(Int)
    case childCount
    case isString
    case isNumber
    case isBoolean
    case hash

    case contains
    case beginsWith
    case endsWith
    case replace
    case lowercase
    case uppercase
    case matches(Int)

    case not
    case negate
    case add
    case subtract
    case multiply
    case divide
    case remainder
    case equal
    case notEqual
    case isNull
    case isNotNull
    case less
    case lessOrEqual
    case greater
    case greaterOrEqual

    /// Leaves `false` and jumps, or removes `true`.
    case and(Int)
    /// Leaves `true` and jumps, or removes `false`.
    case or(Int)
    case jump(Int)
    /// Removes a boolean, and jumps if it is `false`.
    case jumpIfFalse(Int)
    /// Fails unless a boolean is on the stack, as the right side of `&&` and `||`.
    case requireBoolean
}

extension Instruction {
    /// Whether the instruction reads data or the time.
    var readsData: Bool {
        switch self {
        case .now, .root, .data, .newData, .rootChild, .dataChild, .newDataChild: true
        default: false
        }
    }
}
