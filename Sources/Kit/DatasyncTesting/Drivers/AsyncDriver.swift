import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncPromise
import DatasyncTree
import Dispatch
import Foundation

/// The driver of the async dialect in its closure form, which needs no waiting.
final class AsyncDriver: DialectDriver {
    let manager: DatasyncManager
    private let application: WebcomApplication
    private let queue: DispatchQueue
    private let subscriptions = Guarded<[String: DatasyncSubscription]>([:])

    init(_ application: WebcomApplication, _ queue: DispatchQueue) {
        manager = application.datasyncService.createManager()
        self.application = application
        self.queue = queue
    }

    func subscribe(_ subscription: DialectSubscription) {
        // An invalid call returns nil, and the diagnostics get the reason; other calls may cause diagnostics too.
        let refusal = Guarded<WebcomError?>(nil)
        let diagnostics = application.diagnostics
        defer { application.diagnostics = diagnostics }
        application.diagnostics = { error in refusal.withLock { $0 = error } }
        let made = manager[subscription.path].subscribe(
            to: subscription.eventType, childrenConstraint: subscription.childrenConstraint, queue: queue
        ) { event in
            subscription.deliver(event)
        } onCompletion: { completion in
            switch completion {
            case .cancellation: subscription.end()
            case .revocation(let reason): subscription.end(reason)
            }
        }
        if let made {
            subscriptions.withLock { $0[subscription.id] = made }
        } else if let refusal = refusal.withLock(\.self) {
            subscription.end(refusal)
        }
    }

    func unsubscribe(_ subscription: DialectSubscription) {
        subscriptions.withLock { $0.removeValue(forKey: subscription.id) }?.cancel()
    }

    func perform(_ write: DialectWrite) {
        let node = manager[write.path].promise
        switch write.kind {
        case .set: write.complete(node.set(.raw, write.value), on: queue)
        case .merge:
            if let members = write.value as? [String: Any] {
                write.complete(node.merge(.raw, with: members), on: queue)
            } else {
                let json = (try? JSON(foundation: write.value)) ?? .null
                write.complete(node.merge(with: EncodableJSON(json: json)), on: queue)
            }
        case .remove: write.complete(node.clear(), on: queue)
        case .push(let key):
            write.complete(manager[write.path + "/" + key].promise.set(.raw, write.value), on: queue)
        case .increment(let step, let start):
            let promise = node.increment(from: NSNumber(value: start ?? 0), by: NSNumber(value: step))
            write.complete(promise, on: queue) { write.complete(nil, value: $0) }
        case .transaction:
            let promise = node.runTransaction { write.changed($0.json).map { .set(.raw, $0) } ?? .abort }
            write.complete(promise, on: queue) { result in
                write.complete(isCommitted: result.status == .committed, value: result.value.json)
            }
        case .onDisconnect: write.complete(node.set(.raw, write.value, at: .nextDisconnection), on: queue)
        }
    }
}

extension DialectSubscription {
    var isOfValue: Bool { source.isOfValue }

    /// The events in the notation of the async dialect.
    var eventType: DatasyncEventType {
        isOfValue
            ? .value(change: true, withoutData: hidesData, acknowledgement: includesAcknowledgements)
            : .child(
                addition: events.contains("child_added"), change: events.contains("child_changed"),
                removal: events.contains("child_removed"), acknowledgement: includesAcknowledgements,
                move: events.contains("child_moved"))
    }

    /// Records an event of the async dialect.
    func deliver(_ event: DatasyncEvent) {
        deliver(
            event.eventType.description, key: isOfValue ? nil : event.key, previousKey: event.previousChildKey,
            isAcknowledged: event.acked, valueText: event.value.description)
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
