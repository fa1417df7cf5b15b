public import DatasyncClient
import DatasyncConcurrency
import DatasyncTree
import Foundation

/// A recorder of an existing client's actions and events as a scenario, which ``Conformance`` runs in every dialect.
///
/// Call it from the code that drives the client, and from the handlers of its subscriptions:
///
/// ```swift
/// let recorder = try ScenarioRecorder(name: "a contact is added", data: ["contacts": ["ada": 1]])
/// recorder.subscribe("s1", path: "/contacts", events: ["child_added", "child_removed"])
/// old.child("contacts").on(["child_added", "child_removed"]) { snapshot, previousKey in
///     recorder.deliver(ComparedEvent(snapshot, previousKey), to: "s1")
/// }
/// let write = recorder.write("set", path: "/contacts/bob", value: 2)
/// old.child("contacts/bob").set(2) { error in recorder.complete(write, error) }
/// // when the client is quiet:
/// try recorder.scenario().fileText.write(toFile: "mine.json", atomically: true, encoding: .utf8)
/// ```
///
/// Start from an empty back end or from known data. Record the writes of all clients under different names, as a replay
/// cannot know the others. Wait until the client is quiet before each action; ``problems`` names the places where a
/// replay may differ because of its timing. All members may be called on any thread.
public final class ScenarioRecorder: Sendable {
    private let name: String
    private let data: JSON
    private let rules: JSON?
    private let recorded = Guarded(RecordedScenario())

    /// Starts a recording.
    ///
    /// - Parameters:
    ///   - name: The name of the scenario, a sentence.
    ///   - data: The back end's data at the start, as Foundation's JSON.
    ///   - rules: The back end's rules at the start, as Foundation's JSON; `nil` if everything is allowed.
    /// - Throws: `WebcomError` `invalidValue` if data or rules are not JSON.
    public init(name: String, data: Any? = nil, rules: Any? = nil) throws(WebcomError) {
        self.name = name
        self.data = try Self.json(data)
        self.rules = try rules.map { value throws(WebcomError) in try Self.json(value) }
    }

    /// Records that a client subscribes.
    ///
    /// - Parameters:
    ///   - id: The name of the subscription in the file.
    ///   - client: The name of the client.
    ///   - path: The path of the node.
    ///   - events: `value`, or names of child events, as in the legacy dialect.
    ///   - acks: Whether the subscription receives acknowledgements.
    ///   - order: The order of the children: `.key`, `.value`, `.priority` or the path of a child.
    ///   - window: The limits and bounds in the notation of scenario files, such as `["first": 20]`.
    /// - Throws: `WebcomError` `invalidValue` if the window is not JSON.
    public func subscribe(
        _ id: String, client: String = "A", path: String, events: [String], acks: Bool = false, order: String? = nil,
        window: [String: Any]? = nil
    ) throws(WebcomError) {
        var members = [
            JSON.Member("client", .string(client)), JSON.Member("path", .string(path)),
            JSON.Member("events", .array(events.map(JSON.string))),
        ]
        if acks { members.append(JSON.Member("acks", true)) }
        if let order { members.append(JSON.Member("order", .string(order))) }
        if let window { members.append(JSON.Member("window", try Self.json(window))) }
        recorded.withLock { $0.subscribe(id, members) }
    }

    /// Records that the application cancels a subscription.
    public func unsubscribe(_ id: String) { recorded.withLock { $0.unsubscribe(id) } }

    /// Records an event that the client delivers.
    ///
    /// - Parameters:
    ///   - event: The event; `nil` is ignored.
    ///   - id: The subscription that receives it.
    public func deliver(_ event: ComparedEvent?, to id: String) {
        guard let line = event?.traceLine else { return }
        recorded.withLock { $0.deliver(line, to: id) }
    }

    /// Records a write before the client makes it.
    ///
    /// - Parameters:
    ///   - step: `set`, `merge`, `remove`, `push` or `onDisconnect`.
    ///   - client: The name of the client.
    ///   - path: The path of the node.
    ///   - key: The key of the new child, for `push`.
    ///   - value: The written value as Foundation's JSON; not for `remove`.
    /// - Returns: The number of the write, for ``complete(_:_:)``.
    /// - Throws: `WebcomError` `invalidValue` if the value is not JSON.
    @discardableResult
    public func write(
        _ step: String, client: String = "A", path: String, key: String? = nil, value: Any? = nil
    ) throws(WebcomError) -> Int {
        var members: [JSON.Member] = []
        if let key { members.append(JSON.Member("key", .string(key))) }
        if step != "remove" { members.append(JSON.Member("value", try Self.json(value))) }
        return recorded.withLock { $0.write(step, client, path, child: key, members) }
    }

    /// Records that a write settles.
    ///
    /// - Parameters:
    ///   - write: The number of the write.
    ///   - error: The reason for a failure; `nil` if the back end accepted the write.
    public func complete(_ write: Int, _ error: WebcomError? = nil) {
        complete(write, status: error.map { $0.statusWord ?? $0.code.rawValue } ?? "ok")
    }

    /// Records that a write settles, with the status from a client of another origin.
    ///
    /// - Parameters:
    ///   - write: The number of the write.
    ///   - status: `ok`, or the status word of the failure, such as `permission_denied`.
    public func complete(_ write: Int, status: String) { recorded.withLock { $0.complete(write, status) } }

    /// Records that a client loses its connection.
    public func disconnect(client: String = "A") { recorded.withLock { $0.disconnect(client) } }

    /// Records that a client reconnects.
    public func connect(client: String = "A") { recorded.withLock { $0.connect(client) } }

    /// The wrong calls, and the places where a replay may differ because of timing; each with its remedy.
    public var problems: [String] { recorded.withLock(\.allProblems) }

    /// Returns the recording so far.
    ///
    /// - Returns: The scenario; its `fileText` is the text of a file.
    /// - Throws: An error that names a step and member that a scenario cannot have.
    public func scenario() throws -> Scenario {
        let json = recorded.withLock { $0.json(named: name, data: data, rules: rules) }
        let scenarios = try ScenarioReader.scenarios(in: Array(json.text.utf8), file: "recording")
        return scenarios[0]
    }

    /// The path of the recorder for JavaScript clients, a file without dependencies for browsers and Node.
    public static var javaScriptFile: String { Bundle.module.bundleURL.appending(path: "scenario-recorder.js").path }

    private static func json(_ value: Any?) throws(WebcomError) -> JSON { try JSON.written(value).get() }
}

extension ScenarioRecorder: CustomStringConvertible {
    /// The name of the scenario.
    public var description: String { "ScenarioRecorder(\(name))" }
}

extension ComparedEvent {
    /// The event as a line of a trace.
    package var traceLine: String {
        if let revocation { return "revoked \(Self.statusWords[revocation] ?? revocation.rawValue)" }
        if self == .cancellation { return kind }
        return Trace.line(
            kind, key: key, previous: previousKey, isAcknowledged: isAcknowledged, value: valueText)
    }

    /// The back end's words for revocations, by error code.
    private static let statusWords: [WebcomError.SDKCode: String] = [
        .permissionDenied: "permission_denied", .tooLarge: "too_big",
    ]
}
