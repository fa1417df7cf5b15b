/// An error that ends the evaluation of an expression; access is then denied.
struct EvaluationError: Error {
    /// The position of the failed operation in the expression, in UTF-8 bytes.
    let offset: Int
    let text: String
}
