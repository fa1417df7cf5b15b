/// A workload with reference figures.
package enum Workload: String, CaseIterable, Sendable {
    case w0 = "W0"
    case w1 = "W1"
    case w2a = "W2a"
    case w2b = "W2b"
    case w3 = "W3"
    case w4a = "W4a"
    case w4b = "W4b"
    case w5 = "W5"

    package var summary: String {
        switch self {
        case .w0: "sets of a node with one field, without listeners"
        case .w1: "one value listener on a node with one field, sets"
        case .w2a: "a list of records arrives at a child listener"
        case .w2b: "updates of single fields of the records of that list"
        case .w3: "a value listener on each of many siblings, sets"
        case .w4a: "a large list arrives at one value listener"
        case .w4b: "a new child listener on the cached large list"
        case .w5: "sets of a leaf at depth 10, with a value listener on each level"
        }
    }

    package var modes: [Mode] {
        switch self {
        case .w0: [.acked, .offline]
        case .w1, .w2b, .w3, .w5: [.acked, .push, .offline]
        case .w2a: [.push, .offline]
        case .w4a, .w4b: [.push]
        }
    }

    /// Returns the script of the workload in a mode.
    package func script(_ mode: Mode, _ size: Size) -> Script {
        var script = Script(rawValue, mode: mode)
        switch self {
        case .w0:
            script.initial = ("node", .record(0))
            script.change(mode, size.operations) { ("node", .record(Double($0))) }
        case .w1:
            script.initial = ("node", .record(0))
            script.listen("node", .value, events: 1)
            script.change(mode, size.operations) { ("node", .record(Double($0))) }
            script.eventCount = size.operations
        case .w2a:
            script.listen("list", .child, events: 0)
            script.operations = [.change("list", .list(size.children), mode)]
            script.eventCount = size.children
        case .w2b:
            script.initial = ("list", .list(size.children))
            script.listen("list", .child, events: size.children)
            script.change(mode, size.operations) { number in
                ("list/\(ScriptValue.key((number - 1) % size.children))/v", .number(Double(number)))
            }
            script.eventCount = size.operations
        case .w3:
            script.initial = ("list", .list(size.siblings))
            for index in 0..<size.siblings { script.listen("list/\(ScriptValue.key(index))", .value, events: 1) }
            script.change(mode, size.operations) { number in
                ("list/\(ScriptValue.key((number - 1) % size.siblings))", .record(Double(number)))
            }
            script.eventCount = size.operations
        case .w4a:
            script.listen("list", .value, events: 1)
            script.operations = [.change("list", .list(size.bulk), mode)]
            script.eventCount = 1
        case .w4b:
            script.initial = ("list", .list(size.bulk))
            script.listen("list", .value, events: 1)
            script.operations = [.listen(Script.Listener(path: "list", kind: .child))]
            script.eventCount = size.bulk
        case .w5:
            let levels = (1...size.depth).map(ScriptValue.level)
            let leaf = levels.joined(separator: "/")
            script.initial = ("", .chain(depth: size.depth, 0))
            for depth in 1...size.depth { script.listen(levels[..<depth].joined(separator: "/"), .value, events: 1) }
            script.change(mode, size.operations) { (leaf, .number(Double($0))) }
            script.eventCount = size.operations * size.depth
        }
        return script
    }
}
