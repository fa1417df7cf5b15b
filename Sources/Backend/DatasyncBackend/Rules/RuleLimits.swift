/// The limits on rules and on their evaluation.
///
/// They are constants, so all servers decide alike about the same write.
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
    /// An instruction is a step; so are 16 bytes of a text or node that it reads or produces, each byte whose case it
    /// changes, 4 bytes of a path, and each state that a pattern visits.
    package static let steps = 1_000_000
    /// The number of steps of one decision about a write, with all of its evaluations; on one processor at most 20 ms.
    ///
    /// A state that a pattern visits is a step of the decision, any other step of an evaluation is three, and of `hash()` six.
    package static let write = 1_000_000
    /// The number of steps of one decision about a read.
    package static let read = 3 * steps
    /// The number of steps of a decision for visiting a node, for beginning an evaluation, and for finding a parent.
    static let overhead = 24
}
