/// A rule that a page of the documentation numbers.
struct NumberedRule: Sendable, Hashable {
    let reference: RuleReference
    /// The beginning of the rule's text.
    let text: String
}
