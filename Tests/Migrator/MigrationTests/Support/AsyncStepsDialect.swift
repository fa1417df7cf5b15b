import DatasyncLegacyToAsync
import Foundation

/// Code that was rewritten to the async dialect.
struct AsyncStepsDialect: SupportDialect {
    let fixture: SupportFixture

    private func node(_ path: String) -> DatasyncNode { DatasyncNode.root(of: fixture.application).at(path) }

    private func constraint(_ shown: Shown) -> DatasyncChildrenConstraint {
        switch shown {
        case .all: .all
        case .last(let count): .last(limit: count)
        case .first(let count): .first(limit: count)
        case .between(let start, let end): .between(from: start, to: end)
        }
    }

    private func type(_ events: [String]) -> DatasyncEventType {
        events.contains { $0.hasPrefix("child") }
            ? .child(
                addition: events.contains("child_added"), change: events.contains("child_changed"),
                removal: events.contains("child_removed"), acknowledgement: events.contains("child_ack"))
            : .value(change: events.contains("value"), acknowledgement: events.contains("value_ack"))
    }

    private func note(_ name: String, _ snapshot: any DatasyncSnapshot, _ previous: String?) {
        fixture.note(
            name, snapshot.eventName, snapshot.keyName, previous, snapshot.isAcknowledged, snapshot.rawJSON)
    }

    func on(
        _ name: String, _ events: [String], _ path: String, _ shown: Shown, tellsRevocations: Bool, isOnce: Bool
    ) -> @Sendable ([String]) -> Void {
        let onRevoked: @Sendable (WebcomError) -> Void = { [weak fixture] reason in fixture?.note(name, reason) }
        let onEvent: @Sendable (DatasyncEvent) -> Void = { [weak fixture] event in
            fixture?.note(
                name, event.eventName, event.keyName, event.previousChildKey, event.isAcknowledged, event.rawJSON)
        }
        let (node, constraint) = (node(path), constraint(shown))
        let subscription =
            isOnce
            ? node.firstEvent(
                of: type(events), childrenConstraint: constraint, queue: nil, onEvent: onEvent,
                onRevoked: tellsRevocations ? onRevoked : nil)
            : node.subscription(
                to: type(events), childrenConstraint: constraint, queue: nil, onEvent: onEvent,
                onRevoked: tellsRevocations ? onRevoked : nil)
        return { node.unsubscribeAll(type($0), childrenConstraint: constraint, only: subscription) }
    }

    func off(_ path: String, _ shown: Shown) {
        if shown == .all { node(path).unsubscribeAll() } else { node(path).unsubscribeAll(constraint(shown)) }
    }

    func off(_ events: [String], _ path: String, _ shown: Shown) {
        for family in [events.filter { $0.hasPrefix("child") }, events.filter { $0.hasPrefix("value") }]
        where !family.isEmpty {
            node(path).unsubscribeAll(type(family), childrenConstraint: constraint(shown))
        }
    }

    func set(_ value: Any?, _ path: String) {
        node(path).promise.set(.raw, value).completed(queue: nil) { [fixture] in fixture.note("set", $0) }
    }

    func update(_ value: Any?, _ path: String) {
        let object = value as? [String: Any] ?? [:]
        node(path).promise.merge(.raw, with: object).completed(queue: nil) { [fixture] in fixture.note("update", $0) }
    }

    func remove(_ path: String) {
        node(path).promise.clear().completed(queue: nil) { [fixture] in fixture.note("remove", $0) }
    }

    func increment(_ path: String, by step: Double, from start: Double) {
        node(path).promise.increment(from: start as NSNumber, by: step as NSNumber)
            .completed(queue: nil) { [fixture] in fixture.note("increment", $0) }
    }

    func push(_ value: Any?, _ path: String, isAnswered: Bool) {
        let child =
            isAnswered
            ? node(path).pushNode(value, queue: nil) { [fixture] in fixture.note("push", $0) }
            : node(path).pushNode(value)
        fixture.tell("pushed \(child.keyName?.count ?? 0)")
    }

    func get(_ path: String) {
        node(path).promise.value().answered(queue: nil) { [fixture] error, value in
            fixture.note("get", error)
            guard let value else { return }
            fixture.note("got", value.eventName, value.keyName, nil, value.isAcknowledged, value.json)
        }
    }

    func transaction(
        _ path: String, appliesLocally: Bool, isAnswered: Bool, _ update: @escaping @Sendable (Any?) -> Any?
    ) {
        let completion: DatasyncNode.TransactionCompletion = { [fixture] error, committed, value in
            fixture.note("transaction \(committed)", error)
            guard let value else { return }
            fixture.note("then", value.eventName, value.keyName, nil, value.isAcknowledged, value.json)
        }
        node(path).promise.runTransaction(onJSON: update, applyLocally: appliesLocally)
            .ended(queue: nil, isAnswered ? completion : nil)
    }
}
