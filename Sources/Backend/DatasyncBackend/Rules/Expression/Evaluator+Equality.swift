import DatasyncTree

/// Equality of values and members of claims.
extension Evaluator {
    /// Returns whether the two values on top are equal; values of different kinds are not.
    mutating func popEqual() throws(EvaluationError.Problem) -> Bool {
        let right = pop()
        let left = pop()
        switch (left, right) {
        case (.null, .null), (.auth, .auth): return true
        case (.boolean(let left), .boolean(let right)): return left == right
        case (.number(let left), .number(let right)): return left == right
        case (.string(let left), .string(let right)): return try isEqual(left, right)
        case (.node(let left), .node(let right)):
            if left.isIdentical(to: right) { return true }
            guard left.size == right.size else { return false }
            try spend(bytes: left.size)
            return left == right
        case (.claims(let left), .claims(let right)): return try isEqual(left, right)
        default: return false
        }
    }

    private mutating func isEqual(_ left: String, _ right: String) throws(EvaluationError.Problem) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        try spend(bytes: left.utf8.count)
        return left.hasSameBytes(as: right)
    }

    private mutating func isEqual(_ left: JSON, _ right: JSON) throws(EvaluationError.Problem) -> Bool {
        try spend(1)
        switch (left.content, right.content) {
        case (.null, .null): return true
        case (.boolean(let left), .boolean(let right)): return left == right
        case (.number(let left), .number(let right)): return left == right
        case (.string(let left), .string(let right)): return try isEqual(left, right)
        case (.array(let left), .array(let right)):
            guard left.count == right.count else { return false }
            for (left, right) in zip(left, right) where try !isEqual(left, right) { return false }
            return true
        case (.object(let left), .object(let members)):
            guard left.count == members.count else { return false }
            for member in left {
                try spend(members.count)
                guard let other = right[member.name], try isEqual(member.value, other) else { return false }
            }
            return true
        default: return false
        }
    }

    /// Returns a member of claims; a value without members, or without this one, gives null.
    mutating func member(_ index: RuleValue, of value: RuleValue) throws(EvaluationError.Problem) -> RuleValue {
        switch (value, index) {
        case (.claims(let json), .string(let name)):
            try spend(json.members?.count ?? 0)
            return RuleValue(json[name] ?? .null)
        case (.claims(let json), .number(let number)):
            guard let elements = json.array, let position = Int(exactly: number), elements.indices.contains(position)
            else { return .null }
            return RuleValue(elements[position])
        case (.null, _), (.boolean, _), (.number, _), (.string, _), (.node, _): return .null
        case (.auth, .string(let name)): return authMember(named: name)
        default: throw .unexpected(index.kinds, operation: "an index is a string or a number")
        }
    }

    private func authMember(named name: String) -> RuleValue {
        guard let auth = context.auth else { return .null }
        switch name {
        case "uid": return .string(auth.uid)
        case "provider": return auth.provider.map(RuleValue.string) ?? .null
        case "token": return RuleValue(auth.token)
        default: return .null
        }
    }
}
