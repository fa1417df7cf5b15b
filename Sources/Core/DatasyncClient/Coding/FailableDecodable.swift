import DatasyncTree

/// A value whose decoding failure does not fail the value that contains it.
///
/// ```swift
/// for try await rows in contacts.children(as: FailableDecodable<Contact>.self) {
///     show(rows.compactMap(\.value.value), failures: rows.compactMap(\.value.error))
/// }
/// ```
///
/// Use it as the type of rows, of the elements of a collection, or of a property.
public struct FailableDecodable<Value: Decodable & Sendable>: Decodable, Sendable {
    /// The value, or the decoding error.
    public let result: Result<Value, WebcomError>

    /// The value; `nil` if it cannot be decoded.
    public var value: Value? { try? result.get() }

    /// The decoding error; `nil` if decoding succeeded.
    public var error: WebcomError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// Decodes a value, and stores the error if decoding fails.
    ///
    /// - Parameter decoder: The decoder of the value.
    public init(from decoder: any Decoder) {
        do {
            result = .success(try Value(from: decoder))
        } catch {
            let path = "/" + decoder.codingPath.map(\.stringValue).joined(separator: "/")
            result = .failure(
                WebcomError(
                    .decodingFailed, at: path,
                    "The value at \(path) of what is decoded cannot be decoded as \(Value.self): \(Self.reason(of: error))"
                ))
        }
    }

    private static func reason(of error: any Error) -> String {
        switch error {
        case let error as WebcomError: error.message
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
            context.debugDescription
        default: "\(error)"
        }
    }
}

extension FailableDecodable: CustomStringConvertible {
    /// The value or the error.
    public var description: String {
        switch result {
        case .success(let value): "FailableDecodable(\(String(describing: value).abbreviated()))"
        case .failure(let error): "FailableDecodable(\(error))"
        }
    }
}
