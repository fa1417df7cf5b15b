package import DatasyncTree

/// A question to the rules, whether a user may read or write a node.
package struct RuleQuestion: Sendable {
    private let path: Path
    /// The written value; `nil` for a read.
    private let value: JSON?
    private let user: RuleAuth?

    package init(path: Path, value: JSON?, user: RuleAuth?) {
        self.path = path
        self.value = value
        self.user = user
    }

    /// Reads a question, such as `{"operation": "write", "path": "/a", "value": 1, "auth": {"uid": "ada"}}`.
    ///
    /// - Throws: `DatasyncError` `invalidValue` with the faulty member, or `invalidPath`.
    package init(_ json: JSON) throws(DatasyncError) {
        guard let text = json["path"]?.string else {
            throw DatasyncError(
                .invalidValue, "The question has no path; add \"path\": \"/contacts/ada\", for example.")
        }
        path = try Path(text)
        switch json["operation"]?.string {
        case "read": value = nil
        case "write": value = json["value"] ?? .null
        default:
            throw DatasyncError(.invalidValue, "The operation of the question is neither \"read\" nor \"write\".")
        }
        user = try Self.user(json["auth"] ?? .null)
    }

    /// Reads a user in the form of the rule variable `auth`; null for a client without a user.
    ///
    /// - Throws: `DatasyncError` `invalidValue` if the user has no uid.
    package static func user(_ json: JSON) throws(DatasyncError) -> RuleAuth? {
        if json.isNull { return nil }
        guard let user = RuleAuth(json) else {
            throw DatasyncError(
                .invalidValue,
                "The user \(json.text.quoted(atMost: 60)) has no uid; use {\"uid\": \"ada\"}, or null for no user.")
        }
        return user
    }

    /// Returns each level of the decision.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - data: All data before the operation.
    ///   - now: The time in milliseconds since the Unix epoch.
    /// - Returns: The explanation.
    /// - Throws: `DatasyncError` if the written value is not valid at the path.
    package func answer(by rules: Rules, data: Node, now: Double) throws(DatasyncError) -> RuleExplanation {
        guard let value else {
            return rules.explain(
                .read, at: [path], in: RuleContext(auth: user, now: now, data: data, query: RuleQuery()))
        }
        let written = try WriteValue(value, at: path, readsPriorities: true)
        let after = data.setting(try written.resolved(now: now, present: data[path], at: path), at: path)
        return rules.explain(
            .write, at: [path.nodePath], in: RuleContext(auth: user, now: now, before: data, after: after))
    }
}

extension RuleExplanation {
    /// The explanation for programs: `{"allowed": …, "levels": […]}`.
    package var json: JSON { ["allowed": .boolean(decision.isAllowed), "levels": .array(levels.map(\.json))] }
}

extension RuleExplanation.Level {
    fileprivate var json: JSON {
        let result: (String, JSON) =
            switch outcome {
            case .absent: ("absent", .null)
            case .value(let flag): ("evaluated", .boolean(flag))
            case .failure(let text): ("failed", .string(text))
            case .notEvaluated: ("notEvaluated", .null)
            }
        return [
            "path": .string(path.description), "rule": .string(place),
            "expression": expression.map(JSON.string) ?? .null, "outcome": .string(result.0), "value": result.1,
            "decides": .boolean(isDeciding),
        ]
    }
}
