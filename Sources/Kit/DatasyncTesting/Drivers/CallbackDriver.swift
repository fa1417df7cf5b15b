import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncPromise
import Dispatch

/// The driver of the callback dialect.
final class CallbackDriver: DialectDriver {
    private let root: Webcom.ServerlessDbNode
    private let queue: DispatchQueue
    private let callbacks = Guarded<[String: Webcom.Callback]>([:])

    init(_ application: WebcomApplication, _ queue: DispatchQueue) {
        root = Webcom.App(application).serverlessDb.rootNode
        self.queue = queue
    }

    func subscribe(_ subscription: DialectSubscription) {
        let callback = Webcom.Callback(queue: queue) { snapshot, previous in
            let event = snapshot.event
            if event.isRevocation {
                if let error = snapshot.error { subscription.end(error) }
            } else if event.isCancelation {
                subscription.end()
            } else {
                subscription.deliver(
                    event.name(isOfValue: subscription.isOfValue),
                    key: subscription.isOfValue ? nil : snapshot.node.key, previousKey: previous,
                    isAcknowledged: snapshot.acked, valueText: snapshot.text)
            }
        }
        if subscription.includesAcknowledgements { callback.includeAcknowledgements() }
        callbacks.withLock { $0[subscription.id] = callback }
        let registration =
            subscription.isOfValue
            ? subscribe(subscription.valueDescriptors, subscription, callback)
            : subscribe(subscription.childDescriptors, subscription, callback)
        registration.catch(on: queue) { error in
            if let error = error as? WebcomError { subscription.end(error) }
        }
    }

    private func subscribe(
        _ descriptors: (plain: some WebcomEventDescriptor, final: Webcom.FinalDescriptor),
        _ subscription: DialectSubscription, _ callback: Webcom.Callback
    ) -> Promise<Webcom.Subscription> {
        let node = root.relativeNode(subscription.path)
        return subscription.excludesRevocations
            ? node.subscribe(descriptors.final, callback, subscription.constraint)
            : node.subscribe(descriptors.plain, callback, subscription.constraint)
    }

    func unsubscribe(_ subscription: DialectSubscription) {
        guard let callback = callbacks.withLock({ $0.removeValue(forKey: subscription.id) }) else { return }
        root.relativeNode(subscription.path).unsubscribe(callback)
    }

    func perform(_ write: DialectWrite) {
        let node = root.relativeNode(write.path)
        switch write.kind {
        case .set: write.complete(node.set(write.value), on: queue)
        case .merge: write.complete(node.merge(write.value), on: queue)
        case .remove: write.complete(node.clear(), on: queue)
        case .push(let key): write.complete(node.relativeNode(key).set(write.value), on: queue)
        case .increment(let step, let start):
            write.complete(node.increment(by: step, from: start ?? 0), on: queue) { write.complete(nil, value: $0) }
        case .transaction:
            write.complete(node.transaction { write.changed($0.val()) }, on: queue) { result in
                write.complete(isCommitted: result.committed, value: result.snapshot.val())
            }
        case .onDisconnect: write.complete(node.set(write.value, at: Webcom.NEXT_DISCONNECTION), on: queue)
        }
    }
}

extension DialectSubscription {
    fileprivate var valueDescriptors: (plain: Webcom.ValueDescriptor, final: Webcom.FinalDescriptor) {
        let plain = hidesData ? Webcom.Event.ValueChange.WithoutData : Webcom.Event.ValueChange
        return (plain, plain.excludeRevocations())
    }

    fileprivate var childDescriptors: (plain: Webcom.ChildDescriptor, final: Webcom.FinalDescriptor) {
        var plain = Webcom.Event.Child
        for event in events {
            switch event {
            case "child_added": plain = plain.Addition
            case "child_changed": plain = plain.Change
            case "child_moved": plain = plain.Move
            default: plain = plain.Removal
            }
        }
        return (plain, plain.excludeRevocations())
    }
}

extension Webcom.ReceivedEvent {
    fileprivate func name(isOfValue: Bool) -> String {
        if isValueChange { return "value" }
        if isChildAddition { return "child_added" }
        if isChildChange { return "child_changed" }
        if isChildRemoval { return "child_removed" }
        if isChildMove { return "child_moved" }
        return isOfValue ? "value_ack" : "child_ack"
    }
}
