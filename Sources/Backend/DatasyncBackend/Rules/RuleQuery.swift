package import DatasyncTree

/// The parameters of a query, as the variable `query` shows them to read rules.
package struct RuleQuery: Sendable {
    package var index: Order
    package var startAt: Primitive?
    package var endAt: Primitive?
    package var equalTo: Primitive?
    package var limitToFirst: Int?
    package var limitToLast: Int?

    /// Creates the parameters of a query; by default, of the query for all children in key order.
    package init(
        index: Order = .key, startAt: Primitive? = nil, endAt: Primitive? = nil, equalTo: Primitive? = nil,
        limitToFirst: Int? = nil, limitToLast: Int? = nil
    ) {
        self.index = index
        self.startAt = startAt
        self.endAt = endAt
        self.equalTo = equalTo
        self.limitToFirst = limitToFirst
        self.limitToLast = limitToLast
    }

    /// Creates the parameters of a window; equal bounds set both bounds and `equalTo`.
    package init(_ window: Window) {
        let (start, end) = (window.start.flatMap(window.parameter), window.end.flatMap(window.parameter))
        self.init(
            // The query for all children without an order counts as a query by key.
            index: window.isDefault ? .key : window.order, startAt: start, endAt: end,
            equalTo: start == end ? start : nil, limitToFirst: window.side == .first ? window.limit : nil,
            limitToLast: window.side == .last ? window.limit : nil)
    }
}

extension Window {
    /// Returns the value of a bound; for the order by key, its key.
    fileprivate func parameter(_ bound: Bound) -> Primitive? {
        order == .key ? bound.key.map { .string($0.text) } : bound.value.primitive
    }
}

extension RuleQuery {
    /// The members of the variable `query`.
    enum Field: String, CaseIterable {
        case orderByKey
        case orderByChild
        case orderByValue
        case orderByPriority
        case startAt
        case endAt
        case equalTo
        case limitToFirst
        case limitToLast

        /// The kinds of values that the member may have.
        var kinds: ValueKinds {
            switch self {
            case .orderByKey, .orderByValue, .orderByPriority: .boolean
            case .orderByChild: [.string, .null]
            case .startAt, .endAt, .equalTo: [.string, .number, .boolean, .null]
            case .limitToFirst, .limitToLast: [.number, .null]
            }
        }
    }

    subscript(field: Field) -> RuleValue {
        switch field {
        case .orderByKey: .boolean(index == .key)
        case .orderByChild: if case .child(let path) = index { .string(path.relativeText) } else { .null }
        case .orderByValue: .boolean(index == .value)
        case .orderByPriority: .boolean(index == .priority)
        case .startAt: RuleValue(startAt)
        case .endAt: RuleValue(endAt)
        case .equalTo: RuleValue(equalTo)
        case .limitToFirst: RuleValue(limitToFirst.map { .number(Double($0)) })
        case .limitToLast: RuleValue(limitToLast.map { .number(Double($0)) })
        }
    }
}
