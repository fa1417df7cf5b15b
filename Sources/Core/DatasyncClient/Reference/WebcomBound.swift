package import DatasyncTree

/// A bound of a query: an index value, and optionally the key of a child with that value.
///
/// ```swift
/// .ordered(by: .child("age"), from: 18, to: .excluding(65))
/// ```
///
/// A literal is an inclusive bound. Without a key, a bound includes or excludes all children with its value.
public struct WebcomBound: Sendable, Hashable {
    package let value: BoundValue

    private init(_ value: WebcomIndexValue, _ key: String?, isInclusive: Bool) {
        self.value = BoundValue(value.primitive, key: key, isInclusive: isInclusive)
    }

    /// Returns a bound that includes its value.
    ///
    /// - Parameters:
    ///   - value: The index value.
    ///   - key: The key of the child, among those with the value, at which the range ends; `nil` for all of them.
    /// - Returns: The bound.
    public static func including(_ value: WebcomIndexValue, key: String? = nil) -> WebcomBound {
        WebcomBound(value, key, isInclusive: true)
    }

    /// Returns a bound that excludes its value.
    ///
    /// - Parameters:
    ///   - value: The index value.
    ///   - key: The key of the child, among those with the value, at which the range ends; `nil` for all of them.
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
