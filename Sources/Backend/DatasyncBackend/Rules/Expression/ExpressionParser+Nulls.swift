import DatasyncTree

/// An ordered comparison of a value that may be null, which makes it false.
struct NullComparison {
    /// The position of the value.
    let offset: Int
    /// The text of the value.
    let text: String

    /// The warning about the comparison under `!`.
    var warning: ExpressionProblem {
        ExpressionProblem(
            offset: offset,
            text: "if \(text) is null, the comparison is false, and with ! it is true; write \(text) != null && !(…)")
    }
}

/// The search for comparisons of values that may be null.
extension ExpressionParser {
    /// Parses an operand that is evaluated only if some values are not null.
    mutating func knowing(
        _ values: Set<String>, _ body: (inout ExpressionParser) throws(ExpressionProblem) -> Operand
    ) throws(ExpressionProblem) -> Operand {
        let before = self.values
        self.values.formUnion(values)
        defer { self.values = before }
        return try body(&self)
    }

    /// Returns the text of an operand that ends before the current token, without spaces.
    func text(of operand: Operand) -> String {
        var text = lexer.compactText(operand.offset..<lexer.end)
        // An operand in parentheses begins after them.
        while text.hasSuffix(")"), text.utf8.count(of: ")") > text.utf8.count(of: "(") { text.removeLast() }
        return text
    }

    /// Returns the comparison if one of its sides may be null.
    func nullComparison(of sides: [(operand: Operand, text: String)]) -> NullComparison? {
        let side = sides.first { $0.operand.kinds.isPossible(.null) && !values.contains($0.text) }
        return side.map { NullComparison(offset: $0.operand.offset, text: $0.text) }
    }

    /// Records which values are not null after an equality.
    func compareWithNull(_ sides: [(operand: Operand, text: String)], isEqual: Bool, _ result: inout Operand) {
        guard sides.contains(where: { $0.operand.kinds == .null }) else { return }
        let values = Set(sides.filter { $0.operand.kinds != .null }.map(\.text))
        if isEqual { result.valuesIfFalse = values } else { result.valuesIfTrue = values }
    }

    /// Records that a snapshot has a value if one of its methods is true.
    func compareKind(_ method: String, _ snapshot: String, _ result: inout Operand) {
        let isTest = ["exists", "isString", "isNumber", "isBoolean"].contains { $0.hasSameBytes(as: method) }
        result.valuesIfTrue = isTest && result.kinds == .boolean ? [snapshot + ".val()"] : []
    }
}

extension String.UTF8View {
    /// Returns how often an ASCII character occurs.
    fileprivate func count(of scalar: Unicode.Scalar) -> Int { count { $0 == UInt8(ascii: scalar) } }
}
