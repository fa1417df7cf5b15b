package import DatasyncTree

/// A value that bounds a query: null, a boolean, a number or a string.
///
/// In the order by key it is a key. Literals can be used directly: `startAt(3)`, `from: "a"`. ``null`` is the value of children without the indexed child.
public struct WebcomIndexValue: Sendable, Hashable {
    package let primitive: Primitive?

    private init(_ primitive: Primitive?) { self.primitive = primitive }

    /// The value of children that lack the indexed child or a priority.
    public static let null = WebcomIndexValue(nil)

    /// Returns a number.
    public static func number(_ number: Double) -> WebcomIndexValue { WebcomIndexValue(.number(number)) }

    /// Returns a string.
    public static func string(_ text: String) -> WebcomIndexValue { WebcomIndexValue(.string(text)) }

    /// Returns a boolean.
    public static func boolean(_ flag: Bool) -> WebcomIndexValue { WebcomIndexValue(.boolean(flag)) }
}

extension WebcomIndexValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByStringLiteral
{
    /// Makes a number.
    public init(integerLiteral value: Int) { self.init(.number(Double(value))) }

    /// Makes a number.
    public init(floatLiteral value: Double) { self.init(.number(value)) }

    /// Makes a boolean.
    public init(booleanLiteral value: Bool) { self.init(.boolean(value)) }

    /// Makes a string.
    public init(stringLiteral value: String) { self.init(.string(value)) }
}

extension WebcomIndexValue: CustomStringConvertible {
    /// The value as JSON.
    public var description: String { primitive?.json.text ?? "null" }
}

/// A bound of a query: an index value, with an optional key among the children that have it.
///
/// ```swift
/// .ordered(by: .child("age"), from: 18, to: .excluding(65))
/// ```
///
/// A literal is an inclusive bound. Without a key a bound includes or excludes all children with its value.
public struct WebcomBound: Sendable, Hashable {
    package let value: BoundValue

    private init(_ value: WebcomIndexValue, _ key: String?, isInclusive: Bool) {
        self.value = BoundValue(value.primitive, key: key, isInclusive: isInclusive)
    }

    /// Returns a bound that includes its value.
    ///
    /// - Parameters:
    ///   - value: The index value.
    ///   - key: The key of the child with the value at which the range ends; all of them when `nil`.
    /// - Returns: The bound.
    public static func including(_ value: WebcomIndexValue, key: String? = nil) -> WebcomBound {
        WebcomBound(value, key, isInclusive: true)
    }

    /// Returns a bound that excludes its value.
    ///
    /// - Parameters:
    ///   - value: The index value.
    ///   - key: The key of the child with the value at which the range ends; all of them when `nil`.
    /// - Returns: The bound.
    public static func excluding(_ value: WebcomIndexValue, key: String? = nil) -> WebcomBound {
        WebcomBound(value, key, isInclusive: false)
    }
}

extension WebcomBound: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByStringLiteral
{
    /// Makes an inclusive bound.
    public init(integerLiteral value: Int) { self = .including(WebcomIndexValue(integerLiteral: value)) }

    /// Makes an inclusive bound.
    public init(floatLiteral value: Double) { self = .including(WebcomIndexValue(floatLiteral: value)) }

    /// Makes an inclusive bound.
    public init(booleanLiteral value: Bool) { self = .including(WebcomIndexValue(booleanLiteral: value)) }

    /// Makes an inclusive bound.
    public init(stringLiteral value: String) { self = .including(WebcomIndexValue(stringLiteral: value)) }
}

extension WebcomBound: CustomStringConvertible {
    /// The value as JSON, and the key.
    public var description: String {
        let text = value.value?.json.text ?? "null"
        let key = value.key.map { " at \($0.quoted(atMost: 40))" } ?? ""
        return (value.isInclusive ? "" : "excluding ") + text + key
    }
}
