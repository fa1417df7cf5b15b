extension Script {
    /// Adds changes of a node with one field and a value listener.
    mutating func changeNode(_ mode: Mode, _ count: Int) {
        initial = ("node", .record(0))
        listen("node", .value, events: 1)
        change(mode, count) { ("node", .record(Double($0))) }
        eventCount = count
    }

    /// Adds changes of single children of a list with a value listener.
    mutating func changeChildren(of children: Int, _ mode: Mode, _ count: Int) {
        initial = ("list", .list(children))
        listen("list", .value, events: 1)
        // A large odd step covers the whole list.
        change(mode, count) { number in
            ("list/\(ScriptValue.key(number * 7_919 % children))", .record(-Double(number)))
        }
        eventCount = count
    }

    /// Adds acknowledged changes of one child of a list with a value listener, and value listeners of windows.
    mutating func changeWindows(_ windows: Int, _ place: ChangedPlace, _ count: Int) {
        let keys = (0..<10_000).map(ScriptValue.key).sorted()
        let middle = keys.count / 2
        initial = ("list", .list(keys.count))
        listen("list", .value, events: 1)
        for index in 0..<windows {
            let bounds =
                switch place {
                case .inside: Bounds(first: keys[middle - index % 10], last: keys[middle - index % 10 + 9 + index / 10])
                case .outside: Bounds(first: keys[middle + 10 + index], last: keys[middle + 19 + index])
                case .beyondLimit: Bounds(limit: 10 + index)
                }
            listen("list", .value, in: bounds, events: 1)
        }
        change(.acked, count) { ("list/\(keys[middle])", .record(-Double($0))) }
        eventCount = count * (place == .inside ? windows + 1 : 1)
    }

    /// The position of a changed child relative to the windows of its node.
    enum ChangedPlace {
        case inside
        case outside
        /// Behind the last child of windows that have reached their limit.
        case beyondLimit
    }

    /// Adds reconnects, each of which repeats the listen of a list's value listener with the hash of the list.
    mutating func relisten(children: Int, _ count: Int) {
        initial = ("list", .list(children))
        listen("list", .value, events: 1)
        // The first reconnect computes the hash of every node.
        prior = [.reconnect]
        operations = Array(repeating: .reconnect, count: count)
    }

    /// Adds listeners of a cached list, each of which is cancelled at once.
    mutating func subscribe(_ kind: Listener.Kind, children: Int, _ count: Int) {
        initial = ("list", .list(children))
        listen("list", .value, events: 1)
        operations = (0..<count).flatMap { _ in [.listen(Listener(path: "list", kind: kind)), .cancel] }
        eventCount = count * (kind == .value ? 1 : children)
    }
}
