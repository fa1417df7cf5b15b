import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncPromise
import DatasyncTree
import Dispatch
import Foundation

/// The driver of the async dialect in its closure form, which needs no waiting.
final class AsyncDriver: StepDriver {
    let reportsCancellation = true
    private let queue: DispatchQueue
    private let trace: Trace
    private let managers = Guarded<[ObjectIdentifier: DatasyncManager]>([:])
    private let subscriptions = Guarded<[String: DatasyncSubscription]>([:])

    init(queue: DispatchQueue, trace: Trace) {
        self.queue = queue
        self.trace = trace
    }

    func subscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        let trace = trace
        // An invalid call returns nil, and the diagnostics get the reason; other calls may cause diagnostics too.
        let refusal = Guarded<WebcomError?>(nil)
        let diagnostics = application.diagnostics
        defer { application.diagnostics = diagnostics }
        application.diagnostics = { error in refusal.withLock { $0 = error } }
        let made = node(subscription.path, application).subscribe(
            to: subscription.eventType, childrenConstraint: subscription.window.childrenConstraint, queue: queue
        ) { event in
            trace.add(event, to: subscription)
        } onCompletion: { completion in
            switch completion {
            case .cancellation: trace.addCancellation(to: subscription)
            case .revocation(let reason): trace.addRevocation(reason, to: subscription)
            }
        }
        if let made {
            subscriptions.withLock { $0[subscription.id] = made }
        } else if let refusal = refusal.withLock(\.self) {
            trace.addRevocation(refusal, to: subscription)
        }
    }

    func unsubscribe(_ subscription: Scenario.Subscription, _ application: WebcomApplication) {
        subscriptions.withLock { $0.removeValue(forKey: subscription.id) }?.cancel()
    }

    func node(_ path: String, _ application: WebcomApplication) -> DatasyncNode {
        let manager = managers.withLock { managers in
            let manager = managers[ObjectIdentifier(application)] ?? application.datasyncService.createManager()
            managers[ObjectIdentifier(application)] = manager
            return manager
        }
        return DatasyncNode(
            location: Location(client: application.client).relative(path), application: application, manager: manager)
    }

    func perform(_ write: Scenario.Write, _ application: WebcomApplication) {
        let node = node(write.path, application).promise
        let isDone = write.performPriorityWrite(application) { [queue, trace] error in
            queue.async { trace.addCompletion(of: write, error) }
        }
        if isDone { return }
        switch write.kind {
        case .set(let json): settle(node.set(.raw, json), write)
        case .merge(let json):
            if let members = json.members {
                let pairs = members.map { ($0.name, $0.value as Any) }
                settle(node.merge(.raw, with: Dictionary(pairs, uniquingKeysWith: { $1 })), write)
            } else {
                settle(node.merge(with: EncodableJSON(json: json)), write)
            }
        case .remove: settle(node.clear(), write)
        case .push(let json, let key):
            let child = self.node(write.path + "/" + key, application).promise
            settle(child.set(.raw, json), write)
        case .increment(let step, let start):
            let promise = node.increment(from: NSNumber(value: start ?? 0), by: NSNumber(value: step))
            settle(promise, write, text: { "value=\(JSON.number($0.doubleValue).text)" })
        case .transaction(let change):
            let promise = node.runTransaction { value in
                change.applied(to: value.json).map { .set(.raw, $0) } ?? .abort
            }
            settle(promise, write) {
                $0.status == .committed
            } text: { result in
                "\(result.status == .committed ? "committed" : "aborted") value=\(result.value.description)"
            }
        case .onDisconnect(let json): settle(node.set(.raw, json, at: .nextDisconnection), write)
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

extension Scenario.Subscription {
    var eventType: DatasyncEventType {
        isOfValue
            ? .value(change: true, withoutData: hidesData, acknowledgement: includesAcknowledgements)
            : .child(
                addition: events.contains("child_added"), change: events.contains("child_changed"),
                removal: events.contains("child_removed"), acknowledgement: includesAcknowledgements,
                move: events.contains("child_moved"))
    }
}

extension Scenario.WindowText {
    var childrenConstraint: DatasyncChildrenConstraint {
        switch self {
        case .all: .all
        case .first(let limit): .first(limit: limit)
        case .last(let limit): .last(limit: limit)
        case .startAt(let key, let limit): .startAt(key: key, limit: limit)
        case .endAt(let key, let limit): .endAt(key: key, limit: limit)
        case .between(let start, let end): .between(from: start, to: end)
        case .ordered(let window): window.childrenConstraint
        }
    }
}

/// A JSON value that encodes itself.
private struct EncodableJSON: Encodable {
    let json: JSON

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch json.content {
        case .null: try container.encodeNil()
        case .boolean(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let elements): try container.encode(elements.map(EncodableJSON.init))
        case .object(let members):
            let pairs = members.map { ($0.name, EncodableJSON(json: $0.value)) }
            try container.encode(Dictionary(pairs, uniquingKeysWith: { $1 }))
        }
    }
}
