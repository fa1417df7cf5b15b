import DatasyncTesting
import DatasyncTree

/// Predicts the lines of a scenario by recomputing every state from its definition.
///
/// The model has no incremental caches. After every transition, a subscription's value is the server value with the
/// pending writes applied, and its lines are the differences from the previous state. The model predicts only what the
/// rules determine: subscriptions whose node has a complete cache. Once a subscription leaves that state, the
/// prediction of its lines ends.
final class NaiveModel {
    /// The prediction for a scenario.
    struct Prediction {
        /// The lines by subscription id, and under `writes` the completions.
        var lines: [String: [String]] = [:]
        /// The ids whose lines are predicted only up to some point.
        var isOpen: Set<String> = []
        /// The data inside each subscription's window at the end, if no messages are pending.
        var finals: [String: Node] = [:]
    }

    private let backend: NaiveBackend
    private var clients: [String: NaiveClient] = [:]
    private var subscriptions: [(subscription: NaiveSubscription, client: NaiveClient)] = []
    private var writeCount = 0

    private init(_ scenario: Scenario, _ drop: ConnectionDrop? = nil) {
        backend = NaiveBackend(
            (scenario.data.stored(now: 0, present: .null)) ?? .null, NaiveRules(document: scenario.rules),
            now: scenario.now, drop: drop)
    }

    /// The final state of a scenario in which a connection is dropped.
    struct Final {
        let data: Node
        /// The completions, sorted.
        let writes: [String]
        /// Whether the drop happened.
        let hasDropped: Bool
    }

    /// Predicts the final state of a scenario; `nil` with transactions or with expressions in rules.
    static func final(of scenario: Scenario, _ drop: ConnectionDrop?) -> Final? {
        guard scenario.rules?.hasExpressions != true, !scenario.steps.contains(where: \.hasUnknownMessages) else {
            return nil
        }
        let model = NaiveModel(scenario, drop)
        for step in scenario.steps { model.perform(step) }
        guard !model.backend.isLost else { return nil }
        let backend = model.backend
        return Final(data: backend.truth, writes: backend.completions.sorted(), hasDropped: backend.drop == nil)
    }

    /// Predicts the lines of a scenario.
    static func prediction(of scenario: Scenario) -> Prediction {
        let model = NaiveModel(scenario)
        for step in scenario.steps {
            model.perform(step)
            if model.backend.isLost { model.loseEverything() }
        }
        var prediction = Prediction()
        for (subscription, client) in model.subscriptions {
            if !model.backend.isLost, !subscription.isEnded, client.isConnected, !client.isHeld {
                prediction.finals[subscription.subscription.id] = subscription.query.window.cut(
                    model.backend.truth[subscription.query.path])
            }
            prediction.lines[subscription.subscription.id] = subscription.lines
            if !subscription.isPredicted { prediction.isOpen.insert(subscription.subscription.id) }
        }
        prediction.lines["writes"] = model.backend.completions
        if model.backend.isLost { prediction.isOpen.insert("writes") }
        return prediction
    }

    private func loseEverything() {
        for (subscription, _) in subscriptions { subscription.lose() }
    }

    private func client(_ name: String) -> NaiveClient {
        if let client = clients[name] { return client }
        let client = NaiveClient(name)
        clients[name] = client
        backend.clients.append(client)
        return client
    }

    private func perform(_ step: Scenario.Step) {
        backend.step += 1
        switch step {
        case .subscribe(let subscription): subscribe(subscription)
        case .unsubscribe(let id):
            guard let entry = subscriptions.first(where: { $0.subscription.subscription.id == id }) else { return }
            entry.client.unsubscribe(entry.subscription)
        case .write(let write): perform(write, client(write.client))
        case .hold(let name): client(name).isHeld = true
        case .release(let name): client(name).isHeld = false
        case .disconnect(let name): backend.end(client(name))
        case .connect(let name): client(name).connect()
        case .end(let name): end(client(name))
        case .authenticate(let name, _): _ = client(name)
        case .rules(let json): backend.setRules(NaiveRules(document: json))
        case .advance(let milliseconds):
            backend.now += milliseconds
            // The back end may forget clients that have not written for this long; the model does not follow that.
            if milliseconds > 7 * 24 * 3_600_000 { backend.isLost = true }
        }
        // After a drop, the client sends its requests again.
        repeat {
            for client in clients.values { backend.workOff(client) }
        } while backend.dropIfDue()
    }

    /// Ends a client and settles its pending writes; the next step with its name begins a new client.
    private func end(_ client: NaiveClient) {
        backend.end(client)
        for write in client.pending + client.onDisconnectWrites { backend.complete(write.step, write.path, "released") }
        for (subscription, owner) in subscriptions where owner === client && !subscription.isEnded {
            client.unsubscribe(subscription)
        }
        clients[client.name] = nil
        backend.clients.removeAll { $0 === client }
    }

    private func subscribe(_ subscription: Scenario.Subscription) {
        guard let path = try? Path(subscription.path), let window = subscription.window.window else { return }
        let client = client(subscription.client)
        let naive = NaiveSubscription(subscription, to: NaiveQuery(path: path, window: window))
        if backend.isLost { naive.lose() }
        subscriptions.append((naive, client))
        client.subscribe(naive)
    }

    private func perform(_ write: Scenario.Write, _ client: NaiveClient) {
        guard let path = try? Path(write.path, allowsPriority: true) else { return }
        switch write.kind {
        case .set(let json): put([.init(path: path, value: json)], write, path, client)
        case .remove: put([.init(path: path, value: .null)], write, path, client)
        case .push(let json, let key):
            let child = path.child(Key(unchecked: key))
            put([.init(path: child, value: json)], write, child, client)
        case .increment(let step, let start):
            let value: JSON = [".sv": ["increment": .number(step), "from": .number(start ?? 0)]]
            put([.init(path: path, value: value)], write, path, client)
        case .merge(let json):
            let parts = (json.members ?? []).compactMap { member in
                (try? path.resolving(member.name, allowsPriority: true)).map {
                    NaiveWrite.Part(path: $0, value: member.value)
                }
            }
            put(parts, write, path, client)
        case .onDisconnect(let json):
            let onDisconnectWrite = make([.init(path: path, value: json)], write, path, client)
            client.onDisconnectWrites.append(onDisconnectWrite)
            if client.isConnected { client.requests.append(.onDisconnectWrite(onDisconnectWrite)) }
        case .transaction(let change): transact(change, write, path, client)
        }
    }

    private func put(_ parts: [NaiveWrite.Part], _ write: Scenario.Write, _ path: Path, _ client: NaiveClient) {
        let naive = make(parts, write, path, client)
        client.write(naive)
        if client.isConnected { client.requests.append(.write(naive)) }
    }

    /// Creates a write with its local values; server values are estimated from the visible data.
    private func make(
        _ parts: [NaiveWrite.Part], _ write: Scenario.Write, _ path: Path, _ client: NaiveClient
    ) -> NaiveWrite {
        writeCount += 1
        var isUncertain = false
        let shown = parts.map { part in
            if case .increment = write.kind, !client.knows(part.path) { isUncertain = true }
            let present = client.visible(part.path)
            let value =
                part.value.stored(now: backend.now, present: present)
                ?? part.value.stored(now: backend.now, present: .null) ?? .null
            return (path: part.path, value: value)
        }.inMergeOrder
        var isMerge = false
        if case .merge = write.kind { isMerge = true }
        return NaiveWrite(
            id: writeCount, step: write.step, path: path, isMerge: isMerge, parts: parts, shown: shown,
            isUncertain: isUncertain)
    }

    private func transact(
        _ change: Scenario.Write.Change, _ write: Scenario.Write, _ path: Path, _ client: NaiveClient
    ) {
        let isKnown = client.knows(path)
        let isFree = client.isConnected && !client.isHeld
        if isKnown, change.applied(to: client.visible(path)) == nil {
            backend.complete(write.step, path, "transactionAborted")
            return
        }
        // If the client must first fetch the data, it is undefined which of the two refusals comes first.
        guard isFree, isKnown || backend.rules.allow(".read", at: path) && backend.rules.allow(".write", at: path)
        else {
            backend.isLost = true
            return
        }
        if !isKnown {
            for view in client.views where view.path.isRelated(to: path) { view.disturb() }
        }
        let present = isKnown ? client.visible(path) : backend.truth[path]
        guard let value = change.applied(to: present) else {
            backend.complete(write.step, path, "transactionAborted")
            return
        }
        put([.init(path: path, value: value.withPriority(present.priority))], write, path, client)
    }
}

extension JSON {
    /// Whether a rules document has expressions, which the model does not evaluate.
    fileprivate var hasExpressions: Bool {
        string != nil || (members ?? []).contains { $0.value.hasExpressions }
    }
}

extension Scenario.Step {
    /// Whether the model cannot account for the messages of the step.
    ///
    /// It evaluates no rule expressions, and has a single request for all attempts of a transaction.
    fileprivate var hasUnknownMessages: Bool {
        switch self {
        case .rules(let json): json.hasExpressions
        case .write(let write): if case .transaction = write.kind { true } else { false }
        default: false
        }
    }
}

extension Scenario.Write.Change {
    /// Returns the new value of a transaction; `nil` aborts.
    fileprivate func applied(to node: Node) -> JSON? {
        switch self {
        case .add(let step): node.isNull ? .number(step) : node.number.map { .number($0 + step) }
        case .set(let json): json
        case .toggle: node.isNull ? false : node.primitive?.json.boolean.map { .boolean(!$0) }
        case .abort: nil
        }
    }
}
