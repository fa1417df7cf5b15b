import DatasyncTree

/// The reader of rules documents.
struct RulesReader {
    /// An error at a place of the document.
    struct Problem: Error {
        /// The names of the members that lead to the place.
        let names: [String]
        /// The position in an expression, in UTF-8 bytes, and the expression itself.
        let expression: (text: String, offset: Int)?
        let text: String

        /// The error without a position in a text of the document.
        var error: DatasyncError { error(member: nil) { _ in nil } }

        /// Returns the error, with the position in the text of the document if it is known.
        ///
        /// - Parameters:
        ///   - member: The position of the member at the place.
        ///   - position: Returns the line and the column of a byte in the string at the place.
        /// - Returns: The error.
        func error(member: TextPosition?, position: (_ offset: Int) -> TextPosition?) -> DatasyncError {
            let place = names.joined(separator: "/")
            guard let expression else {
                let start = member.map { "At \($0) of the document: " } ?? ""
                return DatasyncError(.invalidValue, at: place, start + text)
            }
            let end = text.utf8.last == UInt8(ascii: "?") ? "" : "."
            let position = Self.position(expression, position(expression.offset))
            return DatasyncError(
                .invalidValue, at: place, "The rule \(place) is malformed at \(position): \(text)\(end)")
        }

        /// Returns the error, with the position in the text of the document.
        func error(in document: String) -> DatasyncError {
            error(member: DocumentText.position(in: document, ofMember: names)) { offset in
                DocumentText.position(in: document, of: names, offset: offset)
            }
        }

        /// Returns the text of a warning about a place in an expression.
        func warning(in document: String) -> String {
            let offset = expression?.offset ?? 0
            let outer = DocumentText.position(in: document, of: names, offset: offset)
            let position = Self.position((expression?.text ?? "", offset), outer)
            return "The rule \(names.joined(separator: "/")) at \(position): \(text)."
        }

        /// Returns a position in an expression in words, with the position in the document if it is known.
        private static func position(_ expression: (text: String, offset: Int), _ outer: TextPosition?) -> String {
            let inner = TextPosition(of: expression.offset, in: expression.text.utf8)
            return outer.map { "\($0) of the document, \(inner) of the rule" } ?? "\(inner)"
        }
    }

    private static let kinds = [".read", ".write", ".validate", ".webhooks", ".indexOn"]

    /// Reads the document; `nil` means no rules.
    static func read(_ json: JSON) throws(Problem) -> RuleLevel? {
        if json.isNull { return nil }
        guard let members = json.members, members.count == 1, let rules = json["rules"] else {
            throw Problem(
                names: [], expression: nil,
                text: "The rules document should be {\"rules\": {…}}, found \(json.text.quoted(atMost: 60)).")
        }
        return try RulesReader(names: ["rules"], keys: []).level(rules)
    }

    /// The names of the members that lead to the level.
    let names: [String]
    /// The `$` names of this level and the levels above, with the depths of their keys.
    let keys: [(name: String, depth: Int)]

    private func level(_ json: JSON) throws(Problem) -> RuleLevel {
        guard let members = json.members else {
            throw problem("The rules at \(place()) should be an object, not \(json.kind).")
        }
        var rules: [String: Rule] = [:]
        var indexes: [Order] = []
        var children: [(key: Key, level: RuleLevel)] = []
        var wildcard: RuleLevel?
        for member in members {
            let name = member.name
            switch name.utf8.first {
            case UInt8(ascii: "."):
                guard let kind = Self.kinds.first(where: { $0.hasSameBytes(as: name) }) else {
                    throw problem(
                        "The rule kind \(place(name)) is unknown; known are .read, .write, .validate, .webhooks and "
                            + ".indexOn.", name)
                }
                if kind == ".indexOn" {
                    indexes = try self.indexes(member.value)
                } else {
                    rules[kind] = try rule(kind, member.value)
                }
            case UInt8(ascii: "$"):
                guard case nil = wildcard else {
                    throw problem("The level \(place(name)) is a second wildcard beside another; keep one.", name)
                }
                wildcard = try inner(name, isWildcard: true).level(member.value)
            default:
                do throws(DatasyncError) {
                    _ = try Key(name)
                } catch {
                    throw problem("The level \(place(name)) has an invalid key. \(error.message)", name)
                }
                children.append((Key(unchecked: name), try inner(name, isWildcard: false).level(member.value)))
            }
        }
        return RuleLevel(
            place: place(), read: rules[".read"], write: rules[".write"], validate: rules[".validate"],
            webhooks: rules[".webhooks"], indexes: indexes, children: children, wildcard: wildcard)
    }

    private func inner(_ name: String, isWildcard: Bool) throws(Problem) -> RulesReader {
        guard names.count <= RuleLimits.levels else {
            throw problem(
                "The level \(place(name)) is deeper than the limit of \(RuleLimits.levels) levels; no data are there.",
                name)
        }
        guard isWildcard else { return RulesReader(names: names + [name], keys: keys) }
        guard ExpressionLexer.isKeyName(name) else {
            throw problem("The level \(place(name)) should be $ and letters, digits or _; rename it.", name)
        }
        guard !keys.contains(where: { $0.name.hasSameBytes(as: name) }) else {
            throw problem("The level \(place(name)) has the name of a level above it; rename one.", name)
        }
        return RulesReader(names: names + [name], keys: keys + [(name, names.count - 1)])
    }

    // MARK: Rules

    private func rule(_ kind: String, _ json: JSON) throws(Problem) -> Rule {
        if let flag = json.boolean {
            return Rule(place: place(kind), text: json.text, body: .constant(flag))
        }
        guard let text = json.string else {
            throw problem(
                "The rule \(place(kind)) is \(json.text.quoted(atMost: 60)); it should be a boolean or an expression.",
                kind)
        }
        let isValidation = kind.hasSameBytes(as: ".validate")
        let scope = ExpressionScope(
            keys: keys, hasNewData: kind == ".write" || isValidation, hasQuery: kind == ".read",
            isValidation: isValidation)
        do throws(ExpressionProblem) {
            let expression = try ExpressionParser.parse(text, in: scope)
            if case .boolean(let flag)? = expression.code.first, expression.code.count == 1 {
                return Rule(place: place(kind), text: text, body: .constant(flag))
            }
            return Rule(
                place: place(kind), text: text, body: .expression(expression), warnings: expression.warnings)
        } catch {
            throw Problem(names: names + [kind], expression: (text, error.offset), text: error.text)
        }
    }

    private func indexes(_ json: JSON) throws(Problem) -> [Order] {
        let entries = json.array ?? [json]
        var indexes: [Order] = []
        for entry in entries {
            guard let text = entry.string else {
                throw problem(
                    "The rule \(place(".indexOn")) holds \(entry.kind); it should be a string or a list of strings.",
                    ".indexOn")
            }
            do throws(DatasyncError) {
                let index = try Order(declared: text)
                if !indexes.contains(index) { indexes.append(index) }
            } catch {
                throw problem(
                    "The index \(text.quoted(atMost: 60)) of \(place(".indexOn")) \(error.message).", ".indexOn")
            }
        }
        return indexes
    }

    private func place(_ name: String? = nil) -> String {
        (names + [name].compactMap(\.self)).joined(separator: "/")
    }

    private func problem(_ text: String, _ name: String? = nil) -> Problem {
        Problem(names: names + [name].compactMap(\.self), expression: nil, text: text)
    }
}
