import DatasyncLegacy

/// The legacy dialect itself.
struct LegacySupportDialect: SupportDialect {
    let fixture: SupportFixture

    private func node(_ path: String) -> Webcom { Webcom(fixture.application).child(path) }

    private func target(_ path: String, _ shown: Shown) -> any Listenable {
        let node = node(path)
        return switch shown {
        case .all: node
        case .last(let count): node.limit(count)
        case .first(let count): node.startAt().limit(count)
        case .between(let start, let end): node.startAt(start).endAt(end)
        }
    }

    func on(
        _ name: String, _ events: [String], _ path: String, _ shown: Shown, tellsRevocations: Bool, isOnce: Bool
    ) -> @Sendable ([String]) -> Void {
        let (fixture, target) = (fixture, target(path, shown))
        let callback: @Sendable (DataSnapshot, String?) -> Void = { [weak fixture] snapshot, previous in
            fixture?.note(
                name, snapshot.eventType(), snapshot.name(), previous, snapshot.acknowledged(), snapshot.exportVal())
        }
        let note: @Sendable (WebcomError) -> Void = { [weak fixture] in fixture?.note(name, $0) }
        let revoked = tellsRevocations ? note : nil
        let listener =
            isOnce
            ? target.once(events, queue: nil, callback, revoked: revoked)
            : target.on(events, queue: nil, callback, revoked: revoked)
        return { target.off($0, listener) }
    }

    func off(_ path: String, _ shown: Shown) { target(path, shown).off() }

    func off(_ events: [String], _ path: String, _ shown: Shown) { target(path, shown).off(events) }

    func set(_ value: Any?, _ path: String) { node(path).set(value, queue: nil) { fixture.note("set", $0) } }

    func update(_ value: Any?, _ path: String) { node(path).update(value, queue: nil) { fixture.note("update", $0) } }

    func remove(_ path: String) { node(path).remove(queue: nil) { fixture.note("remove", $0) } }

    func increment(_ path: String, by step: Double, from start: Double) {
        node(path).increment(by: step, from: start, queue: nil) { fixture.note("increment", $0) }
    }

    func push(_ value: Any?, _ path: String, isAnswered: Bool) {
        let child =
            isAnswered
            ? node(path).push(value, queue: nil) { fixture.note("push", $0) } : node(path).push(value)
        fixture.tell("pushed \(child.name()?.count ?? 0)")
    }

    func get(_ path: String) {
        node(path).get(queue: nil) { error, snapshot in
            fixture.note("get", error)
            guard let snapshot else { return }
            fixture.note("got", snapshot.eventType(), snapshot.name(), nil, snapshot.acknowledged(), snapshot.val())
        }
    }

    func transaction(
        _ path: String, appliesLocally: Bool, isAnswered: Bool, _ update: @escaping @Sendable (Any?) -> Any?
    ) {
        let completion: Webcom.TransactionCompletion = { error, committed, snapshot in
            fixture.note("transaction \(committed)", error)
            guard let snapshot else { return }
            fixture.note("then", snapshot.eventType(), snapshot.name(), nil, snapshot.acknowledged(), snapshot.val())
        }
        node(path).transaction(update, queue: nil, applyLocally: appliesLocally, isAnswered ? completion : nil)
    }
}
