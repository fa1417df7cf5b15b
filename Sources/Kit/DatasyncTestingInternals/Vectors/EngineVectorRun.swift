import DatasyncEngine
package import DatasyncTree

/// A run of an engine vector on a replica without a shell; it compares events and listens exactly.
package struct EngineVectorRun {
    private let vector: EngineVector
    /// The path at which the script runs.
    private let base: Path
    private var replica = Replica()
    /// The effects of the current step.
    private var effects: [Effect] = []
    private var nextWrite = 0
    private var nextRegistration = 0
    /// The registrations of each callback at each query, in order.
    private var registrations: [Int: [(query: Query, id: RegistrationID)]] = [:]
    private var paths: [RegistrationID: Path] = [:]
    /// The number of listens to each query that the back end has not answered with data, including ended listens.
    private var unanswered: [Query: Int] = [:]

    private init(_ vector: EngineVector, base: Path) {
        self.vector = vector
        self.base = base
    }

    /// Runs the script and returns the first difference; `nil` if every step agrees.
    package static func firstDifference(of vector: EngineVector, below base: Path) -> String? {
        var run = EngineVectorRun(vector, base: base)
        for (number, step) in vector.steps.enumerated() {
            if let difference = run.difference(step) {
                let place = base.isRoot ? "at the root" : "below \(base)"
                return "\(vector.file): \(vector.name), step \(number), \(place): \(difference)"
            }
        }
        return nil
    }

    static func line(path: Path, type: String, name: String?, previous: String?, node: Node) -> String {
        let child = name.map { " \($0)" } ?? ""
        let before =
            ["child_added", "child_changed", "child_moved"].contains(type) ? " prev=\(previous ?? "null")" : ""
        return "\(path.relativeText): \(type)\(child)\(before) \(node.exportJSON.text)"
    }

    private mutating func difference(_ step: EngineVector.Step) -> String? {
        let changes: ListenChanges
        effects = []
        switch perform(step.input) {
        case .success(let result): changes = result
        case .failure(let problem): return problem.text
        }
        for listen in changes.started {
            // The scripts are test data of an engine without rule 14 of Knowledge. The rule matters only while an ended
            // listen to the query has no data yet, which never happens in these scripts.
            replica.sentListen(to: listen.query, followsWrites: unanswered[listen.query] != nil)
            unanswered[listen.query, default: 0] += 1
        }
        for listen in changes.stopped { replica.receivedData(of: listen.query) }
        let events = effects.raisedEvents.compactMap(line)
        if events != step.events { return Self.compare("events", step.events, events) }
        if let expected = step.started, case let started = changes.started.map(line), started != expected {
            return Self.compare("started listens", expected, started)
        }
        if let expected = step.stopped, case let stopped = changes.stopped.map(line), stopped != expected {
            return Self.compare("stopped listens", expected, stopped)
        }
        return nil
    }

    private struct Problem: Error {
        let text: String
    }

    private mutating func perform(_ input: EngineVector.Input) -> Result<ListenChanges, Problem> {
        switch input {
        case .listen(let callback, let path, let window, let tag):
            let query = Query(path: base.appending(path), window: window)
            nextRegistration += 1
            let id = RegistrationID(number: nextRegistration)
            registrations[callback, default: []].append((query, id))
            paths[id] = path
            let kinds: Interest = [.childAddition, .childChange, .childRemoval, .childMove, .valueChange]
            let changes = replica.listen(Receiver(id: id), to: query, interest: kinds, into: &effects)
            let chosen = replica.listen(for: query).tag
            if let tag, tag != chosen ?? 0 {
                return .failure(Problem(text: "expected tag \(tag), found \(chosen ?? 0)"))
            }
            return .success(changes)
        case .unlisten(let callback, let path, let window):
            let query = Query(path: base.appending(path), window: window)
            var changes = ListenChanges()
            for id in take(callback, query) {
                let more = replica.unlisten(id).changes
                changes.started += more.started
                changes.stopped += more.stopped
            }
            return .success(changes)
        case .set(let path, let node, let isVisible):
            write(.set(node, at: base.appending(path), isVisible: isVisible))
        case .update(let path, let children): write(.merge(children, at: base.appending(path)))
        case .serverUpdate(let path, let node, let tag):
            noteAnswer(at: base.appending(path), tag)
            replica.received(node, at: base.appending(path), tag: tag, into: &effects)
        case .serverMerge(let path, let children, let tag):
            replica.received(merging: children, at: base.appending(path), tag: tag, into: &effects)
        case .answer(let write, true): replica.rejected(number: write, into: &effects)
        case .answer(let write, false): replica.accepted(number: write, into: &effects)
        }
        return .success(ListenChanges())
    }

    /// Records the listens that a pushed value answers; a back end answers the listens to a query in order.
    private mutating func noteAnswer(at path: Path, _ tag: Int?) {
        for (query, count) in unanswered where query.path.isAtOrBelow(path) {
            guard replica.listen(for: query).tag == tag else { continue }
            unanswered[query] = count == 1 ? nil : count - 1
            if count == 1 { replica.receivedData(of: query) }
        }
    }

    private mutating func write(_ write: PendingWrite) {
        replica.write(write, number: nextWrite, into: &effects)
        nextWrite += 1
    }

    /// Removes and returns the registrations that an `unlisten` ends: one of the callback, or all of the query for
    /// `nil`.
    private mutating func take(_ callback: Int?, _ query: Query) -> [RegistrationID] {
        guard let callback else {
            let ids = registrations.values.joined().filter { $0.query == query }.map(\.id).sorted {
                $0.number < $1.number
            }
            for key in registrations.keys { registrations[key]?.removeAll { $0.query == query } }
            return ids
        }
        guard let index = registrations[callback]?.firstIndex(where: { $0.query == query }) else { return [] }
        return registrations[callback].map { _ in [registrations[callback]!.remove(at: index).id] } ?? []
    }

    private func line(_ raised: RaisedEvent) -> String? {
        let event = raised.event
        guard !event.kind.isAcknowledgement else { return nil }
        return Self.line(
            path: paths[raised.registration] ?? .root, type: event.kind.rawValue, name: event.key?.text,
            previous: event.previousKey?.text, node: event.node)
    }

    private func line(_ listen: Listen) -> String {
        "\((listen.query.path.relative(to: base) ?? listen.query.path).relativeText)#\(listen.tag ?? 0)"
    }

    private static func compare(_ what: String, _ expected: [String], _ found: [String]) -> String {
        let index = zip(expected, found).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, found.count)
        let want = index < expected.count ? expected[index] : "nothing"
        let have = index < found.count ? found[index] : "nothing"
        return "\(what) differ at \(index): expected \(want), found \(have)"
    }
}
