import DatasyncClient

/// What code of the dialect of string events does, in whatever words: its own, or those it is rewritten to.
///
/// What is heard is noted on the stage; everything is delivered on its queue.
protocol SupportDialect: Sendable {
    /// Listens; notes events and the revocation under a name.
    ///
    /// - Parameters:
    ///   - name: What its lines begin with.
    ///   - events: The names of the events.
    ///   - path: Where.
    ///   - shown: Which children.
    ///   - tellsRevocations: Whether a closure for revocations is given.
    ///   - isOnce: Whether it is for the first event alone.
    /// - Returns: What ends this one alone: called with names of events.
    func on(
        _ name: String, _ events: [String], _ path: String, _ shown: Shown, tellsRevocations: Bool, isOnce: Bool
    ) -> @Sendable ([String]) -> Void

    /// Ends all at a node that show the same.
    func off(_ path: String, _ shown: Shown)
    /// Ends those that listen to any of some events.
    func off(_ events: [String], _ path: String, _ shown: Shown)

    func set(_ value: Any?, _ path: String)
    func update(_ value: Any?, _ path: String)
    func remove(_ path: String)
    func increment(_ path: String, by step: Double, from start: Double)
    /// Adds a child; notes its key, then the answer.
    func push(_ value: Any?, _ path: String, isAnswered: Bool)
    /// Reads once.
    func get(_ path: String)
    func transaction(
        _ path: String, appliesLocally: Bool, isAnswered: Bool, _ update: @escaping @Sendable (Any?) -> Any?)
}

/// Which children are shown.
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
