/// An error in data, with a message that says what is wrong, where, and how to correct it.
package struct DataError: Error, Equatable, Sendable {
    package let code: ErrorCode
    /// The path, or the position in a text, if the error has one.
    package let path: String?
    package let message: String

    package init(_ code: ErrorCode, at path: String? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }
}

extension DataError: CustomStringConvertible {
    package var description: String { message }
}
