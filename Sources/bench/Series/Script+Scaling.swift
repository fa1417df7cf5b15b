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
        // A large odd step visits the whole list.
        change(mode, count) { number in
            ("list/\(ScriptValue.key(number * 7_919 % children))", .record(-Double(number)))
        }
        eventCount = count
    }

    /// Adds acknowledged changes of one child of a list with a value listener, and value listeners of windows.
    mutating func changeWindows(_ windows: Int, areInRange: Bool, _ count: Int) {
        let keys = (0..<10_000).map(ScriptValue.key).sorted()
        let middle = keys.count / 2
        initial = ("list", .list(keys.count))
        listen("list", .value, events: 1)
        for index in 0..<windows {
            let first = areInRange ? middle - index % 10 : middle + 10 + index
            let last = areInRange ? first + 9 + index / 10 : first + 9
            listen("list", .value, range: (keys[first], keys[last]), events: 1)
        }
        change(.acked, count) { ("list/\(keys[middle])", .record(-Double($0))) }
        eventCount = count * (areInRange ? windows + 1 : 1)
    }

    /// Adds connections, each with the repeated listen of a value listener of a list, which carries the hash of the list.
    mutating func relisten(children: Int, _ count: Int) {
        initial = ("list", .list(children))
        listen("list", .value, events: 1)
        // The first time computes the hash of every node.
        prior = [.reconnect]
        operations = Array(repeating: .reconnect, count: count)
    }

    /// Adds listeners of a cached list, each cancelled at once.
    mutating func subscribe(_ kind: Listener.Kind, children: Int, _ count: Int) {
        initial = ("list", .list(children))
        listen("list", .value, events: 1)
        operations = (0..<count).flatMap { _ in [.listen(Listener(path: "list", kind: kind)), .cancel] }
        eventCount = count * (kind == .value ? 1 : children)
    }
}
