/// What is wrong with a piece of data: what, where, and what to do about it.
package struct DataError: Error, Equatable, Sendable {
    package enum Code: String, Sendable {
        case invalidPath
        case invalidKey
        case invalidValue
        case notAnObject
        case notANumber
        case invalidConstraint
        case tooLarge
        case malformedText
    }

    package let code: Code
    /// The place in the data, when there is one.
    package let path: String?
    package let message: String

    package init(_ code: Code, at path: String? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.message = message
    }
}

extension DataError: CustomStringConvertible {
    package var description: String { message }
}
