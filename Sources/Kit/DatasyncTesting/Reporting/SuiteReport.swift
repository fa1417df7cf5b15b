/// The result of a suite: a ``DialectSuite``, ``TransportSuite`` or ``CommitLogSuite``.
public struct SuiteReport: Error, Hashable, Sendable {
    /// A rule that does not hold.
    public struct Failure: Hashable, Sendable {
        /// The rule, as a sentence.
        public let rule: String
        /// The expected and the observed behaviour.
        public let reason: String
    }

    /// The rules that passed.
    public internal(set) var passed: [String] = []
    /// The rules that failed, with their reasons.
    public internal(set) var failed: [Failure] = []
    /// The rules that need a closure or feature that the suite does not have.
    public internal(set) var skipped: [String] = []

    package init() {}

    /// Returns the report, or throws it if a rule has failed.
    func checked() throws -> SuiteReport {
        guard failed.isEmpty else { throw self }
        return self
    }

    /// Checks a rule and adds the result.
    package mutating func check(_ rule: String, _ check: () async throws -> Void) async {
        do {
            try await check()
            passed.append(rule)
        } catch {
            failed.append(Failure(rule: rule, reason: "\(error)"))
        }
    }
}

extension SuiteReport: CustomStringConvertible {
    /// The numbers of rules, and a line for each failed rule.
    public var description: String {
        let counts = "\(passed.count) rules passed, \(failed.count) failed, \(skipped.count) skipped"
        return ([counts] + failed.map { "  \($0)" }).joined(separator: "\n")
    }
}

extension SuiteReport.Failure: CustomStringConvertible {
    /// The rule and the reason.
    public var description: String { "\(rule): \(reason)" }
}
