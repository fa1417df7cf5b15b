package import DatasyncTree

/// A value that bounds a query: null, a boolean, a number or a string.
///
/// In the order by key, it is a key. You can use literals directly: `startAt(3)`, `from: "a"`. ``null`` is the value of
/// children without the indexed child.
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
