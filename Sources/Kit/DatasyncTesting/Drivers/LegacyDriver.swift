import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncTree
import Dispatch

/// The driver of the legacy dialect.
///
/// On request, it adds a listener for one event before each subscription. That listener must receive the same first event.
final class LegacyDriver: StepDriver {
    let reportsCancellation = false
    private let queue: DispatchQueue
    private let trace: Trace
    private let addsOnce: Bool
    private let listeners = Guarded<[String: [Listener]]>([:])

    init(queue: DispatchQueue, trace: Trace, addsOnce: Bool = false) {
        self.queue = queue
        self.trace = trace
        self.addsOnce = addsOnce
    }

    func subscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        var events = subscription.events
        if subscription.includesAcknowledgements { events.append(subscription.isOfValue ? "value_ack" : "child_ack") }
        let query = query(subscription, application)
        var made: [Listener] = []
        if addsOnce {
            let lines = lines(of: subscription.once)
            made.append(query.once(events, queue: queue, lines.event, revoked: lines.revoked))
        }
        let lines = lines(of: subscription)
        made.append(query.on(events, queue: queue, lines.event, revoked: lines.revoked))
        listeners.withLock { $0[subscription.id] = made }
    }

    /// Returns closures that add the lines of a subscription to the trace.
    private func lines(
        of subscription: Scenario.Subscription
    ) -> (event: Webcom.EventCallback, revoked: @Sendable (WebcomError) -> Void) {
        (
            { [trace] snapshot, previous in
                trace.add(
                    snapshot.eventType() ?? "?", key: subscription.isOfValue ? nil : snapshot.name(),
                    previous: previous,
                    isAcknowledged: snapshot.acknowledged(), value: snapshot.text, to: subscription)
            }, { [trace] error in trace.addRevocation(error, to: subscription) }
        )
    }

    func unsubscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        guard let made = listeners.withLock({ $0.removeValue(forKey: subscription.id) }) else { return }
        for listener in made { query(subscription, application).off(subscription.events, listener) }
    }

    private func query(_ subscription: Scenario.Subscription, _ application: WebcomApplication) -> Query {
        let node = Webcom(application).child(subscription.path)
        return switch subscription.window {
        case .all: node.query
        case .first(let limit): node.startAt().limit(limit)
        case .last(let limit): node.limit(limit)
        case .startAt(let key, let limit): limit.map { node.startAt(key).limit($0) } ?? node.startAt(key)
        case .endAt(let key, let limit): limit.map { node.endAt(key).limit($0) } ?? node.endAt(key)
        case .between(let start, let end): node.startAt(start).endAt(end)
        case .ordered(let window): window.query(of: node)
        }
    }

    func perform(_ write: Scenario.Write, _ application: WebcomApplication) {
        let node = Webcom(application).child(write.path)
        let done: Webcom.Completion = { [trace] in trace.addCompletion(of: write, $0) }
        if write.path.hasSuffix("/.priority"), case .set(let json) = write.kind {
            let parent = Webcom(application).child(String(write.path.dropLast(9)))
            parent.setPriority(json, queue: queue, done)
            return
        }
        switch write.kind {
        case .set(let json): node.set(json, queue: queue, done)
        case .merge(let json): node.update(json, queue: queue, done)
        case .remove: node.remove(queue: queue, done)
        case .push(let json, let key):
            node.child(key).set(json, queue: queue, done)
        case .increment(let step, let start):
            node.increment(by: step, from: start ?? 0, queue: queue) { [trace] error in
                done(error)
                if error == nil { trace.addResult(of: write, Trace.unreported) }
            }
        case .transaction(let change):
            node.transaction({ change.applied(to: $0) }, queue: queue) { [trace] error, committed, snapshot in
                done(error ?? (committed ? nil : WebcomError(.transactionAborted, "The function aborted.")))
                guard error == nil, let snapshot else { return }
                trace.addResult(of: write, "\(committed ? "committed" : "aborted") value=\(snapshot.text)")
            }
        case .onDisconnect(let json): node.onDisconnect().set(json, queue: queue, done)
        }
    }
}

extension Scenario.Subscription {
    /// The listener for the subscription's first event, in the form that is traced.
    var once: Self {
        Self(
            id: id + ".once", client: client, path: path, events: events,
            includesAcknowledgements: includesAcknowledgements, hidesData: hidesData, window: window,
            excludesRevocations: excludesRevocations)
    }
}
