import DatasyncTesting
import DatasyncTree

/// The back end of the naive model: the data, the rules and the pushes to clients.
final class NaiveBackend {
    private(set) var truth: Node
    private(set) var rules: NaiveRules
    var now: Double
    var clients: [NaiveClient] = []
    /// The completions of all clients, in order.
    private(set) var completions: [String] = []
    /// Whether the model no longer predicts completions and data.
    var isLost = false
    /// The index of the current step.
    var step = -1
    /// The drop of a connection, until it happens.
    private(set) var drop: ConnectionDrop?
    /// The number of changing requests that were processed.
    private var processed = 0
    /// The results of writes whose response was lost; the back end does not execute these again.
    private var results: [Int: String] = [:]

    init(_ truth: Node, _ rules: NaiveRules, now: Double, drop: ConnectionDrop? = nil) {
        self.drop = drop
        self.truth = truth
        self.rules = rules
        self.now = now
    }

    func complete(_ step: String, _ path: Path, _ word: String) {
        if !isLost { completions.append("\(step) \(path) \(word)") }
    }

    /// Processes the requests of a client unless the client is held or disconnected.
    func workOff(_ client: NaiveClient) {
        while client.isConnected, !client.isHeld, !client.requests.isEmpty {
            if dropIfDue() { continue }
            switch client.requests.removeFirst() {
            case .listen(let query): listen(query, client)
            case .unlisten(let query): client.listens.remove(query)
            case .write(let write):
                let word = results[write.id] ?? perform(write)
                guard receivesResponse(client) else {
                    results[write.id] = word
                    continue
                }
                client.settle(write, isAccepted: word == "ok")
                let isUnreadable =
                    word == "ok" && write.step == "increment" && !rules.allow(".read", at: write.path.nodePath)
                complete(write.step, write.path, isUnreadable ? "resultUnreadable" : word)
            case .onDisconnectWrite(let write):
                let isAllowed = rules.allow(".write", at: write.path.nodePath)
                if isAllowed { client.confirmedOnDisconnectWrites.append(write) }
                // The client registers a write again if its response was lost.
                guard receivesResponse(client) else { continue }
                client.onDisconnectWrites.removeAll { $0.id == write.id }
                complete(write.step, write.path, isAllowed ? "ok" : "permission_denied")
            }
        }
    }

    /// Counts a changing request; returns whether its response reaches the client.
    private func receivesResponse(_ client: NaiveClient) -> Bool {
        processed += 1
        client.processed += 1
        guard let drop, drop.step == step, drop.client == client.name else { return true }
        return client.processed <= drop.received
    }

    /// Drops a client's connection if the drop is due; the client reconnects at once.
    ///
    /// The step may have ended the connection too, for example if the drop hits a connection that its first use opens.
    /// The client then stays disconnected.
    @discardableResult
    func dropIfDue() -> Bool {
        guard let drop, drop.step == step, drop.processed == processed,
            let client = clients.first(where: { $0.name == drop.client })
        else { return false }
        self.drop = nil
        // A new connection does not end the hold of the scenario.
        let (isHeld, isConnected) = (client.isHeld, client.isConnected)
        end(client)
        if isConnected { client.connect() }
        client.isHeld = isHeld
        return true
    }

    func setRules(_ rules: NaiveRules) {
        self.rules = rules
        for client in clients {
            for query in client.listens.sorted(by: { $0.path.count < $1.path.count })
            where !rules.allow(".read", at: query.path) {
                client.listens.remove(query)
                client.revoke(query)
            }
        }
    }

    /// Ends a connection and executes its on-disconnect writes in order; refused ones have no effect.
    func end(_ client: NaiveClient) {
        client.disconnect()
        let onDisconnectWrites = client.confirmedOnDisconnectWrites
        client.confirmedOnDisconnectWrites = []
        for (index, write) in onDisconnectWrites.enumerated() {
            let later = onDisconnectWrites[(index + 1)...].flatMap(\.parts)
            let parts = write.parts.filter { part in !later.contains { $0.covers(part.path) } }
            if !parts.isEmpty { _ = perform(write.keeping(parts)) }
        }
    }

    private func listen(_ query: NaiveQuery, _ client: NaiveClient) {
        guard rules.allow(".read", at: query.path) else {
            client.revoke(query)
            return
        }
        client.listens.insert(query)
        push(query, client)
    }

    private func push(_ query: NaiveQuery, _ client: NaiveClient) {
        let node = truth[query.path]
        if query.window.isAll {
            client.receive([(query.path, node)], isMerge: false)
        } else {
            client.receive(query.window.cut(node), for: query)
        }
    }

    /// Executes a write, pushes its effect and returns the status word.
    private func perform(_ write: NaiveWrite) -> String {
        guard write.parts.allSatisfy({ rules.allow(".write", at: $0.path.nodePath) }) else {
            return "permission_denied"
        }
        let before = truth
        var stored: [(path: Path, value: Node)] = []
        for part in write.parts {
            let value = part.value.stored(
                now: now, present: before[part.path], isReadable: rules.allow(".read", at: part.path.nodePath))
            guard let value else { return "invalid_data" }
            stored.append((part.path, value))
        }
        stored = stored.inMergeOrder
        for (path, value) in stored { truth.set(value, at: path) }
        for client in clients where client.isConnected { push(stored, write, before, client) }
        return "ok"
    }

    private func push(
        _ stored: [(path: Path, value: Node)], _ write: NaiveWrite, _ before: Node, _ client: NaiveClient
    ) {
        let queries = client.listens.sorted { left, right in
            left.path.count != right.path.count
                ? left.path.count < right.path.count : !left.window.isAll && right.window.isAll
        }
        for query in queries where before[query.path] != truth[query.path] {
            if !query.window.isAll || !write.path.isAtOrBelow(query.path) {
                let isSame = query.window.cut(before[query.path]) == query.window.cut(truth[query.path])
                if !isSame { push(query, client) }
            } else {
                client.receive(stored, isMerge: write.isMerge)
            }
        }
    }
}
