/// An error in the text of an expression, before its line is known.
struct ExpressionProblem: Error {
    /// The position in UTF-8 bytes from the start of the expression.
    let offset: Int
    /// The problem and its remedy.
    let text: String
}
