import DatasyncTree
import Foundation

/// A type that the decoder reads without calling its `init(from:)`, as `JSONDecoder` does.
protocol NodeReadable {
    /// Reads the value of a node.
    ///
    /// - Throws: `DecodingError`.
    static func read(from reader: NodeReader) throws -> Self
}

extension Bool: NodeReadable {
    static func read(from reader: NodeReader) throws -> Bool {
        guard let flag = reader.node.storedFlag else { throw reader.mismatch(Bool.self) }
        return flag
    }
}

extension String: NodeReadable {
    static func read(from reader: NodeReader) throws -> String { try reader.text(for: String.self) }
}

extension NodeReadable where Self: FixedWidthInteger {
    static func read(from reader: NodeReader) throws -> Self {
        guard let number = reader.node.number else { throw reader.mismatch(Self.self) }
        guard let integer = Self(exactly: number) else {
            throw reader.corrupted(
                Self.self, number == number.rounded() ? "which is outside its range" : "which has a fraction",
                remedy: number.magnitude < 0x1p53
                    ? "Decode it as Double, or store an integer of that range."
                    : "Decode it as Double, or store integers beyond 2^53 as strings.")
        }
        return integer
    }
}

extension Int: NodeReadable {}
extension Int8: NodeReadable {}
extension Int16: NodeReadable {}
extension Int32: NodeReadable {}
extension Int64: NodeReadable {}
extension Int128: NodeReadable {}
extension UInt: NodeReadable {}
extension UInt8: NodeReadable {}
extension UInt16: NodeReadable {}
extension UInt32: NodeReadable {}
extension UInt64: NodeReadable {}
extension UInt128: NodeReadable {}

extension NodeReadable where Self: BinaryFloatingPoint {
    static func read(from reader: NodeReader) throws -> Self {
        if let number = reader.node.number {
            let value = Self(number)
            guard value.isFinite else {
                throw reader.corrupted(
                    Self.self, "which is outside its range", remedy: "Decode it as Double.")
            }
            return value
        }
        guard case .leaf(.string(let text)) = reader.node.content,
            case .convertFromString(let positive, let negative, let nan) = reader.pass.options.floats
        else { throw reader.mismatch(Self.self) }
        switch text {
        case positive: return .infinity
        case negative: return -.infinity
        case nan: return .nan
        default: throw reader.mismatch(Self.self)
        }
    }
}

extension Double: NodeReadable {}
extension Float: NodeReadable {}

extension URL: NodeReadable {
    static func read(from reader: NodeReader) throws -> URL {
        guard let url = URL(string: try reader.text(for: URL.self)) else {
            throw reader.corrupted(
                URL.self, "which is not a URL", remedy: "Decode it as String, or correct the stored value.")
        }
        return url
    }
}

extension Data: NodeReadable {
    static func read(from reader: NodeReader) throws -> Data {
        switch reader.pass.options.data {
        case .deferredToData: return try Data(from: reader)
        case .base64:
            guard let data = Data(base64Encoded: try reader.text(for: Data.self)) else {
                throw reader.corrupted(
                    Data.self, "which is not Base64",
                    remedy: "Set dataDecodingStrategy of the application's jsonDecoder, or correct the stored value.")
            }
            return data
        case .custom(let read): return try read(reader)
        @unknown default: return try Data(from: reader)
        }
    }
}

extension Decimal: NodeReadable {
    static func read(from reader: NodeReader) throws -> Decimal {
        switch reader.node.content {
        case .leaf(.number(let number)):
            guard let decimal = Decimal(plain: number.shortestText) else {
                throw reader.corrupted(Decimal.self, "which is outside its range", remedy: "Decode it as Double.")
            }
            return decimal
        case .leaf(.string(let text)) where reader.pass.options.decimals == .string:
            guard let decimal = Decimal(plain: text) else {
                throw reader.corrupted(
                    Decimal.self, "which is not a decimal number",
                    remedy: "Decode it as String, or correct the stored value.")
            }
            return decimal
        case .leaf(.string):
            throw reader.corrupted(
                Decimal.self, "but decimals are read as numbers",
                remedy: "Set decimalCodingStrategy of the application to .string, or store a number.")
        default: throw reader.mismatch(Decimal.self)
        }
    }

    /// Converts a text with a decimal point, in any locale; `nil` if any part is not numeric.
    init?(plain text: String) {
        guard text.wholeMatch(of: #/-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/#) != nil,
            let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), decimal.isFinite
        else { return nil }
        self = decimal
    }
}
