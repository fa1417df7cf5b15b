/// A rule that a page of the documentation numbers.
struct NumberedRule: Sendable, Hashable {
    let reference: RuleReference
    /// The beginning of the text of the rule.
    let text: String
}
