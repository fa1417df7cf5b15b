/// An error of the data model, a message or an operation.
///
/// Its message says what is wrong, where, and the remedy. It is the only error type that reaches the dialects from
/// the modules below, and they show it to the application as a `WebcomError`.
package struct DatasyncError: Error, Hashable, Sendable {
    package let code: ErrorCode
    /// The path, or the position in a text, if the error has one.
    package let path: String?
    package let message: String
    /// The status word that the back end sent; `nil` if the error arose in this process.
    package let statusWord: String?

    package init(_ code: ErrorCode, at path: String? = nil, _ message: String, statusWord: String? = nil) {
        self.code = code
        self.path = path
        self.message = message
        self.statusWord = statusWord
    }
}

extension DatasyncError: CustomStringConvertible {
    package var description: String { message }
}
