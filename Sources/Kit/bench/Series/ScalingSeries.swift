/// The series of rows that show how the cost of one operation grows with a number.
enum ScalingSeries: String, CaseIterable, Sendable {
    case children
    case pendingAtOnePath = "pending-one"
    case pendingAtManyPaths = "pending-many"
    case listenersElsewhere = "listeners"
    case windowsInRange = "windows-in"
    case windowsOutOfRange = "windows-out"
    case fullWindows = "windows-full"
    case subscribeValue = "subscribe-value"
    case subscribeChild = "subscribe-child"
    case inFlight = "in-flight"
    case relisten

    private var summary: String {
        switch self {
        case .children: "a change of one of this many children"
        case .pendingAtOnePath: "a write where this many writes of the same path are pending"
        case .pendingAtManyPaths: "a write where this many writes of other children are pending"
        case .listenersElsewhere: "a write with this many listeners on other nodes"
        case .windowsInRange: "a write within this many windows of one node"
        case .windowsOutOfRange: "a write outside this many windows of one node"
        case .fullWindows: "a write beyond the last child of this many full windows of one node"
        case .subscribeValue: "a value listener on a cached node of this many children, registered and cancelled"
        case .subscribeChild: "a child listener on a cached node of this many children, registered and cancelled"
        case .inFlight: "an acknowledged write while this many other writes are unacknowledged"
        case .relisten: "a new connection, with the hash of an unchanged node of this many children"
        }
    }

    var modes: [Mode] {
        switch self {
        case .children: [.push, .acked]
        case .pendingAtOnePath, .pendingAtManyPaths: [.offline]
        case .listenersElsewhere, .windowsInRange, .windowsOutOfRange, .fullWindows, .inFlight: [.acked]
        case .subscribeValue, .subscribeChild, .relisten: [.push]
        }
    }

    private func points(_ size: Size) -> [Int] {
        let decades = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].filter { $0 <= size.scale }
        return switch self {
        case .children: decades.filter { $0 >= 100 }
        case .pendingAtOnePath, .pendingAtManyPaths, .listenersElsewhere:
            [0] + decades.filter { $0 >= 100 && $0 <= 100_000 }
        case .windowsInRange, .windowsOutOfRange, .fullWindows: decades.filter { $0 <= 1_000 }
        case .subscribeValue, .subscribeChild, .relisten: decades.filter { $0 >= 100 && $0 <= 100_000 }
        case .inFlight: [0, 100]
        }
    }

    /// The rows of all series, in the bed for the state.
    static func rows(_ size: Size) -> [Row] {
        allCases.flatMap { series in
            series.modes.flatMap { mode in
                series.points(size).map { point in
                    Row(
                        series.rawValue, bed: BedName.state.rawValue, mode: mode.rawValue, .microseconds, point: point,
                        summary: series.summary
                    ) {
                        let count = series.operationCount(point, size)
                        return try BedName.state.sample(series.script(point, mode, count), scale: 1000 / Double(count))
                    }
                }
            }
        }
    }

    /// Returns a number of operations that takes some milliseconds and hardly changes the number of pending writes.
    private func operationCount(_ point: Int, _ size: Size) -> Int {
        let count =
            switch self {
            case .pendingAtOnePath, .pendingAtManyPaths: 100
            case .windowsInRange, .windowsOutOfRange, .fullWindows: max(20, 1_000 / point)
            case .subscribeChild: max(5, 100_000 / point)
            default: 1_000
            }
        return min(count, size.operations)
    }

    /// Returns the script for one point of the series.
    func script(_ point: Int, _ mode: Mode, _ count: Int) -> Script {
        var script = Script("\(rawValue) \(point)", mode: mode)
        switch self {
        case .children: script.changeChildren(of: point, mode, count)
        case .pendingAtOnePath:
            script.changeNode(mode, count)
            script.prior = (0..<point).map { .write("node", .record(Double($0) + 0.5)) }
        case .pendingAtManyPaths:
            script.changeChildren(of: point + count, mode, count)
            script.prior = (0..<point).map { .write("list/\(ScriptValue.key($0 + count))", .record(-0.5)) }
        case .listenersElsewhere:
            script.changeNode(mode, count)
            for index in 0..<point { script.listen("other/\(ScriptValue.key(index))", .value, events: 1) }
        case .windowsInRange: script.changeWindows(point, .inside, count)
        case .windowsOutOfRange: script.changeWindows(point, .outside, count)
        case .fullWindows: script.changeWindows(point, .beyondLimit, count)
        case .subscribeValue: script.subscribe(.value, children: point, count)
        case .subscribeChild: script.subscribe(.child, children: point, count)
        case .inFlight:
            script.changeNode(mode, count)
            script.prior = (0..<point).map { .write("\(Script.silent)/\(ScriptValue.key($0))", .record(1)) }
        case .relisten: script.relisten(children: point, count)
        }
        return script
    }
}
