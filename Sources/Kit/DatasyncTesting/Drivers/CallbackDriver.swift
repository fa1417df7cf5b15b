import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncPromise
import DatasyncTree
import Dispatch

/// The driver of the callback dialect.
final class CallbackDriver: StepDriver {
    let reportsCancellation = true
    private let queue: DispatchQueue
    private let trace: Trace
    private let callbacks = Guarded<[String: Webcom.Callback]>([:])

    init(queue: DispatchQueue, trace: Trace) {
        self.queue = queue
        self.trace = trace
    }

    func subscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        let trace = trace
        let callback = Webcom.Callback(queue: queue) { snapshot, previous in
            let event = snapshot.event
            if event.isRevocation {
                if let error = snapshot.error { trace.addRevocation(error, to: subscription) }
            } else if event.isCancelation {
                trace.addCancellation(to: subscription)
            } else {
                trace.add(
                    event.name(isOfValue: subscription.isOfValue),
                    key: subscription.isOfValue ? nil : snapshot.node.key,
                    previous: previous, isAcknowledged: snapshot.acked, value: snapshot.text, to: subscription)
            }
        }
        if subscription.includesAcknowledgements { callback.includeAcknowledgements() }
        callbacks.withLock { $0[subscription.id] = callback }
        let node = node(subscription.path, application)
        let constraint = subscription.window.constraint
        let registration =
            subscription.isOfValue
            ? subscribe(node, valueDescriptor(subscription), subscription, callback, constraint)
            : subscribe(node, childDescriptor(subscription), subscription, callback, constraint)
        registration.catch(on: queue) { error in
            if let error = error as? WebcomError { trace.addRevocation(error, to: subscription) }
        }
    }

    private func subscribe(
        _ node: Webcom.ServerlessDbNode,
        _ descriptors: (plain: some WebcomEventDescriptor, final: Webcom.FinalDescriptor),
        _ subscription: Scenario.Subscription, _ callback: Webcom.Callback, _ constraint: Webcom.Constraint
    ) -> Promise<Webcom.Subscription> {
        subscription.excludesRevocations
            ? node.subscribe(descriptors.final, callback, constraint)
            : node.subscribe(descriptors.plain, callback, constraint)
    }

    private func valueDescriptor(
        _ subscription: Scenario.Subscription
    ) -> (plain: Webcom.ValueDescriptor, final: Webcom.FinalDescriptor) {
        let plain = subscription.hidesData ? Webcom.Event.ValueChange.WithoutData : Webcom.Event.ValueChange
        return (plain, plain.excludeRevocations())
    }

    private func childDescriptor(
        _ subscription: Scenario.Subscription
    ) -> (plain: Webcom.ChildDescriptor, final: Webcom.FinalDescriptor) {
        var plain = Webcom.Event.Child
        for event in subscription.events {
            switch event {
            case "child_added": plain = plain.Addition
            case "child_changed": plain = plain.Change
            case "child_moved": plain = plain.Move
            default: plain = plain.Removal
            }
        }
        return (plain, plain.excludeRevocations())
    }

    func unsubscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        guard let callback = callbacks.withLock({ $0.removeValue(forKey: subscription.id) }) else { return }
        node(subscription.path, application).unsubscribe(callback)
    }

    private func node(_ path: String, _ application: WebcomApplication) -> Webcom.ServerlessDbNode {
        Webcom.App(application).serverlessDb.rootNode.relativeNode(path)
    }

    func perform(_ write: Scenario.Write, _ application: WebcomApplication) {
        let node = node(write.path, application)
        let isDone = write.performPriorityWrite(application) { [queue, trace] error in
            queue.async { trace.addCompletion(of: write, error) }
        }
        if isDone { return }
        switch write.kind {
        case .set(let json): settle(node.set(json), write)
        case .merge(let json): settle(node.merge(json), write)
        case .remove: settle(node.clear(), write)
        case .push(let json, let key):
            settle(node.relativeNode(key).set(json), write)
        case .increment(let step, let start):
            let promise = node.increment(by: step, from: start ?? 0)
            settle(promise, write, text: { "value=\(JSON.number($0).text)" })
        case .transaction(let change):
            settle(node.transaction { change.applied(to: $0.val()) }, write) {
                $0.committed
            } text: { result in
                "\(result.committed ? "committed" : "aborted") value=\(result.snapshot.text)"
            }
        case .onDisconnect(let json): settle(node.set(json, at: Webcom.NEXT_DISCONNECTION), write)
        }
    }

    private func settle<Value>(
        _ promise: Promise<Value>, _ write: Scenario.Write,
        isDone: @escaping @Sendable (Value) -> Bool = { _ in true },
        text: @escaping @Sendable (Value) -> String? = { _ in nil }
    ) {
        _ = promise.tap(on: queue) { [trace] result in
            trace.addCompletion(of: write, result, isDone: isDone)
            if case .success(let value) = result, let text = text(value) { trace.addResult(of: write, text) }
        }
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

extension Scenario.WindowText {
    var constraint: Webcom.Constraint {
        switch self {
        case .all: .None
        case .first(let limit): .First(limit)
        case .last(let limit): .Last(limit)
        case .startAt(let key, let limit): .StartAt(key, limit)
        case .endAt(let key, let limit): .EndAt(key, limit)
        case .between(let start, let end): .Between(start, end)
        case .ordered(let window): window.constraint
        }
    }
}

extension Trace {
    /// Adds the completion line of a write that returned a promise.
    func addCompletion<Value>(
        of write: Scenario.Write, _ result: Result<Value, any Error>, isDone: (Value) -> Bool
    ) {
        switch result {
        case .success(let value):
            let aborted = WebcomError(.transactionAborted, "The function aborted.")
            addCompletion(of: write, isDone(value) ? nil : aborted)
        case .failure(let error as WebcomError): addCompletion(of: write, error)
        case .failure(let error): addCompletion(of: write, WebcomError(.released, "\(error)"))
        }
    }
}
