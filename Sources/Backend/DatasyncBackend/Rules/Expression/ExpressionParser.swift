import DatasyncTree

/// The parser and compiler of expressions.
///
/// It emits instructions while it parses, and checks operands whose kind is certain. Precedence is as in JavaScript: `?:`,
/// `||`, `&&`, equality, order, sums, products, prefixes, members.
struct ExpressionParser {
    /// A parsed operand, whose value is on top of the stack.
    struct Operand {
        var kinds: ValueKinds
        let offset: Int
        /// An ordered comparison in the operand that is false if one of its sides is null.
        var comparison: NullComparison?
        /// The texts that are not null if the operand is true.
        var valuesIfTrue: Set<String> = []
        /// The texts that are not null if the operand is false.
        var valuesIfFalse: Set<String> = []
    }

    var lexer: ExpressionLexer
    var draft = Expression.Draft()
    /// The index that a jump leads to; no instruction before it may be joined with the next one.
    private var barrier = 0
    let scope: ExpressionScope
    private var depth = 0
    /// The texts that are not null at this point, since the expression has compared them with null.
    var values: Set<String>

    /// Compiles an expression whose value must be a boolean.
    ///
    /// - Throws: ``ExpressionProblem`` with the position and the remedy.
    static func parse(_ text: String, in scope: ExpressionScope) throws(ExpressionProblem) -> Expression {
        var parser = ExpressionParser(lexer: try ExpressionLexer(text), scope: scope)
        let operand = try parser.condition()
        guard parser.lexer.token == .end else {
            throw parser.problem("expected an operator or the end, found \(parser.lexer.token.words)")
        }
        try parser.require(.boolean, operand, "a rule is a boolean")
        return Expression(parser.draft)
    }

    private init(lexer: ExpressionLexer, scope: ExpressionScope) {
        self.lexer = lexer
        self.scope = scope
        // Only nodes with a value are validated.
        values = scope.isValidation ? ["newData.val()"] : []
    }

    // MARK: Operators

    /// Parses a condition `a ? b : c`, or an operand of higher precedence.
    mutating func condition() throws(ExpressionProblem) -> Operand {
        try enter()
        defer { depth -= 1 }
        let test = try binary(0)
        guard try take("?") else { return test }
        try require(.boolean, test, "the condition before ? is a boolean")
        let fork = draft.code.count
        emit(.jumpIfFalse(0), at: test.offset)
        let first = try knowing(test.valuesIfTrue) { parser throws(ExpressionProblem) in try parser.condition() }
        let exit = draft.code.count
        emit(.jump(0), at: first.offset)
        guard try take(":") else { throw problem("expected \":\" and the other value, found \(lexer.token.words)") }
        draft.code[fork] = .jumpIfFalse(draft.code.count)
        let second = try knowing(test.valuesIfFalse) { parser throws(ExpressionProblem) in try parser.condition() }
        draft.code[exit] = .jump(draft.code.count)
        barrier = draft.code.count
        let isMixed =
            first.kinds == .boolean && !second.kinds.isPossible(.boolean)
            || second.kinds == .boolean && !first.kinds.isPossible(.boolean)
        guard !isMixed else {
            throw problem(
                "the values of ?: are \(first.kinds.words) and \(second.kinds.words); make both booleans",
                at: first.offset)
        }
        return Operand(
            kinds: first.kinds.union(second.kinds), offset: test.offset,
            comparison: test.comparison ?? first.comparison ?? second.comparison)
    }

    /// The binary operators, from the lowest precedence to the highest.
    private static let levels: [[String]] = [
        ["||"], ["&&"], ["===", "!==", "==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["*", "/", "%"],
    ]

    private mutating func binary(_ level: Int) throws(ExpressionProblem) -> Operand {
        guard level < Self.levels.count else { return try prefixed() }
        var left = try binary(level + 1)
        while case .symbol(let symbol) = lexer.token,
            Self.levels[level].contains(where: { $0.hasSameBytes(as: symbol) })
        {
            let offset = lexer.offset
            let text = text(of: left)
            try lexer.advance()
            left =
                level < 2
                ? try logical(symbol, left, level) : try operation(symbol, left, text, level, at: offset)
        }
        return left
    }

    private mutating func logical(
        _ symbol: String, _ left: Operand, _ level: Int
    ) throws(ExpressionProblem) -> Operand {
        try require(.boolean, left, "the left side of \(symbol) is a boolean")
        let jump = draft.code.count
        emit(.jump(0), at: left.offset)
        let isOr = level == 0
        let right = try knowing(isOr ? left.valuesIfFalse : left.valuesIfTrue) { parser throws(ExpressionProblem) in
            try parser.binary(level + 1)
        }
        try require(.boolean, right, "the right side of \(symbol) is a boolean")
        if right.kinds != .boolean { emit(.requireBoolean, at: right.offset) }
        let end = draft.code.count
        draft.code[jump] = isOr ? .or(end) : .and(end)
        barrier = end
        return Operand(
            kinds: .boolean, offset: left.offset, comparison: left.comparison ?? right.comparison,
            valuesIfTrue: isOr ? [] : left.valuesIfTrue.union(right.valuesIfTrue),
            valuesIfFalse: isOr ? left.valuesIfFalse.union(right.valuesIfFalse) : [])
    }

    private mutating func operation(
        _ symbol: String, _ left: Operand, _ leftText: String, _ level: Int, at offset: Int
    ) throws(ExpressionProblem) -> Operand {
        let right = try binary(level + 1)
        let sides = [(left, leftText), (right, text(of: right))]
        var result = Operand(kinds: .boolean, offset: left.offset)
        switch level {
        case 2:
            for side in [left, right] {
                try require(.comparable, side, "\(symbol) compares values")
            }
            let isEqual = symbol.utf8.first != UInt8(ascii: "!")
            emitEquality(isEqual: isEqual, at: offset)
            compareWithNull(sides, isEqual: isEqual, &result)
        case 3:
            for side in [left, right] {
                try require([.number, .string, .null], side, "\(symbol) compares numbers or strings")
            }
            emit(Self.orders[symbol] ?? .less, at: offset)
            result.comparison = nullComparison(of: sides)
        default:
            let isSum = symbol.hasSameBytes(as: "+")
            let kinds: ValueKinds = isSum ? [.number, .string] : .number
            for side in [left, right] {
                try require(kinds, side, "\(symbol) takes \(isSum ? "numbers or strings" : "numbers")")
            }
            emit(Self.arithmetic[symbol] ?? .add, at: offset)
            if !isSum || left.kinds == .number && right.kinds == .number {
                result.kinds = .number
            } else {
                result.kinds = left.kinds == .string || right.kinds == .string ? .string : kinds
            }
        }
        return result
    }

    /// Emits `==` or `!=`; joins it with its operands if they are common ones.
    private mutating func emitEquality(isEqual: Bool, at offset: Int) {
        let end = draft.code.count
        let left = barrier < end - 1 ? draft.code[end - 2] : nil
        switch (left, last) {
        case (.auth?, .null?):
            removeLast(2)
            emit(.isSignedIn, at: offset)
            if isEqual { emit(.not, at: offset) }
        case (.uid?, .key(let depth)?) where isEqual, (.key(let depth)?, .uid?) where isEqual:
            removeLast(2)
            emit(.uidIsKey(depth), at: offset)
        case (_, .null?):
            removeLast(1)
            emit(isEqual ? .isNull : .isNotNull, at: offset)
        default: emit(isEqual ? .equal : .notEqual, at: offset)
        }
    }

    private static let orders: [String: Instruction] = [
        "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
    ]
    private static let arithmetic: [String: Instruction] = [
        "+": .add, "-": .subtract, "*": .multiply, "/": .divide, "%": .remainder,
    ]

    private mutating func prefixed() throws(ExpressionProblem) -> Operand {
        let offset = lexer.offset
        if try take("!") {
            let operand = try nested { parser throws(ExpressionProblem) in try parser.prefixed() }
            try require(.boolean, operand, "! takes a boolean")
            emit(.not, at: offset)
            if let comparison = operand.comparison { draft.warnings.append(comparison.warning) }
            return Operand(
                kinds: .boolean, offset: offset, valuesIfTrue: operand.valuesIfFalse,
                valuesIfFalse: operand.valuesIfTrue)
        }
        if try take("-") {
            let operand = try nested { parser throws(ExpressionProblem) in try parser.prefixed() }
            try require(.number, operand, "- takes a number")
            emit(.negate, at: offset)
            return Operand(kinds: .number, offset: offset)
        }
        return try members(of: try primary())
    }

    // MARK: Operands

    private mutating func primary() throws(ExpressionProblem) -> Operand {
        let offset = lexer.offset
        let token = lexer.token
        switch token {
        case .number(let number):
            try lexer.advance()
            emit(.number(number), at: offset)
            return Operand(kinds: .number, offset: offset)
        case .string(let text):
            try lexer.advance()
            emit(.string(constant(text)), at: offset)
            return Operand(kinds: .string, offset: offset)
        case .name(let name):
            try lexer.advance()
            return Operand(kinds: try variable(name, at: offset), offset: offset)
        case .key(let name):
            guard let key = scope.keys.last(where: { $0.name.hasSameBytes(as: name) }) else {
                throw problem("unknown variable \(name)\(Nearest.remedy(for: name, among: scope.names))")
            }
            try lexer.advance()
            emit(.key(key.depth), at: offset)
            return Operand(kinds: .string, offset: offset)
        case .symbol("("):
            try lexer.advance()
            let operand = try condition()
            guard try take(")") else { throw problem("expected \")\" or an operator, found \(lexer.token.words)") }
            return operand
        case .symbol("["): throw problem("a list of keys is allowed only as the argument of hasChildren()")
        case .symbol("/"): throw problem("a pattern is allowed only as the argument of matches()")
        case .symbol, .end: throw problem("expected a value, found \(token.words)")
        }
    }

    private mutating func variable(_ name: String, at offset: Int) throws(ExpressionProblem) -> ValueKinds {
        switch name {
        case "true", "false":
            emit(.boolean(name.hasSameBytes(as: "true")), at: offset)
            return .boolean
        case "null":
            emit(.null, at: offset)
            return .null
        case "auth":
            emit(.auth, at: offset)
            return [.auth, .null]
        case "now":
            emit(.now, at: offset)
            return .number
        case "root", "data":
            draft.readsData = true
            emit(name.hasSameBytes(as: "root") ? .root : .data, at: offset)
            return .snapshot
        case "newData" where scope.hasNewData:
            draft.readsData = true
            emit(.newData, at: offset)
            return .snapshot
        case "query" where scope.hasQuery: return .query
        case "newData", "query":
            throw problem(
                "\(name) exists only in \(scope.hasQuery ? ".write and .validate" : ".read") rules; "
                    + "known here are \(scope.names.joined(separator: ", "))", at: offset)
        default:
            throw problem(
                "unknown variable \(name.quoted(atMost: 40))\(Nearest.remedy(for: name, among: scope.names))",
                at: offset)
        }
    }

    // MARK: Support

    func require(_ kinds: ValueKinds, _ operand: Operand, _ demand: String) throws(ExpressionProblem) {
        guard !operand.kinds.isPossible(kinds) else { return }
        let remedy = operand.kinds == .snapshot ? "; call .val() or .exists() on it" : ""
        throw problem("\(demand), and this is \(operand.kinds.words)\(remedy)", at: operand.offset)
    }

    /// Reads the next token if the current one is a symbol.
    mutating func take(_ symbol: String) throws(ExpressionProblem) -> Bool {
        guard lexer.token == .symbol(symbol) else { return false }
        try lexer.advance()
        return true
    }

    mutating func emit(_ instruction: Instruction, at offset: Int) {
        draft.code.append(instruction)
        draft.offsets.append(offset)
    }

    /// The last instruction, unless a jump leads past it.
    var last: Instruction? { barrier == draft.code.count ? nil : draft.code.last }

    /// Removes the last instructions, which the next one replaces.
    mutating func removeLast(_ count: Int) {
        draft.code.removeLast(count)
        draft.offsets.removeLast(count)
    }

    /// Returns the index of a text among the constants.
    mutating func constant(_ text: String) -> Int {
        draft.strings.append(text)
        return draft.strings.count - 1
    }

    private mutating func enter() throws(ExpressionProblem) {
        depth += 1
        guard depth <= RuleLimits.nesting else {
            throw problem("nested deeper than the limit of \(RuleLimits.nesting); flatten the expression")
        }
    }

    private mutating func nested(
        _ body: (inout ExpressionParser) throws(ExpressionProblem) -> Operand
    ) throws(ExpressionProblem) -> Operand {
        try enter()
        defer { depth -= 1 }
        return try body(&self)
    }

    func problem(_ text: String, at offset: Int? = nil) -> ExpressionProblem {
        ExpressionProblem(offset: offset ?? lexer.offset, text: text)
    }
}
