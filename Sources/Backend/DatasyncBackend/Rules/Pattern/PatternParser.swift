import DatasyncTree

/// The parser of the patterns of `matches`.
///
/// It accepts regular languages only: no backreferences, and no assertions but `^` and `$`.
struct PatternParser {
    private let scalars: [Unicode.Scalar]
    /// The position of the pattern in the expression, in UTF-8 bytes.
    private let start: Int
    private var index = 0
    private var depth = 0

    /// Parses the text between the slashes.
    ///
    /// - Throws: ``ExpressionProblem`` with the position in the expression.
    static func parse(_ text: String, at start: Int) throws(ExpressionProblem) -> PatternNode {
        guard text.utf8.count <= RuleLimits.pattern else {
            throw ExpressionProblem(
                offset: start,
                text: "the pattern has \(text.utf8.count) bytes; the limit is \(RuleLimits.pattern), "
                    + "match parts of it with several calls")
        }
        var parser = PatternParser(scalars: Array(text.unicodeScalars), start: start)
        let node = try parser.alternatives()
        if parser.peek == ")" { throw parser.problem("a \")\" without its \"(\"; remove it or write \\)") }
        return node
    }

    private init(scalars: [Unicode.Scalar], start: Int) {
        self.scalars = scalars
        self.start = start
    }

    private mutating func alternatives() throws(ExpressionProblem) -> PatternNode {
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(ExpressionProblem) -> PatternNode {
        var nodes: [PatternNode] = []
        while let next = peek, next != "|", next != ")" { nodes.append(try repeated()) }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func repeated() throws(ExpressionProblem) -> PatternNode {
        let place = index
        let node = try atom()
        let minimum: Int
        let maximum: Int?
        switch peek {
        case "*": (minimum, maximum) = (0, nil)
        case "+": (minimum, maximum) = (1, nil)
        case "?": (minimum, maximum) = (0, 1)
        case "{":
            index += 1
            (minimum, maximum) = try counts()
        default: return node
        }
        guard scalars[place] != "^", scalars[place] != "$" else {
            throw problem("an anchor that is repeated; remove the quantifier", at: place)
        }
        index += 1
        // A lazy quantifier matches the same texts.
        _ = take("?")
        if let next = peek, "*+?{".unicodeScalars.contains(next) {
            throw problem("a quantifier without an expression to repeat; group the expression before it with ( )")
        }
        return .repetition(node, minimum: minimum, maximum: maximum)
    }

    /// Reads `n`, `n,` or `n,m` up to the closing brace.
    private mutating func counts() throws(ExpressionProblem) -> (Int, Int?) {
        let place = index
        let minimum = try count()
        var maximum: Int? = minimum
        if take(",") { maximum = peek == "}" ? nil : try count() }
        guard peek == "}" else { throw problem("expected \"}\" after a count; write \\{ for the character") }
        if let maximum, maximum < minimum {
            throw problem("the counts {\(minimum),\(maximum)} are out of order; swap them", at: place)
        }
        return (minimum, maximum)
    }

    private mutating func count() throws(ExpressionProblem) -> Int {
        let place = index
        var count = 0
        while let digit = peek, ("0"..."9").contains(digit) {
            count = min(count * 10 + Int(digit.value - 48), RuleLimits.repetition + 1)
            index += 1
        }
        guard index > place else { throw problem("expected a count after \"{\"; write \\{ for the character") }
        guard count <= RuleLimits.repetition else {
            throw problem(
                "a count is above the limit of \(RuleLimits.repetition); check the length with .length", at: place)
        }
        return count
    }

    private mutating func atom() throws(ExpressionProblem) -> PatternNode {
        guard let next = peek else { throw problem("expected an expression") }
        switch next {
        case "^":
            index += 1
            return .start
        case "$":
            index += 1
            return .end
        case ".":
            index += 1
            return .set(ScalarSet.lineEnds.negated)
        case "(": return try group()
        case "[": return .set(try bracketed())
        case "*", "+", "?", "{":
            throw problem("a quantifier without an expression to repeat; write \\\(next) for the character")
        case "\\":
            switch try escape() {
            case .scalar(let scalar): return .scalar(scalar)
            case .set(let set): return .set(set)
            }
        default:
            index += 1
            return .scalar(next.value)
        }
    }

    private mutating func group() throws(ExpressionProblem) -> PatternNode {
        let place = index
        index += 1
        depth += 1
        guard depth <= RuleLimits.nesting else {
            throw problem("groups are nested deeper than the limit of \(RuleLimits.nesting); flatten the pattern")
        }
        if take("?"), !take(":") {
            throw problem("only (…) and (?:…) are groups; look-around and names are not supported", at: place)
        }
        let node = try alternatives()
        guard take(")") else { throw problem("a group that does not end; close it with \")\"", at: place) }
        depth -= 1
        return node
    }

    // MARK: Classes

    private enum Escape {
        case scalar(UInt32)
        case set(ScalarSet)
    }

    private mutating func bracketed() throws(ExpressionProblem) -> ScalarSet {
        let place = index
        index += 1
        let isNegated = take("^")
        var set = ScalarSet()
        while peek != "]" {
            guard peek != nil else { throw problem("a class that does not end; close it with \"]\"", at: place) }
            let start = index
            let first = try member()
            guard peek == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
                switch first {
                case .scalar(let scalar): set.insert(scalar...scalar)
                case .set(let other): set.formUnion(other)
                }
                continue
            }
            index += 1
            guard case .scalar(let low) = first, case .scalar(let high) = try member() else {
                throw problem("a range between classes; write \\- for the character", at: start)
            }
            guard low <= high else { throw problem("a range out of order; swap its ends", at: start) }
            set.insert(low...high)
        }
        index += 1
        guard !set.isEmpty else { throw problem("an empty class; name a character in it", at: place) }
        set.isNegated = isNegated
        return set
    }

    private mutating func member() throws(ExpressionProblem) -> Escape {
        guard let next = peek else { throw problem("a class that does not end; close it with \"]\"") }
        if next == "\\" { return try escape() }
        index += 1
        return .scalar(next.value)
    }

    private mutating func escape() throws(ExpressionProblem) -> Escape {
        let place = index
        index += 1
        guard let letter = peek else { throw problem("a pattern that ends in \"\\\"", at: place) }
        index += 1
        switch letter {
        case "d": return .set(.digits)
        case "D": return .set(ScalarSet.digits.negated)
        case "w": return .set(.wordCharacters)
        case "W": return .set(ScalarSet.wordCharacters.negated)
        case "s": return .set(.spaces)
        case "S": return .set(ScalarSet.spaces.negated)
        case "n": return .scalar(10)
        case "r": return .scalar(13)
        case "t": return .scalar(9)
        case "f": return .scalar(12)
        case "v": return .scalar(11)
        case "x": return .scalar(try hexadecimal(2, after: place))
        case "u": return .scalar(try unit(after: place))
        case "0"..."9":
            throw problem("the backreference \\\(letter) is not supported; write the expression again", at: place)
        case "a"..."z", "A"..."Z":
            throw problem(
                "the escape \\\(letter) is unknown; known are \\d \\w \\s \\D \\W \\S \\n \\r \\t \\f \\v \\xHH \\uHHHH",
                at: place)
        default: return .scalar(letter.value)
        }
    }

    /// Reads a code unit after `\u`, and the second half of a pair.
    private mutating func unit(after place: Int) throws(ExpressionProblem) -> UInt32 {
        let unit = try hexadecimal(4, after: place)
        guard 0xD800...0xDFFF ~= unit else { return unit }
        guard unit < 0xDC00, take("\\"), take("u") else { throw problem("an unpaired surrogate", at: place) }
        let low = try hexadecimal(4, after: place)
        guard 0xDC00...0xDFFF ~= low else { throw problem("an unpaired surrogate", at: place) }
        return 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
    }

    private mutating func hexadecimal(_ count: Int, after place: Int) throws(ExpressionProblem) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = peek?.hexadecimalValue else {
                throw problem("expected \(count) hexadecimal digits in an escape", at: place)
            }
            value = value << 4 | digit
            index += 1
        }
        return value
    }

    // MARK: Scalars

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        return true
    }

    private func problem(_ text: String, at place: Int? = nil) -> ExpressionProblem {
        let bytes = scalars[..<(place ?? index)].reduce(0) { $0 + UTF8.width($1) }
        return ExpressionProblem(offset: start + bytes, text: "in the pattern: \(text)")
    }
}

extension Unicode.Scalar {
    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt32? {
        switch self {
        case "0"..."9": value - 48
        case "a"..."f": value - 87
        case "A"..."F": value - 55
        default: nil
        }
    }
}
