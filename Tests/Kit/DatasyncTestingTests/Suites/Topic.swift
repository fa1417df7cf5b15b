import DatasyncCallback
import DatasyncConcurrency
import DatasyncTesting
import Dispatch

/// A dialect for the tests: one closure for everything that happens at a node, with a fault if wanted.
struct Topic: Sendable {
    /// A way in which a dialect can be wrong.
    enum Fault: String, CaseIterable {
        case dropsAcknowledgements
        case forgetsPreviousKeys
        case showsLocalAsAcknowledged
        case ignoresWindows
        case deliversAfterCancellation
        case hidesRevocations
        case completesTwice
        case completesEarly
        case replacesOnMerge
        case abortsNothing
        case reportsOtherResults
    }

    let node: Webcom.ServerlessDbNode
    let queue: DispatchQueue
    var fault: Fault?

    init(_ application: WebcomApplication, deliveringOn queue: DispatchQueue, fault: Fault?) {
        node = Webcom.App(application).serverlessDb.rootNode
        self.queue = queue
        self.fault = fault
    }
}

/// The driver of the dialect `Topic`.
struct TopicDriver: DialectDriver {
    private let root: Topic
    private let callbacks = Callbacks()

    init(_ root: Topic) { self.root = root }

    private final class Callbacks: Sendable {
        private let callbacks = Guarded<[String: Webcom.Callback]>([:])

        func set(_ callback: Webcom.Callback?, for id: String) -> Webcom.Callback? {
            callbacks.withLock { callbacks in
                defer { callbacks[id] = callback }
                return callbacks[id]
            }
        }
    }

    func subscribe(_ subscription: DialectSubscription) {
        let fault = root.fault
        let callback = Webcom.Callback(queue: root.queue) { snapshot, previousKey in
            guard var event = ComparedEvent(snapshot, fault == .forgetsPreviousKeys ? nil : previousKey) else { return }
            if let error = snapshot.error {
                if fault != .hidesRevocations { subscription.end(error) }
                return
            }
            if event == .cancellation { return subscription.end() }
            if fault == .dropsAcknowledgements, event.kind.hasSuffix("_ack") { return }
            if fault == .showsLocalAsAcknowledged {
                let value = snapshot.val()
                event =
                    (try? ComparedEvent(
                        kind: event.kind, key: event.key, previousKey: event.previousKey, isAcknowledged: true,
                        value: value)) ?? event
            }
            subscription.deliver(event)
        }
        if subscription.includesAcknowledgements { callback.includeAcknowledgements() }
        _ = callbacks.set(callback, for: subscription.id)
        let constraint = fault == .ignoresWindows ? .None : subscription.constraint
        let node = root.node.relativeNode(subscription.path)
        let registration =
            subscription.events == ["value"]
            ? node.subscribe(Webcom.Event.ValueChange, callback, constraint)
            : node.subscribe(children(subscription.events), callback, constraint)
        registration.catch(on: root.queue) { error in
            if let error = error as? WebcomError { subscription.end(error) }
        }
    }

    private func children(_ events: [String]) -> Webcom.ChildDescriptor {
        events.reduce(Webcom.Event.Child) { descriptor, event in
            switch event {
            case "child_added": descriptor.Addition
            case "child_changed": descriptor.Change
            case "child_moved": descriptor.Move
            default: descriptor.Removal
            }
        }
    }

    func unsubscribe(_ subscription: DialectSubscription) {
        guard let callback = callbacks.set(nil, for: subscription.id) else { return }
        if root.fault == .deliversAfterCancellation { return subscription.end() }
        root.node.relativeNode(subscription.path).unsubscribe(callback)
    }

    func perform(_ write: DialectWrite) {
        let node = root.node.relativeNode(write.path)
        switch write.kind {
        case .set: settle(node.set(write.value), write)
        case .merge: settle(root.fault == .replacesOnMerge ? node.set(write.value) : node.merge(write.value), write)
        case .remove: settle(node.clear(), write)
        case .push(let key): settle(node.relativeNode(key).set(write.value), write)
        case .increment(let step, let start):
            let more = root.fault == .reportsOtherResults ? 1.0 : 0
            settle(node.increment(by: step, from: start ?? 0), write) { write.complete(nil, value: $0 + more) }
        case .transaction:
            let isKept = root.fault == .abortsNothing
            settle(node.transaction { write.changed($0.val()) ?? (isKept ? $0.val() : nil) }, write) { result in
                let aborted = WebcomError(.transactionAborted, "The function aborted.")
                write.complete(result.committed ? nil : aborted, value: result.snapshot.val())
            }
        case .onDisconnect: settle(node.set(write.value, at: Webcom.NEXT_DISCONNECTION), write)
        }
    }

    private func settle<Value>(
        _ promise: Promise<Value>, _ write: DialectWrite, _ complete: (@Sendable (Value) -> Void)? = nil
    ) {
        if root.fault == .completesEarly { return root.queue.async { write.complete(nil) } }
        _ = promise.tap(on: root.queue) { result in
            switch result {
            case .success(let value):
                if let complete { complete(value) } else { write.complete(nil) }
                if root.fault == .completesTwice { write.complete(nil) }
            case .failure(let error): write.complete(error as? WebcomError)
            }
        }
    }
}
