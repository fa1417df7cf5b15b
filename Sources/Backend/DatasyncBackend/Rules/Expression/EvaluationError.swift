/// An error that ends the evaluation of an expression; access is then denied.
struct EvaluationError: Error {
    /// The kinds of errors; a text is made only when it is read.
    enum Problem: Error {
        /// An operation does not take a value of this kind.
        case unexpected(ValueKinds, operation: StaticString)
        case notAddable(ValueKinds, ValueKinds)
        case noParent
        case tooManySteps
        /// The evaluation needs the data or the time, which are not known.
        case unknownData
    }

    /// The position of the failed operation in the expression, in UTF-8 bytes.
    let offset: Int
    let problem: Problem

    /// The problem in words.
    var text: String {
        switch problem {
        case .unexpected(let kinds, let operation): "\(operation), found \(kinds.words)"
        case .notAddable(let left, let right): "+ takes numbers or strings, found \(left.words) and \(right.words)"
        case .noParent: "the root has no parent()"
        case .unknownData: "the value depends on the data"
        case .tooManySteps:
            "the evaluation takes more than the limit of \(RuleLimits.steps) steps; "
                + "check the length or the number of children first"
        }
    }
}
