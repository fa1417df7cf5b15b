package import DatasyncTree

/// The parts of a constraint as the application gave them; the operation checks them.
///
/// Without an order the bounds are keys, and without any part the constraint is the default query.
package struct ConstraintParts: Sendable, Hashable {
    /// The part of a constraint that was given twice.
    private var repeated: String?
    private var order: WebcomOrder?
    private var start: BoundValue?
    private var end: BoundValue?
    private var limit: Int?
    private var side: Window.Side?

    package init() {}

    /// Creates a constraint by key with inclusive bounds.
    package init(start: String? = nil, end: String? = nil, limit: Int? = nil, side: Window.Side = .first) {
        self.start = start.map { BoundValue(.string($0)) }
        self.end = end.map { BoundValue(.string($0)) }
        self.limit = limit
        self.side = side
    }

    package var hasStart: Bool { start != nil }

    package mutating func setOrder(_ order: WebcomOrder) {
        if self.order != nil { repeated = repeated ?? "order" }
        self.order = order
    }

    package mutating func setStart(_ bound: BoundValue) {
        if start != nil { repeated = repeated ?? "start" }
        start = bound
    }

    package mutating func setEnd(_ bound: BoundValue) {
        if end != nil { repeated = repeated ?? "end" }
        end = bound
    }

    package mutating func setLimit(_ limit: Int, _ side: Window.Side) {
        if self.limit != nil { repeated = repeated ?? "limit" }
        self.limit = limit
        self.side = side
    }

    /// Returns the constraint as a window of the engine.
    ///
    /// - Throws: ``WebcomError`` `invalidConstraint` if a part was given twice, or an order, bound or limit is invalid.
    package func window() throws(WebcomError) -> Window {
        do throws(DatasyncError) {
            if let repeated {
                throw DatasyncError(
                    .invalidConstraint, "The \(repeated) of a constraint is given twice; remove one of them.")
            }
            if order == nil, start == nil, end == nil, limit == nil { return .all }
            return try Window(
                order: order?.order() ?? .key, start: start, end: end, limit: limit, side: side ?? .first)
        } catch {
            throw WebcomError(error)
        }
    }
}

extension ConstraintParts: CustomStringConvertible {
    /// The window's description; an invalid constraint is marked "(invalid)".
    package var description: String {
        if let window = try? window() { return window.description }
        var words: [String] = []
        if let order { words.append("by \(order)") }
        if let start { words.append((start.isInclusive ? "from " : "after ") + Self.text(start)) }
        if let end { words.append((end.isInclusive ? "to " : "before ") + Self.text(end)) }
        if let limit { words.append("\(side ?? .first) \(limit)") }
        return words.joined(separator: " ") + " (invalid)"
    }

    private static func text(_ bound: BoundValue) -> String {
        let value =
            if case .string(let text)? = bound.value { text.quoted(atMost: 40) } else {
                bound.value?.json.text ?? "null"
            }
        return bound.key.map { "\(value) at \($0.quoted(atMost: 40))" } ?? value
    }
}
