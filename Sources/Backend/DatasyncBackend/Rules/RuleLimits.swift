/// The limits on rules and on their evaluation.
///
/// They are constants, so that every node decides alike about the same write.
package enum RuleLimits {
    /// The length of one expression in UTF-8 bytes.
    package static let expression = 2_048
    /// The nesting of parentheses, arguments, conditions and prefixes in an expression, and of groups in a pattern.
    package static let nesting = 64
    /// The number of levels of the rules document, the same as for the data.
    package static let levels = 32
    /// The length of one pattern in UTF-8 bytes.
    package static let pattern = 512
    /// The number of states of the automaton of one pattern.
    package static let states = 2_000
    /// The largest count in the braces of a pattern.
    package static let repetition = 1_000
    /// The number of steps of one evaluation of one expression.
    ///
    /// An instruction is a step; so are 16 bytes of a text or node that it reads or produces, and each state that a
    /// pattern visits.
    package static let steps = 1_000_000
    /// The number of steps of one decision, with all of its evaluations.
    ///
    /// Each node that the walk through the rules visits takes ``visit`` steps.
    package static let decision = 400_000
    /// The number of steps for visiting a node.
    static let visit = 4
}
