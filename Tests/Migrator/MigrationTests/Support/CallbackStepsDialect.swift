import DatasyncLegacyToCallback

/// Code that was rewritten to the callback dialect.
struct CallbackStepsDialect: SupportDialect {
    let fixture: SupportFixture

    private func node(_ path: String) -> Webcom.ServerlessDbNode {
        Webcom.ServerlessDbNode(fixture.application, path: path)
    }

    private func constraint(_ shown: Shown) -> Webcom.Constraint {
        switch shown {
        case .all: .None
        case .last(let count): .Last(count)
        case .first(let count): .First(count)
        case .between(let start, let end): .Between(start, end)
        }
    }

    private func descriptor(_ events: [String]) -> any WebcomEventDescriptor {
        guard events.contains(where: { $0.hasPrefix("child") }) else { return Webcom.Event.ValueChange }
        var descriptor = Webcom.Event.Child
        if events.contains("child_added") { descriptor = descriptor.Addition }
        if events.contains("child_changed") { descriptor = descriptor.Change }
        if events.contains("child_removed") { descriptor = descriptor.Removal }
        return descriptor
    }

    private func hasAcknowledgements(_ events: [String]) -> Bool { events.contains { $0.hasSuffix("_ack") } }

    func on(
        _ name: String, _ events: [String], _ path: String, _ shown: Shown, tellsRevocations: Bool, isOnce: Bool
    ) -> @Sendable ([String]) -> Void {
        var callback = Webcom.Callback(queue: nil) { [weak fixture] (snapshot, previous: String?) in
            fixture?.note(name, snapshot.eventName, snapshot.node.key, previous, snapshot.acked, snapshot.rawJSON)
        }
        if tellsRevocations {
            callback = callback.onRevoked(queue: nil) { [weak fixture] in fixture?.note(name, $0) }
        } else {
            callback = callback.endingQuietly()
        }
        if isOnce { callback = callback.once() }
        if hasAcknowledgements(events) { callback.includeAcknowledgements() }
        let (node, constraint) = (node(path), constraint(shown))
        let subscription = node.subscription(descriptor(events), callback, constraint)
        return { events in
            node.unsubscribeAll(
                descriptor(events), acknowledgements: hasAcknowledgements(events), constraint, only: subscription)
        }
    }

    func off(_ path: String, _ shown: Shown) {
        if shown == .all { node(path).unsubscribeAll() } else { node(path).unsubscribeAll(constraint(shown)) }
    }

    func off(_ events: [String], _ path: String, _ shown: Shown) {
        for family in [events.filter { $0.hasPrefix("child") }, events.filter { $0.hasPrefix("value") }]
        where !family.isEmpty {
            node(path).unsubscribeAll(
                descriptor(family), acknowledgements: hasAcknowledgements(family), constraint(shown))
        }
    }

    func set(_ value: Any?, _ path: String) {
        node(path).set(value).completed(queue: nil) { [fixture] in fixture.note("set", $0) }
    }

    func update(_ value: Any?, _ path: String) {
        node(path).merge(value).completed(queue: nil) { [fixture] in fixture.note("update", $0) }
    }

    func remove(_ path: String) {
        node(path).clear().completed(queue: nil) { [fixture] in fixture.note("remove", $0) }
    }

    func increment(_ path: String, by step: Double, from start: Double) {
        node(path).increment(by: step, from: start).completed(queue: nil) { [fixture] in fixture.note("increment", $0) }
    }

    func push(_ value: Any?, _ path: String, isAnswered: Bool) {
        let child =
            isAnswered
            ? node(path).pushNode(value, queue: nil) { [fixture] in fixture.note("push", $0) }
            : node(path).pushNode(value)
        fixture.tell("pushed \(child.key?.count ?? 0)")
    }

    func get(_ path: String) {
        node(path).get().answered(queue: nil) { [fixture] error, snapshot in
            fixture.note("get", error)
            guard let snapshot else { return }
            fixture.note("got", snapshot.eventName, snapshot.node.key, nil, snapshot.acked, snapshot.val())
        }
    }

    func transaction(
        _ path: String, appliesLocally: Bool, isAnswered: Bool, _ update: @escaping @Sendable (Any?) -> Any?
    ) {
        let completion: Webcom.ServerlessDbNode.TransactionCompletion = { [fixture] error, committed, snapshot in
            fixture.note("transaction \(committed)", error)
            guard let snapshot else { return }
            fixture.note("then", snapshot.eventName, snapshot.node.key, nil, snapshot.acked, snapshot.val())
        }
        node(path).transaction(onJSON: update, applyLocally: appliesLocally)
            .ended(queue: nil, isAnswered ? completion : nil)
    }
}
