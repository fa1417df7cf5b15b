import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import Dispatch

/// The driver of the legacy dialect.
///
/// On request, it adds a listener for one event before each subscription. That listener must receive the same first event.
final class LegacyDriver: DialectDriver {
    let writesPriorities = true
    private let root: Webcom
    private let queue: DispatchQueue
    private let addsOnce: Bool
    private let listeners = Guarded<[String: [Listener]]>([:])

    init(_ application: WebcomApplication, _ queue: DispatchQueue, addsOnce: Bool = false) {
        root = Webcom(application)
        self.queue = queue
        self.addsOnce = addsOnce
    }

    private func query(_ subscription: DialectSubscription) -> Query {
        subscription.query(of: root.child(subscription.path))
    }

    func subscribe(_ subscription: DialectSubscription) {
        var events = subscription.events
        if subscription.includesAcknowledgements { events.append(subscription.isOfValue ? "value_ack" : "child_ack") }
        let query = query(subscription)
        var made: [Listener] = []
        if addsOnce {
            let once = subscription.once
            made.append(query.once(events, queue: queue, once.deliver, revoked: once.end))
        }
        made.append(query.on(events, queue: queue, subscription.deliver, revoked: subscription.end))
        listeners.withLock { $0[subscription.id] = made }
    }

    func unsubscribe(_ subscription: DialectSubscription) {
        guard let made = listeners.withLock({ $0.removeValue(forKey: subscription.id) }) else { return }
        for listener in made { query(subscription).off(subscription.events, listener) }
    }

    func perform(_ write: DialectWrite) {
        let node = root.child(write.path)
        let done: Webcom.Completion = { write.complete($0) }
        switch write.kind {
        case .set where write.path.hasSuffix("/.priority"):
            root.child(String(write.path.dropLast(9))).setPriority(write.value, queue: queue, done)
        case .set: node.set(write.value, queue: queue, done)
        case .merge: node.update(write.value, queue: queue, done)
        case .remove: node.remove(queue: queue, done)
        case .push(let key): node.child(key).set(write.value, queue: queue, done)
        case .increment(let step, let start): node.increment(by: step, from: start ?? 0, queue: queue, done)
        case .transaction:
            node.transaction({ write.changed($0) }, queue: queue) { error, committed, snapshot in
                guard error == nil, let snapshot else { return write.complete(error) }
                write.complete(isCommitted: committed, value: snapshot.val())
            }
        case .onDisconnect: node.onDisconnect().set(write.value, queue: queue, done)
        }
    }
}

extension DialectSubscription {
    fileprivate func deliver(_ snapshot: DataSnapshot, _ previousKey: String?) {
        deliver(
            snapshot.eventType() ?? "?", key: isOfValue ? nil : snapshot.name(), previousKey: previousKey,
            isAcknowledged: snapshot.acknowledged(), valueText: snapshot.text)
    }
}
