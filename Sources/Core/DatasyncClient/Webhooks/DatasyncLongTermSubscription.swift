package import DatasyncEngine
public import DatasyncPromise
import DatasyncTree
import DatasyncWire
public import Foundation

/// A subscription of the back end itself, which sends the events to a webhook and outlives the client.
///
/// ```swift
/// for subscription in try await service.longTermSubscriptions() where subscription.status == "parked" {
///     print(subscription.path, subscription.destination, subscription.statusReason ?? "")
///     try await subscription.cancel()
/// }
/// ```
///
/// It shows the state when the response came; a new list shows later changes.
public struct DatasyncLongTermSubscription: Sendable, Identifiable {
    /// The identifier at the back end.
    public let id: String
    /// The path of the node.
    public let path: String
    /// The names of the events, as in the legacy dialect.
    public let eventNames: [String]
    /// The address of the receiver.
    public let destination: String
    /// The text that the receiver gets with each event.
    public let context: String?
    /// The time at which the back end removes the subscription; `nil` for never.
    public let expirationDate: Date?
    /// The key of the signatures; `nil` unless this client just made the subscription.
    public let secret: String?
    /// The status: `active`, `paused`, or `parked` after the receiver has accepted nothing for too long.
    public let status: String
    /// The reason why it is parked.
    public let statusReason: String?
    private let location: Location

    /// The kind of the subscription, which is always `webhook`.
    public var kind: String { "webhook" }

    /// The kind of events: `value` or `childEvent`.
    public var mode: String { eventNames == [EventKind.valueChange.rawValue] ? "value" : "childEvent" }

    /// The names of the child events; empty for value changes.
    public var childEventFilter: [String] { eventNames.filter { $0 != EventKind.valueChange.rawValue } }

    /// Reads the back end's description.
    ///
    /// - Throws: ``WebcomError`` `unavailable` if it is not complete.
    init(_ node: Node, secret: String? = nil, at location: Location) throws(WebcomError) {
        let json = node.json(readsArrays: true)
        guard let id = json["id"]?.string, let path = json["path"]?.string, let destination = json["url"]?.string else {
            throw WebcomError(
                .unavailable, "The back end's description of a webhook is not complete; update the client.")
        }
        self.id = id
        self.path = path
        self.destination = destination
        eventNames = json["events"]?.array?.compactMap(\.string) ?? []
        context = json["context"]?.string
        expirationDate = json["expires"]?.number.map { Date(timeIntervalSince1970: $0 / 1_000) }
        status = json["status"]?.string ?? ""
        statusReason = json["reason"]?.string
        self.secret = secret
        self.location = location.root
    }

    /// Ends the subscription; nothing more is sent.
    ///
    /// - Returns: A promise, which is fulfilled even if the subscription has ended before.
    @discardableResult
    public func cancel() -> Promise<Void> { location.done { remove($0) } }

    /// Ends the subscription, and waits until the back end has removed it.
    ///
    /// - Throws: `WebcomError` if the back end refuses.
    public func cancel() async throws(WebcomError) { _ = try await location.outcome(on: nil) { remove($0) } }

    private func remove(_ completion: @escaping Location.Completion) {
        location.request({ _ in .remove(id: id) }, completion: completion)
    }

    /// Replaces the events.
    package func update(to interest: Interest, hidesData: Bool) -> Promise<DatasyncLongTermSubscription> {
        location.promise {
            change(to: interest, hidesData, $0)
        } as: { [secret] outcome, location throws(WebcomError) in
            try Self(outcome.node, secret: secret, at: location)
        }
    }

    /// Replaces the events, and waits for the response.
    package func updated(to interest: Interest, hidesData: Bool) async throws(WebcomError)
        -> DatasyncLongTermSubscription
    {
        let outcome = try await location.outcome(on: nil) { change(to: interest, hidesData, $0) }
        return try Self(outcome.node, secret: secret, at: location)
    }

    private func change(to interest: Interest, _ hidesData: Bool, _ completion: @escaping Location.Completion) {
        location.request(
            { _ throws(WebcomError) in .change(id: id, kinds: try interest.webhookKinds(hidesData: hidesData)) },
            completion: completion)
    }
}

extension DatasyncLongTermSubscription: CustomStringConvertible {
    /// The identifier, the path and the receiver.
    public var description: String { "DatasyncLongTermSubscription(\(id), \(path) to \(destination), \(status))" }
}
