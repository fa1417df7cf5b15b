import DatasyncLegacyToAsync

/// The steps for queries and for events that are named at run time, in the async dialect.
struct AsyncNamedEventsDialect: SupportDialect {
    let fixture: SupportFixture

    @available(*, deprecated)
    private func node(_ path: String) -> DatasyncNode { DatasyncNode.root(of: fixture.application).child(path) }

    @available(*, deprecated)
    private func target(_ path: String, _ shown: Shown) -> Query {
        let node = node(path)
        return switch shown {
        case .all: node.query
        case .last(let count): node.limited(to: count)
        case .first(let count): node.starting().limited(to: count)
        case .between(let start, let end): node.starting(at: start).ending(at: end)
        }
    }

    @available(*, deprecated)
    func on(
        _ name: String, _ events: [String], _ path: String, _ shown: Shown, tellsRevocations: Bool, isOnce: Bool
    ) -> @Sendable ([String]) -> Void {
        let (fixture, target) = (fixture, target(path, shown))
        let callback: @Sendable (DatasyncEvent, String?) -> Void = { [weak fixture] snapshot, previous in
            fixture?.note(
                name, snapshot.eventType(), snapshot.name(), previous, snapshot.acknowledged(), snapshot.exportVal())
        }
        let note: @Sendable (WebcomError) -> Void = { [weak fixture] in fixture?.note(name, $0) }
        let revoked = tellsRevocations ? note : nil
        let listener =
            isOnce
            ? target.firstEvent(named: events, queue: nil, callback, revoked: revoked)
            : target.subscription(named: events, queue: nil, callback, revoked: revoked)
        return { target.unsubscribeAll(named: $0, listener) }
    }

    @available(*, deprecated)
    func off(_ path: String, _ shown: Shown) { target(path, shown).unsubscribeAll() }

    @available(*, deprecated)
    func off(_ events: [String], _ path: String, _ shown: Shown) { target(path, shown).unsubscribeAll(named: events) }

    @available(*, deprecated)
    func set(_ value: Any?, _ path: String) { node(path).set(value, queue: nil) { fixture.note("set", $0) } }

    @available(*, deprecated)
    func update(_ value: Any?, _ path: String) { node(path).update(value, queue: nil) { fixture.note("update", $0) } }

    @available(*, deprecated)
    func remove(_ path: String) { node(path).remove(queue: nil) { fixture.note("remove", $0) } }

    @available(*, deprecated)
    func increment(_ path: String, by step: Double, from start: Double) {
        node(path).increment(by: step, from: start, queue: nil) { fixture.note("increment", $0) }
    }

    @available(*, deprecated)
    func push(_ value: Any?, _ path: String, isAnswered: Bool) {
        let child =
            isAnswered
            ? node(path).pushNode(value, queue: nil) { fixture.note("push", $0) } : node(path).pushNode(value)
        fixture.tell("pushed \(child.name()?.count ?? 0)")
    }

    @available(*, deprecated)
    func get(_ path: String) {
        node(path).get(queue: nil) { error, snapshot in
            fixture.note("get", error)
            guard let snapshot else { return }
            fixture.note("got", snapshot.eventType(), snapshot.name(), nil, snapshot.acknowledged(), snapshot.val())
        }
    }

    @available(*, deprecated)
    func transaction(
        _ path: String, appliesLocally: Bool, isAnswered: Bool, _ update: @escaping @Sendable (Any?) -> Any?
    ) {
        let completion: DatasyncNode.TransactionCompletion = { error, committed, snapshot in
            fixture.note("transaction \(committed)", error)
            guard let snapshot else { return }
            fixture.note("then", snapshot.eventType(), snapshot.name(), nil, snapshot.acknowledged(), snapshot.val())
        }
        node(path).transaction(update, queue: nil, applyLocally: appliesLocally, isAnswered ? completion : nil)
    }
}
