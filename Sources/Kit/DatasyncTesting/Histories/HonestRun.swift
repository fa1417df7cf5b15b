import DatasyncEngine
import DatasyncTree
import DatasyncWire

/// A run of an honest history; it compares the client with the definition of the visible value at every step.
///
/// While a view's server cache is complete and unfiltered, the view shows that cache with the writes in `pending`
/// applied one by one. So the response to an accepted write changes nothing visible. The events lead to the state that
/// the view shows. At the end, all views show the data of the back end.
struct HonestRun {
    /// The state that the events of a registration lead to.
    private struct Fold {
        let query: Query
        var children: [Key: Node] = [:]
        var value: Node?

        mutating func apply(_ event: Event) {
            switch event.kind {
            case .childAddition, .childChange: children[event.key!] = event.node
            case .childRemoval: children[event.key!] = nil
            case .valueChange: value = event.node
            case .childMove, .childAcknowledgement, .valueAcknowledgement: break
            }
        }
    }

    private let history: HonestHistory
    private var backend: HonestBackend
    private var engine = EngineState(client: 1)
    private var requests: [Request] = []
    private var messages: [BackendMessage] = []
    private var registrations: [Int: RegistrationID] = [:]
    private var folds: [RegistrationID: Fold] = [:]
    /// The writes without a response, and whether the back end refuses them when they arrive.
    private var pending: [HonestHistory.Write] = []
    private var refusals: [Bool] = []

    private init(_ history: HonestHistory) {
        self.history = history
        backend = HonestBackend(history)
        engine.enableConnection(true)
        take()
        engine.received(.message(.control(.hello(time: 0, version: "5", host: "", session: ""))), from: 1, now: 0)
        take()
    }

    /// Runs a history, and returns the first problem with the number of steps before it.
    static func firstProblem(in history: HonestHistory) -> (text: String, count: Int)? {
        var run = HonestRun(history)
        for (index, step) in history.steps.enumerated() {
            if let problem = run.perform(step) ?? run.problem { return (problem, index + 1) }
        }
        while !run.requests.isEmpty || !run.messages.isEmpty {
            if let problem = run.perform(.serve) ?? run.problem { return (problem, history.steps.count) }
            while !run.messages.isEmpty {
                if let problem = run.perform(.receive) ?? run.problem { return (problem, history.steps.count) }
            }
        }
        return run.finalProblem.map { ($0, history.steps.count) }
    }

    // MARK: Steps

    /// Performs a step; returns a problem that only the step's effect shows.
    private mutating func perform(_ step: HonestHistory.Step) -> String? {
        switch step {
        case .listen(let index):
            guard registrations[index] == nil else { return nil }
            let id = engine.listen(to: history.queries[index], interest: .allKinds)
            registrations[index] = id
            folds[id] = Fold(query: history.queries[index])
            take()
        case .unlisten(let index):
            guard let id = registrations[index] else { return nil }
            engine.unlisten(id)
            take()
        case .write(let write, let isRefused):
            pending.append(write)
            refusals.append(isRefused)
            if write.isMerge {
                let parts = write.parts.map { MergePart(path: $0.path, value: WriteValue($0.node)) }
                _ = try? engine.merge(parts, at: write.path, now: 0)
            } else {
                _ = try? engine.set(WriteValue(write.parts[0].node), at: write.path, now: 0)
            }
            take()
        case .otherWrite(let write): messages += backend.commit(write).map(BackendMessage.push)
        case .serve:
            guard !requests.isEmpty else { return nil }
            let request = requests.removeFirst()
            messages += backend.messages(for: request, refusesWrite: request.isWrite && refusals.removeFirst())
        case .receive:
            guard !messages.isEmpty else { return nil }
            return receive(messages.removeFirst())
        }
        return nil
    }

    private var writes: Set<Int> = []

    private mutating func receive(_ message: BackendMessage) -> String? {
        guard case .response(let response) = message, writes.remove(response.number) != nil else {
            engine.received(.message(message), from: 1, now: 0)
            take()
            return nil
        }
        let before = response.status == .ok ? wholeViews : [:]
        pending.removeFirst()
        engine.received(.message(message), from: 1, now: 0)
        take()
        let after = wholeViews
        for (query, node) in before where after[query] != node {
            return "The response to an accepted write changes \(query.path), \(query.window), from \(text(node)) to "
                + "\(after[query].map(text) ?? "nothing")."
        }
        return nil
    }

    /// The values of the views that are complete and unfiltered.
    private var wholeViews: [Query: Node] {
        var views: [Query: Node] = [:]
        engine.replica.syncPoints.visit { _, point in
            for view in point.views where view.server.isWhole { views[view.query] = view.event.node }
        }
        return views
    }

    /// Executes the effects of the engine.
    private mutating func take() {
        let effects = engine.effects
        engine.effects = []
        for raised in effects.raisedEvents { folds[raised.registration]?.apply(raised.event) }
        for effect in effects {
            switch effect {
            case .send(.request(let request)):
                if request.isWrite { writes.insert(request.number) }
                requests.append(request)
            case .end(let receiver, _):
                folds[receiver.id] = nil
                registrations = registrations.filter { $0.value != receiver.id }
            default: break
            }
        }
    }

    // MARK: Checks

    /// The first view that does not show the defined value.
    private var problem: String? {
        var problem: String?
        engine.replica.syncPoints.visit { path, point in
            for view in point.views where problem == nil && view.server.isWhole {
                let expected = view.query.window.cut(applied(to: view.server.node, at: path))
                if view.event.node != expected || !view.event.isComplete {
                    problem =
                        "\(path), \(view.query.window), shows \(text(view.event.node)) instead of \(text(expected)) over "
                        + "\(text(view.server.node))."
                }
            }
        }
        return problem ?? foldProblem
    }

    /// The first registration whose events do not lead to the state that its view shows.
    private var foldProblem: String? {
        for (_, fold) in folds {
            guard let event = engine.replica.view(of: fold.query)?.event else { continue }
            let children = Node(Children(fold.children.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
            if children != Node(event.node.children) {
                return "The child events of \(fold.query.path), \(fold.query.window), lead to \(text(children)) "
                    + "instead of \(text(event.node))."
            }
            if event.isComplete, fold.value != event.node {
                return "The last value event of \(fold.query.path), \(fold.query.window), is "
                    + "\(fold.value.map(text) ?? "none") instead of \(text(event.node))."
            }
        }
        return nil
    }

    /// The first view that does not show the back end's data after all messages.
    private var finalProblem: String? {
        if !pending.isEmpty { return "\(pending.count) writes have no response at the end." }
        var problem: String?
        engine.replica.syncPoints.visit { path, point in
            for view in point.views where problem == nil {
                let expected = view.query.window.cut(backend.truth[path])
                if view.event.node != expected || !view.event.isComplete || !view.server.isComplete {
                    problem =
                        "\(path), \(view.query.window), shows \(text(view.event.node)) at the end instead of "
                        + "\(text(expected)); complete: \(view.server.isComplete)."
                }
            }
        }
        return problem
    }

    /// Returns a server value at a path with the pending writes applied, according to the definition.
    private func applied(to server: Node, at path: Path) -> Node {
        var node = server
        for part in pending.flatMap(\.absoluteParts) {
            if let rest = path.relative(to: part.path) {
                node = part.node[rest]
            } else if let rest = part.path.relative(to: path) {
                node.set(part.node, at: rest)
            }
        }
        return node
    }

    private func text(_ node: Node) -> String { node.exportJSON.text }
}

extension Request {
    /// Whether the request is a write.
    fileprivate var isWrite: Bool { if case .write = action { true } else { false } }
}
