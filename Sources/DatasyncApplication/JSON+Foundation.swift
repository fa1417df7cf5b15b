package import DatasyncTree
import Foundation

/// Foundation's JSON values (`NSNull`, `Bool`, `NSNumber`, `String`, `[Any]`, `[String: Any]`) and ours.
extension JSON {
    /// Reads a Foundation JSON value; Swift's own numbers, optionals and ``ServerValue`` are taken too.
    ///
    /// - Throws: ``DataError`` `invalidValue` that names the type of what is no JSON.
    package init(foundation value: Any?) throws(DataError) {
        guard let value else {
            self = .null
            return
        }
        switch value {
        case let json as JSON: self = json
        case let serverValue as ServerValue: self = serverValue.deferred.json
        case is NSNull: self = .null
        case let flag as Bool where type(of: value) == Bool.self: self = .boolean(flag)
        case let text as String: self = .string(text)
        case let integer as any BinaryInteger: self = .number(Double(integer))
        case let number as any BinaryFloatingPoint: self = .number(Double(number))
        case let number as NSNumber:
            self = number.isBoolean ? .boolean(number.boolValue) : .number(number.doubleValue)
        case let elements as [Any?]:
            var array: [JSON] = []
            for element in elements { array.append(try JSON(foundation: element)) }
            self = .array(array)
        case let members as [String: Any?]:
            var object: [Member] = []
            for (name, value) in members { object.append(Member(name, try JSON(foundation: value))) }
            self = .object(object)
        default:
            let mirror = Mirror(reflecting: value)
            guard mirror.displayStyle == .optional else {
                throw DataError(
                    .invalidValue,
                    "A value of type \(type(of: value)) is no JSON; use strings, numbers, booleans, arrays, dictionaries or nil."
                )
            }
            try self.init(foundation: mirror.children.first?.value)
        }
    }

    /// The value as Foundation's JSON; null is `NSNull`.
    package var foundationValue: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let flag): flag
        case .number(let number): Int(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
        case .string(let text): text
        case .array(let elements): elements.map(\.foundationValue)
        case .object(let members):
            Dictionary(members.map { ($0.name, $0.value.foundationValue) }, uniquingKeysWith: { $1 })
        }
    }
}

extension Node {
    /// The value as Foundation's JSON; integer-keyed nodes as arrays, null as `nil`.
    package var foundationValue: Any? { isNull ? nil : json(readsArrays: true).foundationValue }

    /// The value as Foundation's JSON, never with arrays; null as `nil`.
    package var rawFoundationValue: Any? { isNull ? nil : json(readsArrays: false).foundationValue }
}

extension NSNumber {
    fileprivate var isBoolean: Bool { String(cString: objCType) == "c" && self is Bool }
}
