import DatasyncTree

/// The steps and lines of a scenario while it is recorded, as a pure state machine.
struct RecordedScenario {
    /// A client that waits for responses.
    private struct Waiting {
        var writes: Set<Int> = []
        var isHeld = false
        /// Whether one response has come while others are still missing.
        var isPartlyAnswered = false
    }

    private var steps: [JSON] = []
    private var lines: [(id: String, lines: [String])] = []
    private var completions: [String] = []
    private var waiting: [String: Waiting] = [:]
    private var disconnected: Set<String> = []
    private var writes: [(client: String, step: String, path: String)] = []
    private(set) var problems: [String] = []

    mutating func subscribe(_ id: String, _ members: [JSON.Member]) {
        add("subscribe", [JSON.Member("id", .string(id))] + members)
        lines.append((id, []))
    }

    /// Adds the end of a subscription with its notice, which not every client delivers.
    mutating func unsubscribe(_ id: String) {
        steps.append(["do": "unsubscribe", "id": .string(id)])
        guard let index = lines.firstIndex(where: { $0.id == id }) else {
            return complain("the end of \"\(id)\", which is not subscribed; call subscribe first")
        }
        if lines[index].lines.last?.hasPrefix("revoked") != true { lines[index].lines.append("cancelled") }
    }

    mutating func deliver(_ line: String, to id: String) {
        guard let index = lines.firstIndex(where: { $0.id == id }) else {
            return complain("an event of \"\(id)\", which is not subscribed; call subscribe first")
        }
        // The end of the subscription already records this notice.
        if line != "cancelled" { lines[index].lines.append(line) }
    }

    /// Adds a write and returns its number for ``complete(_:_:)``.
    ///
    /// The write is held until its response comes, so that a replay has the same local events in between.
    mutating func write(
        _ step: String, _ client: String, _ path: String, child: String?, _ members: [JSON.Member]
    ) -> Int {
        var state = waiting[client, default: Waiting()]
        if state.isPartlyAnswered {
            complain("\(step) \(path) while only some writes of \(client) have a response; wait for all of them")
        }
        if !state.isHeld, !disconnected.contains(client) {
            steps.append(["do": "hold", "client": .string(client)])
            state.isHeld = true
        }
        add(step, [JSON.Member("client", .string(client)), JSON.Member("path", .string(path))] + members)
        writes.append((client, step, child.map { "\(path == "/" ? "" : path)/\($0)" } ?? path))
        state.writes.insert(writes.count - 1)
        waiting[client] = state
        return writes.count - 1
    }

    mutating func complete(_ number: Int, _ status: String) {
        guard writes.indices.contains(number), waiting[writes[number].client]?.writes.remove(number) != nil else {
            return complain("a completion of the write \(number), which is not pending; complete each write once")
        }
        let (client, step, path) = writes[number]
        completions.append("\(step) \(path) \(status)")
        let isAnswered = waiting[client]?.writes.isEmpty == true
        waiting[client]?.isPartlyAnswered = !isAnswered
        if isAnswered { release(client) }
    }

    mutating func disconnect(_ client: String) {
        waiting[client]?.isHeld = false
        disconnected.insert(client)
        steps.append(["do": "disconnect", "client": .string(client)])
    }

    mutating func connect(_ client: String) {
        disconnected.remove(client)
        steps.append(["do": "connect", "client": .string(client)])
    }

    private mutating func release(_ client: String) {
        guard waiting[client]?.isHeld == true else { return }
        waiting[client]?.isHeld = false
        steps.append(["do": "release", "client": .string(client)])
    }

    /// Returns the scenario as the JSON of a file.
    func json(named name: String, data: JSON, rules: JSON?) -> JSON {
        var members = [JSON.Member("name", .string(name))]
        if !data.isNull { members.append(JSON.Member("data", data)) }
        if let rules { members.append(JSON.Member("rules", rules)) }
        members.append(JSON.Member("steps", .array(steps)))
        let strings = { (lines: [String]) in JSON.array(lines.map(JSON.string)) }
        var expected = lines.map { JSON.Member($0.id, strings($0.lines)) }
        if !writes.isEmpty { expected.append(JSON.Member("writes", strings(completions))) }
        members.append(JSON.Member("expect", .object(expected)))
        return .array([.object(members)])
    }

    /// The problems, including the writes that have no response.
    var allProblems: [String] {
        let pending = waiting.values.flatMap(\.writes).sorted().map { number in
            "no completion of \(writes[number].step) \(writes[number].path); wait for it before you end the recording"
        }
        return problems + pending
    }

    private mutating func add(_ step: String, _ members: [JSON.Member]) {
        steps.append(.object([JSON.Member("do", .string(step))] + members))
    }

    private mutating func complain(_ problem: String) { problems.append("step \(steps.count): \(problem)") }
}
