import DatasyncClient

/// The operations of legacy code, in the legacy dialect or in a rewritten form.
///
/// Events are noted in the fixture; everything is delivered on its queue.
protocol SupportDialect: Sendable {
    /// Subscribes, and notes events and the revocation under a name.
    ///
    /// - Parameters:
    ///   - name: The prefix of the noted lines.
    ///   - events: The names of the events.
    ///   - path: The path of the node.
    ///   - shown: The children to subscribe to.
    ///   - tellsRevocations: Whether a closure for revocations is passed.
    ///   - isOnce: Whether the subscription ends after the first event.
    /// - Returns: A closure that cancels only this subscription; it is called with names of events.
    func on(
        _ name: String, _ events: [String], _ path: String, _ shown: Shown, tellsRevocations: Bool, isOnce: Bool
    ) -> @Sendable ([String]) -> Void

    /// Cancels all subscriptions of a node with the same children.
    func off(_ path: String, _ shown: Shown)
    /// Cancels the subscriptions to any of some events.
    func off(_ events: [String], _ path: String, _ shown: Shown)

    func set(_ value: Any?, _ path: String)
    func update(_ value: Any?, _ path: String)
    func remove(_ path: String)
    func increment(_ path: String, by step: Double, from start: Double)
    /// Adds a child; notes its key, then its acknowledgement.
    func push(_ value: Any?, _ path: String, isAnswered: Bool)
    /// Reads the value once.
    func get(_ path: String)
    func transaction(
        _ path: String, appliesLocally: Bool, isAnswered: Bool, _ update: @escaping @Sendable (Any?) -> Any?)
}

/// The children that a subscription includes.
enum Shown: Sendable, Hashable {
    case all
    case last(Int)
    case first(Int)
    case between(String, String)
}

extension SupportDialect {
    @discardableResult
    func on(
        _ name: String, _ events: String..., at path: String = "list", shown: Shown = .all,
        tellsRevocations: Bool = true, isOnce: Bool = false
    ) -> @Sendable ([String]) -> Void {
        on(name, events, path, shown, tellsRevocations: tellsRevocations, isOnce: isOnce)
    }
}
