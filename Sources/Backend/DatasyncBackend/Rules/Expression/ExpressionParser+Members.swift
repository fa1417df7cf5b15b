import DatasyncTree

/// Members and methods of values.
extension ExpressionParser {
    /// A method without special arguments.
    private struct Method {
        let name: String
        /// The number of arguments, which are strings.
        let arguments: Int
        let result: ValueKinds
        let instruction: Instruction
    }

    private static let snapshotMethods = [
        Method(name: "val", arguments: 0, result: .value, instruction: .value),
        Method(name: "child", arguments: 1, result: .snapshot, instruction: .childAt),
        Method(name: "parent", arguments: 0, result: .snapshot, instruction: .parent),
        Method(name: "exists", arguments: 0, result: .boolean, instruction: .exists),
        Method(name: "hasChild", arguments: 1, result: .boolean, instruction: .hasChild),
        Method(name: "hasChildren", arguments: 0, result: .boolean, instruction: .hasAnyChild),
        Method(name: "childCount", arguments: 0, result: .number, instruction: .childCount),
        Method(name: "isString", arguments: 0, result: .boolean, instruction: .isString),
        Method(name: "isNumber", arguments: 0, result: .boolean, instruction: .isNumber),
        Method(name: "isBoolean", arguments: 0, result: .boolean, instruction: .isBoolean),
        Method(name: "hash", arguments: 0, result: .string, instruction: .hash),
    ]

    private static let stringMethods = [
        Method(name: "contains", arguments: 1, result: .boolean, instruction: .contains),
        Method(name: "beginsWith", arguments: 1, result: .boolean, instruction: .beginsWith),
        Method(name: "endsWith", arguments: 1, result: .boolean, instruction: .endsWith),
        Method(name: "replace", arguments: 2, result: .string, instruction: .replace),
        Method(name: "toLowerCase", arguments: 0, result: .string, instruction: .lowercase),
        Method(name: "toUpperCase", arguments: 0, result: .string, instruction: .uppercase),
        Method(name: "matches", arguments: 1, result: .boolean, instruction: .matches(0)),
    ]

    private static let authMembers: [(name: String, instruction: Instruction, kinds: ValueKinds)] = [
        ("uid", .authUID, [.string, .null]), ("provider", .authProvider, [.string, .null]),
        ("token", .authToken, [.claims, .null]),
    ]

    /// Parses the members, indices and calls after an operand.
    mutating func members(of start: Operand) throws(ExpressionProblem) -> Operand {
        var operand = start
        while true {
            let offset = lexer.offset
            let text = text(of: operand)
            if try take(".") {
                guard case .name(let name) = lexer.token else {
                    throw problem("expected a member name after \".\", found \(lexer.token.words)")
                }
                let place = lexer.offset
                try lexer.advance()
                operand.kinds = try named(name, of: operand, at: place)
                compareKind(name, text, &operand)
            } else if try take("[") {
                operand.kinds = try indexed(operand, at: offset)
            } else if operand.kinds == .query {
                throw problem(
                    "query is not a value; use one of its members\(Self.known(Self.queryMembers))", at: offset)
            } else if lexer.token == .symbol("(") {
                throw problem("this is not a method; remove the parentheses")
            } else {
                return operand
            }
        }
    }

    /// Parses a method call, or reads a member.
    private mutating func named(
        _ name: String, of operand: Operand, at offset: Int
    ) throws(ExpressionProblem) -> ValueKinds {
        if lexer.token == .symbol("(") { return try call(name, of: operand, at: offset) }
        let kinds = operand.kinds
        if kinds == .query {
            guard let field = RuleQuery.Field(rawValue: name) else {
                throw problem(
                    "query has no member \(name.quoted(atMost: 40))\(Nearest.remedy(for: name, among: Self.queryMembers))",
                    at: offset)
            }
            emit(.query(field), at: offset)
            return field.kinds
        }
        if kinds.isPossible(.auth) {
            let member = try authMember(name, at: offset)
            return kinds.isPossible(.claims) ? .claim : member
        }
        if kinds.isPossible(.string), name.hasSameBytes(as: "length") {
            emit(.length, at: offset)
            return kinds.isPossible(.claims) ? .claim : .number
        }
        if kinds.isPossible(.claims) {
            emit(.member(constant(name)), at: offset)
            return .claim
        }
        let methods = Self.methods(of: kinds)
        guard !methods.contains(where: { $0.name.hasSameBytes(as: name) }) else {
            throw problem("\(name) is a method; call it with parentheses", at: offset)
        }
        throw unknown("member", name, of: kinds, at: offset)
    }

    private mutating func authMember(_ name: String, at offset: Int) throws(ExpressionProblem) -> ValueKinds {
        guard let member = Self.authMembers.first(where: { $0.name.hasSameBytes(as: name) }) else {
            let names = Self.authMembers.map(\.name)
            let nearest = Nearest.remedy(for: name, among: names)
            let isName = name.utf8.allSatisfy(ExpressionLexer.isNameByte)
            let claim = isName ? "auth.token.\(name)" : "auth.token['\(name)']"
            throw problem(
                nearest.utf8.last == UInt8(ascii: "?")
                    ? "auth has no member \(name.quoted(atMost: 40))\(nearest)"
                    : "auth has no member \(name.quoted(atMost: 40)); it has uid, provider and token. "
                        + "For a claim, use \(claim.quoted(atMost: 60))", at: offset)
        }
        if case .auth? = last, case .authUID = member.instruction {
            removeLast(1)
            emit(.uid, at: offset)
        } else {
            emit(member.instruction, at: offset)
        }
        return member.kinds
    }

    private mutating func indexed(_ operand: Operand, at offset: Int) throws(ExpressionProblem) -> ValueKinds {
        if case .string(let name) = lexer.token {
            let place = lexer.offset
            var ahead = lexer
            try ahead.advance()
            // A name in quotes means the same as a name after a dot.
            if ahead.token == .symbol("]") {
                try ahead.advance()
                lexer = ahead
                return try named(name, of: operand, at: place)
            }
        }
        guard operand.kinds.isPossible(.claims) else {
            throw problem(
                "only claims have members by computed names, and this is \(operand.kinds.words); "
                    + "use a name in quotes, or child()", at: offset)
        }
        let index = try condition()
        try require([.string, .number], index, "an index is a string or a number")
        guard try take("]") else { throw problem("expected \"]\" or an operator, found \(lexer.token.words)") }
        emit(.index, at: offset)
        return .claim
    }

    // MARK: Calls

    private mutating func call(
        _ name: String, of operand: Operand, at offset: Int
    ) throws(ExpressionProblem) -> ValueKinds {
        guard let method = Self.methods(of: operand.kinds).first(where: { $0.name.hasSameBytes(as: name) }) else {
            throw unknown("method", name, of: operand.kinds, at: offset)
        }
        try lexer.advance()
        switch method.instruction {
        case .matches: try pattern(at: offset)
        case .hasAnyChild where lexer.token != .symbol(")"): try keys(at: offset)
        case .childAt: try childPath(at: offset)
        default:
            for index in 0..<method.arguments { _ = try argument(of: method, index) }
            try close(method.name, method.arguments)
            emit(method.instruction, at: offset)
        }
        return method.result
    }

    private mutating func argument(of method: Method, _ index: Int) throws(ExpressionProblem) -> Operand {
        let hasMore = index == 0 ? lexer.token != .symbol(")") : try take(",")
        guard hasMore else {
            throw problem("\(method.name)() takes \(Self.count(method.arguments)), found \(index)")
        }
        let argument = try condition()
        try require(.string, argument, "\(method.name)() takes strings")
        return argument
    }

    private mutating func close(_ name: String, _ count: Int) throws(ExpressionProblem) {
        if try take(")") { return }
        if lexer.token == .symbol(",") || count == 0 {
            throw problem("\(name)() takes \(Self.count(count)); remove the others")
        }
        throw problem("expected \")\" or an operator, found \(lexer.token.words)")
    }

    private mutating func pattern(at offset: Int) throws(ExpressionProblem) {
        guard lexer.token == .symbol("/") else {
            throw problem("matches() takes a pattern between slashes, as in matches(/^[a-z]+$/)")
        }
        let (text, ignoresCase, start) = try lexer.pattern()
        draft.patterns.append(try Pattern(text, ignoresCase: ignoresCase, at: start))
        try close("matches", 1)
        emit(.matches(draft.patterns.count - 1), at: offset)
    }

    private mutating func keys(at offset: Int) throws(ExpressionProblem) {
        guard try take("[") else { throw problem("hasChildren() takes a list of keys, as in hasChildren(['a', 'b'])") }
        var count = 0
        repeat {
            guard lexer.token != .symbol("]") else {
                throw problem("expected a key in the list of hasChildren(); without keys, omit the list")
            }
            let key = try condition()
            try require(.string, key, "the keys of hasChildren() are strings")
            count += 1
        } while try take(",")
        guard try take("]") else { throw problem("expected \",\" or \"]\", found \(lexer.token.words)") }
        try close("hasChildren", 1)
        emit(.hasChildren(count), at: offset)
    }

    /// Parses the argument of `child`; a constant path becomes part of the instruction.
    private mutating func childPath(at offset: Int) throws(ExpressionProblem) {
        guard lexer.token != .symbol(")") else { throw problem("child() takes 1 argument, found 0") }
        let before = draft.code.count
        let argument = try condition()
        try require(.string, argument, "child() takes strings")
        try close("child", 1)
        guard draft.code.count == before + 1, case .string(let text)? = last,
            let path = try? Path(draft.strings[text]), !draft.strings[text].hasUpwardSegment
        else {
            emit(.childAt, at: offset)
            return
        }
        removeLast(1)
        draft.paths.append(path)
        let index = draft.paths.count - 1
        let joined: Instruction
        switch last {
        case .root?: joined = .rootChild(index)
        case .data?: joined = .dataChild(index)
        case .newData?: joined = .newDataChild(index)
        default: return emit(.child(index), at: offset)
        }
        removeLast(1)
        emit(joined, at: offset)
    }

    // MARK: Names

    private static let queryMembers = RuleQuery.Field.allCases.map(\.rawValue)

    private static func known(_ names: [String]) -> String { ": " + names.joined(separator: ", ") }

    private static func count(_ arguments: Int) -> String {
        switch arguments {
        case 0: "no arguments"
        case 1: "1 argument"
        default: "\(arguments) arguments"
        }
    }

    private static func methods(of kinds: ValueKinds) -> [Method] {
        (kinds.isPossible(.snapshot) ? snapshotMethods : []) + (kinds.isPossible(.string) ? stringMethods : [])
    }

    private func unknown(
        _ what: String, _ name: String, of kinds: ValueKinds, at offset: Int
    ) -> ExpressionProblem {
        let names = Self.methods(of: kinds).map(\.name) + (kinds.isPossible(.string) ? ["length"] : [])
        let remedy = names.isEmpty ? "; it has none" : Nearest.remedy(for: name, among: names)
        return problem("\(kinds.words) has no \(what) \(name.quoted(atMost: 40))\(remedy)", at: offset)
    }
}

extension String {
    /// Whether the text, as a path, has a segment `..`.
    fileprivate var hasUpwardSegment: Bool {
        utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
    }
}
