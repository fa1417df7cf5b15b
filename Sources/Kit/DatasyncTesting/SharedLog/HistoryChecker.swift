import DatasyncBackend
import DatasyncLog
import DatasyncTree
import DatasyncWire

/// A violation that a history shows.
struct HistoryViolation: Error, Hashable, CustomStringConvertible {
    enum Kind: String, Sendable {
        /// A response or a read differs from the replayed log.
        case response
        /// An operation that began after the response to another one is before it in the log.
        case order
        /// An acknowledged write is not in the log.
        case missing
        /// A write has taken effect other than once.
        case effect
        /// An on-disconnect write has run other than once for its connection.
        case farewell
        /// A client has seen a value that is older than one it had seen.
        case regression
        /// A subscriber does not end with the replayed state.
        case subscriber
        /// A record cannot be read.
        case record
    }

    let kind: Kind
    let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = "\(kind.rawValue): \(description)"
    }
}

/// A checker of client histories against the log that the clients' back ends share.
///
/// The log is the witness: it gives the order of all writes, so no order has to be searched for. Replaying its records
/// gives the response to each write and the value of each place at each position.
struct HistoryChecker {
    private struct Write: Hashable {
        let client: UInt128
        let number: UInt64
    }

    private struct Result {
        let position: Int
        let status: Status
        let data: Node?
    }

    /// The values of a place, each from a position on.
    private struct Values {
        var changes: [(position: Int, value: Node)] = [(0, .null)]
    }

    private let histories: [History]
    /// Whether acknowledged writes may be missing, as the log has lost some.
    private let mayLose: Bool
    private(set) var violations: [HistoryViolation] = []
    private var results: [Write: Result] = [:]
    private var values: [Path: Values] = [:]
    private var final = DatabaseState()

    private init(_ histories: [History], mayLose: Bool) {
        self.histories = histories
        self.mayLose = mayLose
    }

    /// Returns the violations of all properties, at most a few of each kind.
    static func violations(of histories: [History], records: [LogRecord], mayLose: Bool = false) -> [HistoryViolation] {
        var checker = HistoryChecker(histories, mayLose: mayLose)
        checker.replay(records)
        checker.checkResponses()
        if !mayLose {
            checker.checkOrder()
            checker.checkFarewells()
        }
        checker.checkSubscribers()
        return checker.violations
    }

    private mutating func report(_ kind: HistoryViolation.Kind, _ description: String) {
        if violations.count(where: { $0.kind == kind }) < 5 { violations.append(HistoryViolation(kind, description)) }
    }

    // MARK: Replay

    private mutating func replay(_ records: [LogRecord]) {
        var operations: [Write: History.Operation] = [:]
        for history in histories {
            for operation in history.operations where !operation.kind.isRead {
                operations[Write(client: operation.client, number: operation.number)] = operation
            }
        }
        for (index, record) in records.enumerated() {
            do throws(DatasyncError) {
                guard let replayed = try final.replayed(record), let client = replayed.client, !replayed.isRepeated
                else {
                    continue
                }
                let write = Write(client: client, number: replayed.number)
                results[write] = Result(position: index + 1, status: replayed.status, data: replayed.data)
                if let operation = operations[write] { note(operation, replayed.status, at: index + 1) }
            } catch {
                report(.record, "the record at \(record.position): \(error.message)")
            }
        }
    }

    /// Compares the effect of a write with a model that knows counters and registers only.
    private mutating func note(_ operation: History.Operation, _ status: Status, at position: Int) {
        let (place, value) = (operation.place, final.data[operation.place])
        let before = values[place, default: Values()].changes.last?.value ?? .null
        let expected: Node =
            switch operation.kind {
            case _ where status != .ok: before
            case .increment: .number((before.number ?? 0) + 1)
            case .set(let node), .conditionalSet(let node): node
            case .read: before
            }
        if value != expected {
            report(.effect, "write \(operation.number) at \(place) gives \(value.text), expected \(expected.text)")
        }
        if value != before { values[place, default: Values()].changes.append((position, value)) }
    }

    // MARK: Properties

    private mutating func checkResponses() {
        for history in histories {
            for regression in history.regressions { report(.regression, "client \(history.name): \(regression)") }
            for operation in history.operations where !operation.kind.isRead {
                guard let status = operation.status else { continue }
                let name = "write \(operation.number) of client \(history.name) at \(operation.place)"
                guard let result = results[Write(client: operation.client, number: operation.number)] else {
                    if !mayLose { report(.missing, "\(name) was answered with \(status.rawValue)") }
                    continue
                }
                // A write that the log has lost and the client has sent again may have another response.
                if mayLose { continue }
                if status != result.status || operation.data != result.data {
                    report(
                        .response,
                        "\(name): \(status.rawValue) \(operation.data?.text ?? ""), replayed \(result.status.rawValue) "
                            + (result.data?.text ?? ""))
                }
            }
        }
    }

    /// The events of a run in their order.
    private enum Event {
        case connected(history: Int, connection: Int)
        case invoked(history: Int, operation: Int)
        case responded(history: Int, operation: Int)
    }

    private mutating func checkOrder() {
        var events: [(time: Int, event: Event)] = []
        for (index, history) in histories.enumerated() {
            for (number, connection) in history.connections.enumerated() {
                events.append((connection.opened, .connected(history: index, connection: number)))
            }
            for (number, operation) in history.operations.enumerated() {
                events.append((operation.invoked, .invoked(history: index, operation: number)))
                if let responded = operation.responded {
                    events.append((responded, .responded(history: index, operation: number)))
                }
            }
        }
        events.sort { $0.time < $1.time }
        // The highest position of a write with a response so far: what begins now must be after it.
        var acknowledged = 0
        var bounds: [[Int: Int]] = Array(repeating: [:], count: histories.count)
        // The highest position that a client has seen; a new connection has seen all that was acknowledged before.
        var seen = Array(repeating: 0, count: histories.count)
        for (_, event) in events {
            switch event {
            case .connected(let history, _): seen[history] = max(seen[history], acknowledged)
            case .invoked(let history, let number): bounds[history][number] = acknowledged
            case .responded(let index, let number):
                let operation = histories[index].operations[number]
                if operation.kind.isRead {
                    checkRead(operation, of: histories[index].name, &seen[index])
                } else if let result = results[Write(client: operation.client, number: operation.number)] {
                    if let bound = bounds[index][number], result.position <= bound {
                        report(
                            .order,
                            "write \(operation.number) of client \(histories[index].name) is at \(result.position), but a write "
                                + "at \(bound) was acknowledged before it began")
                    }
                    acknowledged = max(acknowledged, result.position)
                    seen[index] = max(seen[index], result.position)
                }
            }
        }
    }

    /// Checks that a read gives the value at a position that is not before what the client has seen.
    private mutating func checkRead(_ operation: History.Operation, of client: Int, _ seen: inout Int) {
        guard operation.status == .ok, let value = operation.data else { return }
        let changes = values[operation.place, default: Values()].changes
        let first = changes.lastIndex { $0.position <= seen } ?? 0
        guard let index = changes[first...].firstIndex(where: { $0.value == value }) else {
            let expected = changes[first...].prefix(3).map(\.value.text)
            return report(
                .response, "client \(client) read \(value.text) at \(operation.place), expected one of \(expected)…")
        }
        seen = max(seen, changes[index].position)
    }

    private mutating func checkFarewells() {
        for history in histories {
            for connection in history.connections {
                guard let path = connection.farewell else { continue }
                let value = final.data[path]
                if value != .number(1) {
                    report(.farewell, "\(path) of a closed connection is \(value.text), expected 1")
                }
            }
        }
        for (key, value) in final.data[HistoryClient.farewells].children where value != .number(1) {
            report(.farewell, "\(key.text) is \(value.text)")
        }
    }

    private mutating func checkSubscribers() {
        for history in histories {
            guard let shown = history.shown else { continue }
            let expected = final.data[HistoryClient.counters]
            if shown[HistoryClient.counters] != expected {
                report(.subscriber, "client \(history.name) ends with \(shown.text), expected \(expected.text)")
            }
        }
    }
}
