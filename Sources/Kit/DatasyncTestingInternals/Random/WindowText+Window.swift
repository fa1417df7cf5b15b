import DatasyncClient
import DatasyncTesting
import DatasyncTree

extension Scenario.WindowText {
    /// The window of the engine; `nil` if the bounds or the limit are invalid.
    var window: Window? {
        switch self {
        case .all: .all
        case .first(let limit): try? Window(limit: limit, side: .first)
        case .last(let limit): try? Window(limit: limit, side: .last)
        case .startAt(let key, let limit): try? Window(start: key, limit: limit, side: .first)
        case .endAt(let key, let limit): try? Window(end: key, limit: limit, side: .last)
        case .between(let start, let end): try? Window(start: start, end: end)
        case .ordered(let window): window.window
        }
    }
}

extension Scenario.OrderedWindow {
    /// The window of the engine; `nil` for an invalid constraint.
    fileprivate var window: Window? {
        guard let order = try? Order(self.order ?? ".key") else { return nil }
        var (start, end): (BoundValue?, BoundValue?)
        for bound in bounds {
            let isInclusive = bound.name != "startAfter" && bound.name != "endBefore"
            let value = BoundValue(bound.indexValue.primitive, key: bound.key, isInclusive: isInclusive)
            if bound.name.hasPrefix("start") || bound.name == "equalTo" { start = value }
            if bound.name.hasPrefix("end") || bound.name == "equalTo" { end = value }
        }
        return try? Window(order: order, start: start, end: end, limit: limit, side: isLast ? .last : .first)
    }
}
