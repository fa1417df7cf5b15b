import DatasyncTree
import Foundation

/// A type that the encoder writes without calling its `encode(to:)`, as `JSONEncoder` does.
protocol NodeWritable {
    /// Encodes the value.
    ///
    /// - Returns: The encoded value; `nil` to omit it.
    /// - Throws: `EncodingError`.
    func encoded(at position: WritingPosition) throws -> Encoded?
}

extension Bool: NodeWritable {
    func encoded(at position: WritingPosition) -> Encoded? { .leaf(.boolean(self)) }
}

extension String: NodeWritable {
    func encoded(at position: WritingPosition) -> Encoded? { .leaf(.string(self)) }
}

extension NodeWritable where Self: FixedWidthInteger {
    func encoded(at position: WritingPosition) throws -> Encoded? {
        guard let number = Double(exactly: self) else {
            throw position.failure(
                .encodingFailed, self,
                "The \(Self.self) \(self) at \(position.place) is not exact as a number, which is an IEEE double. Write it "
                    + "as a string.")
        }
        return .leaf(.number(number))
    }
}

extension Int: NodeWritable {}
extension Int8: NodeWritable {}
extension Int16: NodeWritable {}
extension Int32: NodeWritable {}
extension Int64: NodeWritable {}
extension Int128: NodeWritable {}
extension UInt: NodeWritable {}
extension UInt8: NodeWritable {}
extension UInt16: NodeWritable {}
extension UInt32: NodeWritable {}
extension UInt64: NodeWritable {}
extension UInt128: NodeWritable {}

extension Double: NodeWritable {
    func encoded(at position: WritingPosition) throws -> Encoded? {
        if isFinite { return .leaf(.number(self)) }
        guard case .convertToString(let positive, let negative, let nan) = position.pass.options.floats else {
            throw position.failure(
                .encodingFailed, self,
                "The Double at \(position.place) is \(self); only finite numbers can be stored. Set "
                    + "nonConformingFloatEncodingStrategy of the application's jsonEncoder, or write a finite number.")
        }
        return .leaf(.string(isNaN ? nan : self > 0 ? positive : negative))
    }
}

extension Float: NodeWritable {
    /// Encodes the shortest decimal that converts back to the same `Float`, as `JSONEncoder` does.
    func encoded(at position: WritingPosition) throws -> Encoded? {
        let shortest = Double(description).flatMap { Float($0) == self ? $0 : nil }
        return try (shortest ?? Double(self)).encoded(at: position)
    }
}

extension URL: NodeWritable {
    func encoded(at position: WritingPosition) -> Encoded? { .leaf(.string(absoluteString)) }
}

extension Decimal: NodeWritable {
    func encoded(at position: WritingPosition) throws -> Encoded? {
        let text = description
        guard position.pass.options.decimals == .number else { return .leaf(.string(text)) }
        guard let number = Double(text), number.isFinite, Decimal(plain: number.shortestText) == self else {
            throw position.failure(
                .encodingFailed, self,
                "The Decimal \(text) at \(position.place) is not exact as a number, which is an IEEE double. Set "
                    + "decimalCodingStrategy of the application to .string.")
        }
        return .leaf(.number(number))
    }
}

extension Date: NodeWritable {
    func encoded(at position: WritingPosition) throws -> Encoded? {
        position.pass.noteDate(at: position)
        switch position.pass.options.dates {
        case .deferredToDate: return try position.written(by: Date.self) { try encode(to: $0) }
        case .secondsSince1970: return try timeIntervalSince1970.encoded(at: position)
        case .millisecondsSince1970: return try (1000 * timeIntervalSince1970).encoded(at: position)
        case .iso8601: return .leaf(.string(formatted(.iso8601)))
        // On other platforms, Foundation represents a formatter as a custom strategy.
        #if canImport(Darwin)
            case .formatted(let formatter): return .leaf(.string(formatter.string(from: self)))
        #endif
        case .custom(let write): return try position.written(by: Date.self) { try write(self, $0) }
        @unknown default: return try position.written(by: Date.self) { try encode(to: $0) }
        }
    }
}

extension Data: NodeWritable {
    func encoded(at position: WritingPosition) throws -> Encoded? {
        switch position.pass.options.data {
        case .deferredToData: return try position.written(by: Data.self) { try encode(to: $0) }
        case .base64: return .leaf(.string(base64EncodedString()))
        case .custom(let write): return try position.written(by: Data.self) { try write(self, $0) }
        @unknown default: return try position.written(by: Data.self) { try encode(to: $0) }
        }
    }
}
