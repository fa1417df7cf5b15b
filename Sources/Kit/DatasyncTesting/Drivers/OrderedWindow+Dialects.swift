import DatasyncAsync
import DatasyncCallback
package import DatasyncClient
import DatasyncLegacy
import DatasyncTree

/// An ordered window in the API of each dialect.
extension Scenario.OrderedWindow {
    private var publicOrder: WebcomOrder {
        switch order {
        case nil, ".key": .key
        case ".value": .value
        case ".priority": .priority
        case let path?: .child(path)
        }
    }

    func query(of node: Webcom) -> DatasyncLegacy.Query {
        var query =
            switch publicOrder {
            case .key: node.orderByKey()
            case .value: node.orderByValue()
            case .priority: node.orderByPriority()
            case .child(let path): node.orderByChild(path)
            }
        for bound in bounds {
            query =
                switch bound.name {
                case "startAt": query.startAt(bound.indexValue, bound.key)
                case "startAfter": query.startAfter(bound.indexValue, bound.key)
                case "endAt": query.endAt(bound.indexValue, bound.key)
                case "endBefore": query.endBefore(bound.indexValue, bound.key)
                default: query.equalTo(bound.indexValue, bound.key)
                }
        }
        return limit.map { isLast ? query.limitToLast($0) : query.limitToFirst($0) } ?? query
    }

    var constraint: Webcom.Constraint {
        var constraint = Webcom.Constraint.orderBy(publicOrder)
        for bound in bounds {
            constraint =
                switch bound.name {
                case "startAt": constraint.startAt(bound.indexValue, key: bound.key)
                case "startAfter": constraint.startAfter(bound.indexValue, key: bound.key)
                case "endAt": constraint.endAt(bound.indexValue, key: bound.key)
                case "endBefore": constraint.endBefore(bound.indexValue, key: bound.key)
                default: constraint.equalTo(bound.indexValue, key: bound.key)
                }
        }
        return limit.map { isLast ? constraint.last($0) : constraint.first($0) } ?? constraint
    }

    var childrenConstraint: DatasyncChildrenConstraint {
        var (start, end): (WebcomBound?, WebcomBound?)
        for bound in bounds {
            switch bound.name {
            case "startAt": start = .including(bound.indexValue, key: bound.key)
            case "startAfter": start = .excluding(bound.indexValue, key: bound.key)
            case "endAt": end = .including(bound.indexValue, key: bound.key)
            case "endBefore": end = .excluding(bound.indexValue, key: bound.key)
            default:
                start = .including(bound.indexValue, key: bound.key)
                end = start
            }
        }
        guard let limit, isLast else { return .ordered(by: publicOrder, from: start, to: end, first: limit) }
        return .ordered(by: publicOrder, from: start, to: end, last: limit)
    }
}

extension Scenario.OrderedWindow.Bound {
    /// The value of the bound; a node with children counts as null, which the reader excludes.
    package var indexValue: WebcomIndexValue {
        switch value.content {
        case .boolean(let flag): .boolean(flag)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .null, .array, .object: .null
        }
    }
}

extension Scenario.Write {
    /// Whether the value has a priority or is one.
    var writesPriority: Bool {
        guard !isPriority, let text = json?.text else { return isPriority }
        // A value in the form with priorities need not contain one.
        return text.contains(Key.priority.text + "\"") || text.contains("\".value\":")
    }

    private var isPriority: Bool { path.hasSuffix("/" + Key.priority.text) }

    /// Writes a priority below the API, as only one dialect offers such writes; returns `false` for other writes.
    func performPriorityWrite(
        _ application: WebcomApplication, _ done: @escaping @Sendable (WebcomError?) -> Void
    ) -> Bool {
        guard let json, writesPriority else { return false }
        let node = Location(client: application.client)
            .relative(isPriority ? String(path.dropLast(Key.priority.text.utf8.count)) : path)
        let location = isPriority ? node.priority : node
        let value = WrittenValue.json(.success(json), readsPriorities: true)
        let completion: Location.Completion = { result in
            switch result {
            case .success: done(nil)
            case .failure(let error): done(error)
            }
        }
        switch kind {
        case .merge: location.merge(value, completion: completion)
        case .push(_, let key): location.relative(key).set(value, completion: completion)
        case .onDisconnect: location.set(value, at: .nextDisconnection, completion: completion)
        default: location.set(value, completion: completion)
        }
        return true
    }

    /// The written value; `nil` for operations that compute it.
    private var json: JSON? {
        switch kind {
        case .set(let json), .merge(let json), .push(let json, _), .onDisconnect(let json): json
        case .remove, .increment, .transaction: nil
        }
    }
}
