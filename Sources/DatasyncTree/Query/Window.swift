/// The children that a query selects: a range of keys, bounds included, with an optional limit from either end.
package struct Window: Hashable, Sendable {
    /// The end of the range from which a limit counts.
    package enum Side: Hashable, Sendable {
        case first
        case last
    }

    package let start: Key?
    package let end: Key?
    package let limit: Int?
    package let side: Side

    /// The window of all children, which makes a query the default query of its node.
    package static let all = Window(bounds: nil, nil, limit: nil, side: .first)

    private init(bounds start: Key?, _ end: Key?, limit: Int?, side: Side) {
        self.start = start
        self.end = end
        self.limit = limit
        self.side = limit == nil ? .first : side
    }

    /// Creates a window from any combination of bounds and limit.
    ///
    /// - Throws: ``DataError`` `invalidConstraint` if the limit is not positive or a bound is not a valid key.
    package init(start: String? = nil, end: String? = nil, limit: Int? = nil, side: Side = .first) throws(DataError) {
        if let limit, limit < 1 {
            throw DataError(
                .invalidConstraint, "The limit \(limit) of a constraint is not positive; use 1 or more, or none.")
        }
        self.init(bounds: try Self.bound(start), try Self.bound(end), limit: limit, side: side)
    }

    private static func bound(_ text: String?) throws(DataError) -> Key? {
        guard let text else { return nil }
        do throws(DataError) {
            return try Key(text)
        } catch {
            throw DataError(.invalidConstraint, "A bound of a constraint is no key. \(error.message)")
        }
    }

    /// Whether the window includes all children.
    package var isAll: Bool {
        if case nil = start, case nil = end, case nil = limit { true } else { false }
    }

    /// Whether the bounds exclude every key.
    package var isEmpty: Bool {
        guard let start, let end else { return false }
        return end < start
    }

    /// Returns whether a key lies within the bounds; the limit is not considered.
    package func isInRange(_ key: Key) -> Bool {
        (start.map { !(key < $0) } ?? true) && (end.map { !($0 < key) } ?? true)
    }

    /// Returns the part of a node inside the window; a primitive becomes null unless the window is ``all``.
    package func cut(_ node: Node) -> Node {
        if isAll { return node }
        guard case .inner(let children) = node.content else { return .null }
        if let limit, limit >= children.count, start == nil, end == nil { return node }
        let entries =
            side == .first
            ? children.entries(from: start).lazy.prefix { self.isInRange($0.key) }
            : children.entriesBackwards(from: end).lazy.prefix { self.isInRange($0.key) }
        return Node(Children(entries.prefix(limit ?? .max).map { ($0.key, $0.value) }))
    }
}

extension Window: CustomStringConvertible {
    package var description: String { Self.words(start?.text, end?.text, limit, side) }

    /// Returns the description of bounds and a limit; invalid ones are marked "(invalid)".
    package static func text(start: String?, end: String?, limit: Int?, side: Side) -> String {
        let words = words(start, end, limit, side)
        return (try? Window(start: start, end: end, limit: limit, side: side)) == nil ? words + " (invalid)" : words
    }

    private static func words(_ start: String?, _ end: String?, _ limit: Int?, _ side: Side) -> String {
        var parts: [String] = []
        if let start { parts.append("from \(start.quoted(atMost: 40))") }
        if let end { parts.append("to \(end.quoted(atMost: 40))") }
        if let limit { parts.append("\(side) \(limit)") }
        return parts.isEmpty ? "all" : parts.joined(separator: " ")
    }
}
