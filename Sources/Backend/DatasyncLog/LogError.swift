/// An error of a log: its kind, a message with the remedy, and the file and offset if known.
public struct LogError: Error, Hashable, Sendable {
    /// The kind of an error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind for your own adapter.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name of a namespace is empty or too long.
        public static let invalidNamespace = Code(rawValue: "invalidNamespace")
        /// Bytes are not the byte form of an entry.
        public static let invalidEntry = Code(rawValue: "invalidEntry")
        /// An option of the log has a value that is not allowed.
        public static let invalidOption = Code(rawValue: "invalidOption")
        /// A newer version of the library wrote the data, which are unchanged.
        public static let newerVersion = Code(rawValue: "newerVersion")
        /// Stored data have changed since they were written.
        public static let damaged = Code(rawValue: "damaged")
        /// Another process, or another log in this process, has opened the same data.
        public static let locked = Code(rawValue: "locked")
        /// There is no room left.
        public static let noSpace = Code(rawValue: "noSpace")
        /// An operation on a file or a connection failed.
        public static let operationFailed = Code(rawValue: "operationFailed")
        /// The log was opened for reading only.
        public static let readOnly = Code(rawValue: "readOnly")
        /// The log is closed.
        public static let closed = Code(rawValue: "closed")
        /// A snapshot belongs to another incarnation, or to a position that the log has not reached.
        public static let invalidPosition = Code(rawValue: "invalidPosition")
    }

    /// The kind of the error.
    public let code: Code
    /// The path of the file, if the error concerns a file.
    public let file: String?
    /// The offset in the file, in bytes.
    public let offset: UInt64?
    /// The problem, its place and a remedy.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - file: The path of the file, if the error concerns a file.
    ///   - offset: The offset in the file, in bytes.
    ///   - message: The problem, its place and a remedy.
    public init(_ code: Code, file: String? = nil, offset: UInt64? = nil, _ message: String) {
        self.code = code
        self.file = file
        self.offset = offset
        self.message = message
    }
}

extension LogError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The message.
    public var description: String { message }

    /// The kind and the message.
    public var debugDescription: String { "LogError.\(code): \(message)" }
}

extension LogError.Code: CustomStringConvertible {
    /// The name of the kind.
    public var description: String { rawValue }
}
