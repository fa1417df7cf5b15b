/// A bound as a caller gives it.
package struct BoundValue: Hashable, Sendable {
    /// The index value, or the key in the order by key; `nil` is null.
    package let value: Primitive?
    package let key: String?
    package let isInclusive: Bool

    package init(_ value: Primitive?, key: String? = nil, isInclusive: Bool = true) {
        self.value = value
        self.key = key
        self.isInclusive = isInclusive
    }

    /// Returns the bound of an edge in an order.
    ///
    /// - Throws: ``DatasyncError`` `invalidConstraint` if the value or the key does not fit the order.
    func bound(_ edge: Bound.Edge, _ order: Order) throws(DatasyncError) -> Bound {
        switch (order, value) {
        case (.key, .string(let text)?):
            if let key {
                throw DatasyncError(
                    .invalidConstraint,
                    "A bound of the order by key has a second key \(key.quoted(atMost: 40)); give one key only.")
            }
            return Bound(.null, key: try Self.key(text), isInclusive: isInclusive, edge)
        case (.key, _):
            throw DatasyncError(
                .invalidConstraint, "A bound of the order by key is \(text) instead of a key; give a string.")
        case (.priority, .boolean?):
            throw DatasyncError(
                .invalidConstraint,
                "A bound of the order by priority is \(text); priorities are numbers and strings, or null for none.")
        case (_, .number(let number)?) where !number.isFinite:
            throw DatasyncError(
                .invalidConstraint, "A bound of a constraint is the number \(number); use a finite number.")
        default: break
        }
        var key: Key?
        if let text = self.key { key = try Self.key(text) }
        return Bound(IndexValue(value), key: key, isInclusive: isInclusive, edge)
    }

    private var text: String { value?.json.text.quoted(atMost: 40) ?? "null" }

    private static func key(_ text: String) throws(DatasyncError) -> Key {
        do throws(DatasyncError) {
            return try Key(text)
        } catch {
            throw DatasyncError(.invalidConstraint, "A bound of a constraint is no key. \(error.message)")
        }
    }
}
