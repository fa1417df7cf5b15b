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

    init(_ truth: Node, _ rules: NaiveRules, now: Double) {
        self.truth = truth
        self.rules = rules
        self.now = now
    }

    func complete(_ step: String, _ path: Path, _ word: String) {
        if !isLost { completions.append("\(step) \(path) \(word)") }
    }

    /// Processes the requests of a client, unless it is held or disconnected.
    func workOff(_ client: NaiveClient) {
        while client.isConnected, !client.isHeld, !client.requests.isEmpty {
            switch client.requests.removeFirst() {
            case .listen(let query): listen(query, client)
            case .unlisten(let query): client.listens.remove(query)
            case .write(let write):
                let word = perform(write)
                client.settle(write)
                complete(write.step, write.path, word)
            case .onDisconnectWrite(let onDisconnectWrite):
                client.onDisconnectWrites.removeAll { $0.id == onDisconnectWrite.id }
                client.confirmedOnDisconnectWrites.append(onDisconnectWrite)
                if !rules.allow(".write", at: onDisconnectWrite.path.nodePath) { isLost = true }
                complete(onDisconnectWrite.step, onDisconnectWrite.path, "ok")
            }
        }
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

    /// Ends a connection and executes its on-disconnect writes.
    ///
    /// The outcome is undefined for overlapping on-disconnect writes and for forbidden ones.
    func end(_ client: NaiveClient) {
        client.disconnect()
        let onDisconnectWrites = client.confirmedOnDisconnectWrites
        client.confirmedOnDisconnectWrites = []
        for (index, onDisconnectWrite) in onDisconnectWrites.enumerated() {
            if onDisconnectWrites[..<index].contains(where: { $0.path.isRelated(to: onDisconnectWrite.path) }) {
                isLost = true
            }
            if perform(onDisconnectWrite) != "ok" { isLost = true }
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
            guard let value = part.value.stored(now: now, present: before[part.path]) else { return "invalid_data" }
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
