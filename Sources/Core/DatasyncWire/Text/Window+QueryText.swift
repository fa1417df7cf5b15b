import DatasyncTree

/// The query object of the protocol: index, bounds, limit, and the side from which the limit counts.
extension Window {
    /// The protocol's names that sort before and after every key.
    private static let lowestName = "[MIN_NAME]"
    private static let highestName = "[MAX_NAME]"

    /// The query object, or `nil` for a query of all children: an order alone is not sent.
    var queryJSON: JSON? {
        if isAll { return nil }
        var members: [JSON.Member] = []
        if order != .priority { members.append(JSON.Member("i", .string(order.description))) }
        if let start { members += Self.members(of: start, .start, order) }
        if let end { members += Self.members(of: end, .end, order) }
        if let limit {
            members += [JSON.Member("l", .number(Double(limit))), JSON.Member("vf", side == .first ? "l" : "r")]
        }
        return .object(members)
    }

    private static func members(of bound: Bound, _ edge: Bound.Edge, _ order: Order) -> [JSON.Member] {
        let prefix = edge == .start ? "s" : "e"
        let isInclusive = JSON.Member(prefix + "in", .boolean(bound.isInclusive(edge)))
        if order == .key {
            return [JSON.Member(prefix + "p", .string(bound.key?.text ?? "")), isInclusive]
        }
        var members = [JSON.Member(prefix + "p", bound.value.primitive?.json ?? .null)]
        if let key = bound.key {
            members.append(JSON.Member(prefix + "n", .string(key.text)))
        } else if !bound.isInclusive(edge) {
            members.append(JSON.Member(prefix + "n", .string(edge == .start ? highestName : lowestName)))
        }
        return members + [isInclusive]
    }

    /// Reads a query object; `nil` and null mean the default query.
    init(query json: JSON?) throws(DatasyncError) {
        guard let json, !json.isNull else {
            self = .all
            return
        }
        guard json.isObject else {
            throw DatasyncError(.malformedText, "The query (q) should be an object, not \(json.kind).")
        }
        var order = Order.priority
        if let index = json["i"] {
            guard let text = index.string else {
                throw DatasyncError(.invalidConstraint, "The query index (i) should be a string, not \(index.kind).")
            }
            order = try Order(text)
        }
        let side = json["vf"]?.string
        if let limit = json["l"], limit.integer == nil {
            throw DatasyncError(.invalidConstraint, "The query limit (l) should be an integer, not \(limit.text).")
        }
        guard side == nil || side == "l" || side == "r" else {
            throw DatasyncError(
                .invalidConstraint, "The query side (vf) should be \"l\" or \"r\", not \(side!.quoted(atMost: 20)).")
        }
        try self.init(
            order: order, start: try Self.bound(.start, in: json), end: try Self.bound(.end, in: json),
            limit: json["l"]?.integer, side: side == "r" ? .last : .first)
    }

    private static func bound(_ edge: Bound.Edge, in json: JSON) throws(DatasyncError) -> BoundValue? {
        let prefix = edge == .start ? "s" : "e"
        guard let bound = json[prefix + "p"] else { return nil }
        let value: Primitive?
        switch bound.content {
        case .null: value = nil
        case .boolean(let flag): value = .boolean(flag)
        case .number(let number): value = .number(number)
        case .string(let text): value = .string(text)
        case .array, .object:
            throw DatasyncError(
                .invalidConstraint, "The query bound (\(prefix)p) should be a primitive, not \(bound.kind).")
        }
        var isInclusive = true
        if let flag = json[prefix + "in"] {
            guard let boolean = flag.boolean else {
                throw DatasyncError(
                    .invalidConstraint, "The query member \(prefix)in should be a boolean, not \(flag.kind).")
            }
            isInclusive = boolean
        }
        guard let name = json[prefix + "n"] else { return BoundValue(value, isInclusive: isInclusive) }
        guard let text = name.string else {
            throw DatasyncError(.invalidConstraint, "The query member \(prefix)n should be a string, not \(name.kind).")
        }
        // These names stand before and after all children with the value.
        switch text {
        case lowestName: return BoundValue(value, isInclusive: edge == .start)
        case highestName: return BoundValue(value, isInclusive: edge == .end)
        default: return BoundValue(value, key: text, isInclusive: isInclusive)
        }
    }
}
