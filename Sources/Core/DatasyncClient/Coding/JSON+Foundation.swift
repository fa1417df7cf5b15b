package import DatasyncTree
import Foundation

/// Conversion of Foundation's JSON values (`NSNull`, `Bool`, `NSNumber`, `String`, `[Any]`, `[String: Any]`).
extension JSON {
    /// Converts a Foundation JSON value in one pass; also accepts Swift's numbers, optionals and ``ServerValue``.
    ///
    /// - Throws: ``DatasyncError`` `invalidValue`, with the path inside the value, if a type is not JSON or the value exceeds
    ///   the tree's depth limit.
    package init(foundation value: Any?) throws(DatasyncError) {
        var reader = FoundationReader()
        self = try reader.json(value)
    }

    /// Converts Foundation's JSON to the input of a write.
    package static func written(_ value: Any?) -> Result<JSON, WebcomError> {
        do throws(DatasyncError) {
            return .success(try JSON(foundation: value))
        } catch {
            return .failure(WebcomError(error))
        }
    }
}

/// Reads Foundation's JSON values.
///
/// Common concrete types are recognised by their metatypes: a dynamic cast to a protocol costs hundreds of times more.
private struct FoundationReader {
    /// The names and indices from the written value to the current one.
    private var place: [String] = []

    mutating func json(_ value: Any?) throws(DatasyncError) -> JSON {
        guard let value else { return .null }
        let type = type(of: value)
        if type == String.self, let text = value as? String { return .string(text) }
        if type == Int.self, let number = value as? Int { return .number(Double(number)) }
        if type == Double.self, let number = value as? Double { return .number(number) }
        if type == Bool.self, let flag = value as? Bool { return .boolean(flag) }
        // This also covers collections of `any Sendable`, which are the same types at run time.
        if type == [String: Any].self, let members = value as? [String: Any] { return try object(members) }
        if type == [Any].self, let elements = value as? [Any] { return try array(elements) }
        // Literals whose values all have one type.
        if type == [String: String].self, let members = value as? [String: String] { return try object(members) }
        if type == [String: Double].self, let members = value as? [String: Double] { return try object(members) }
        if type == [String: Int].self, let members = value as? [String: Int] { return try object(members) }
        if type == [String: Bool].self, let members = value as? [String: Bool] { return try object(members) }
        return try uncommon(value)
    }

    private mutating func uncommon(_ value: Any) throws(DatasyncError) -> JSON {
        switch value {
        case let json as JSON: return json
        case let serverValue as ServerValue: return serverValue.deferred.json
        // Must precede Foundation's classes: on Linux a cast to one of them converts the whole collection first.
        case let collection as any JSONCollection: return try collection.json(with: &self)
        case is NSNull: return .null
        case let number as any FixedWidthNumber: return .number(number.double)
        case let source as any NodeSource: return source.sourceNode.json(readsArrays: false)
        // Must precede the Swift numbers: on Linux a Swift number casts to any other.
        case let number as NSNumber:
            return number.isBoolean ? .boolean(number.boolValue) : .number(number.doubleValue)
        case let text as String: return .string(text)
        case let elements as [Any]: return try array(elements)
        case let members as [String: Any]: return try object(members)
        case let integer as any BinaryInteger: return .number(Double(integer))
        case let number as any BinaryFloatingPoint: return .number(Double(number))
        case let optional as any OptionalValue: return try json(optional.wrapped)
        default:
            throw DatasyncError(
                .invalidValue, at: "/" + place.joined(separator: "/"),
                "The written value holds a \(type(of: value)) at /\(place.joined(separator: "/")), which is no JSON; use "
                    + "strings, numbers, booleans, arrays, dictionaries or nil, and for a Date its time as a number.")
        }
    }

    fileprivate mutating func array<Element>(_ elements: [Element]) throws(DatasyncError) -> JSON {
        var array: [JSON] = []
        array.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            try enter(String(index))
            array.append(try json(element))
            place.removeLast()
        }
        return .array(array)
    }

    fileprivate mutating func object<Value>(_ members: [String: Value]) throws(DatasyncError) -> JSON {
        var object: [JSON.Member] = []
        object.reserveCapacity(members.count)
        for (name, value) in members {
            try enter(name)
            object.append(JSON.Member(name, try json(value)))
            place.removeLast()
        }
        return .object(object)
    }

    private mutating func enter(_ name: String) throws(DatasyncError) {
        // A server value adds two levels that are not stored.
        guard place.count < Path.maximumDepth + 2 else {
            throw DatasyncError(
                .invalidValue, at: "/" + place.joined(separator: "/"),
                "The written value is deeper than the limit of \(Path.maximumDepth) levels, at "
                    + "/\(place.joined(separator: "/")); flatten it.")
        }
        place.append(name)
    }
}

/// Swift's arrays and dictionaries, with elements of any type.
private protocol JSONCollection {
    func json(with reader: inout FoundationReader) throws(DatasyncError) -> JSON
}

extension Array: JSONCollection {
    fileprivate func json(with reader: inout FoundationReader) throws(DatasyncError) -> JSON { try reader.array(self) }
}

extension Dictionary: JSONCollection where Key == String {
    fileprivate func json(with reader: inout FoundationReader) throws(DatasyncError) -> JSON { try reader.object(self) }
}

/// Swift's less common number types.
private protocol FixedWidthNumber {
    var double: Double { get }
}

extension FixedWidthNumber where Self: BinaryInteger {
    fileprivate var double: Double { Double(self) }
}

extension Int64: FixedWidthNumber {}
extension Int32: FixedWidthNumber {}
extension Int16: FixedWidthNumber {}
extension Int8: FixedWidthNumber {}
extension UInt: FixedWidthNumber {}
extension UInt64: FixedWidthNumber {}
extension UInt32: FixedWidthNumber {}
extension UInt16: FixedWidthNumber {}
extension UInt8: FixedWidthNumber {}
extension Float: FixedWidthNumber {
    fileprivate var double: Double { Double(self) }
}

private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { self }
}

extension NSNumber {
    fileprivate var isBoolean: Bool { String(cString: objCType) == "c" && self is Bool }
}
