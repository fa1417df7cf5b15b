#if Migrator
    import SwiftSyntax

    /// The names of types and members in the target dialect.
    protocol DialectNames: Sendable {
        /// The module of the dialect, and the support module with the symbols it lacks.
        var module: String { get }
        var support: String { get }
        /// The migration guide that notes refer to.
        var guide: String { get }

        /// The members of the new types; extensions of the old types must not add members of the same names.
        var membersOfReference: Set<String> { get }
        var membersOfSnapshot: Set<String> { get }

        /// The names of the support module that rewritten code uses.
        var steps: Set<String> { get }

        /// Names under which the dialect has functions with different signatures.
        var clashing: Set<String> { get }

        // Types
        var reference: String { get }
        var snapshot: String { get }
        /// The type of a snapshot where no `?`, `.` or similar follows.
        var snapshotAlone: String { get }
        /// The type of a snapshot as a constraint, an inherited type or an extended type.
        var snapshotConstraint: String { get }
        var listener: String { get }

        // References
        func root(of argument: String) -> String
        var child: String { get }
        var key: String { get }
        var disconnect: String { get }
        var connect: String { get }
        var authentication: String { get }
        var connectionState: String { get }
        var serverTime: String { get }
        /// The name of the function that observes the connection.
        var observation: String { get }

        // Snapshots
        var value: String { get }
        var name: String { get }
        var node: String { get }
        var isAcknowledged: String { get }
        var event: String { get }
        var isEventOptional: Bool { get }

        // Writes: the name of the function, and the text before its value
        var set: (name: String, marker: String) { get }
        var merge: (name: String, marker: String) { get }
        var clear: String { get }
        var push: (name: String, marker: String) { get }
        var cancelDisconnection: String { get }
        var nextDisconnection: String { get }
        var read: String { get }
        var transaction: String { get }

        // Windows
        func first(_ limit: String) -> String
        func last(_ limit: String) -> String
        func startAt(_ key: String, _ limit: String?) -> String
        func endAt(_ key: String, _ limit: String?) -> String
        func between(_ start: String, _ end: String) -> String
        func ordered(_ window: OrderedWindow, _ text: (ExprSyntax) -> String) -> String
    }

    /// The names that both support modules have.
    private let commonSteps: Set = [
        "Completion", "EventCallback", "MainCompletion", "MainEventCallback", "MainTransactionCompletion", "Query",
        "TransactionCompletion", "answered", "completed", "createChild", "ended", "ending", "equal", "eventName",
        "firstEvent", "hasChild", "hasChildren", "ignored", "limited", "pushNode", "query", "rawJSON", "ref", "root",
        "starting", "subscription", "unsubscribeAll", "EventNames", "Listenable", "Listener", "OnDisconnect",
        "TIMESTAMP",
        "WebcomIndexValue", "info", "jsonOrNull", "keepSynced", "keyOrEmpty", "known", "ordered", "orderedByKey",
        "orderedByPriority",
        "orderedByValue", "unsubscribeAllWindows", "namedLiveObject", "namedLiveCollection", "namedItemSubscription",
        "LiveObject", "LiveCollection", "LiveUpdate", "ItemSubscription", "exportedJSON",
    ]

    /// The names of the callback dialect.
    struct CallbackDialectNames: DialectNames {
        let module = "DatasyncCallback"
        let support = "DatasyncLegacyToCallback"
        let guide = "Migration/LegacyToCallback.md"
        let clashing: Set = ["transaction"]
        let steps = commonSteps.union([
            "childAcknowledgement", "childAddition", "childChange", "childRemoval", "endingQuietly", "onRevoked",
            "once",
            "serverlessDb", "transaction", "valueAcknowledgement", "valueChange",
        ])
        let membersOfReference: Set = [
            "key", "parent", "root", "relativeNode", "createChild", "pushNode", "serverlessDb", "subscribe",
            "subscription",
            "unsubscribe", "unsubscribeAll", "merge", "clear", "cancelNextDisconnectionOps", "query",
        ]
        let membersOfSnapshot: Set = [
            "acked", "node", "event", "error", "childCount", "rawJSON", "eventName", "hasChildren",
        ]

        let reference = "Webcom.ServerlessDbNode"
        let snapshot = "Webcom.DataSnapshot"
        let snapshotAlone = "Webcom.DataSnapshot"
        let snapshotConstraint = "Webcom.DataSnapshot"
        let listener = "Webcom.Subscription"

        func root(of argument: String) -> String { "Webcom.App(\(argument)).serverlessDb.rootNode" }
        let child = "relativeNode"
        let key = "key"
        let disconnect = "serverlessDb.disconnect()"
        let connect = "serverlessDb.connect()"
        let authentication = "serverlessDb.authentication"
        let connectionState = "serverlessDb.connectionState"
        let serverTime = "serverlessDb.serverTime"
        let observation = "serverlessDb.observeConnectionState"

        let value = "val()"
        let name = "node.key"
        let node = "node"
        let isAcknowledged = "acked"
        let event = "event"
        let isEventOptional = false

        let set = (name: "set", marker: "")
        let merge = (name: "merge", marker: "")
        let clear = "clear"
        let push = (name: "push", marker: "")
        let cancelDisconnection = "cancelNextDisconnectionOps"
        let nextDisconnection = "Webcom.NEXT_DISCONNECTION"
        let read = "get"
        let transaction = "transaction"

        func first(_ limit: String) -> String { ".First(\(limit))" }
        func last(_ limit: String) -> String { ".Last(\(limit))" }
        func startAt(_ key: String, _ limit: String?) -> String { ".StartAt(\(key)\(limit.map { ", \($0)" } ?? ""))" }
        func endAt(_ key: String, _ limit: String?) -> String { ".EndAt(\(key)\(limit.map { ", \($0)" } ?? ""))" }
        func between(_ start: String, _ end: String) -> String { ".Between(\(start), \(end))" }

        func ordered(_ window: OrderedWindow, _ text: (ExprSyntax) -> String) -> String {
            if window.isLimit, let limit = window.limit.map(text) { return window.isFirst ? first(limit) : last(limit) }
            func arguments(_ bound: OrderedWindow.Bound) -> String {
                "(\(text(bound.value))\(bound.key.map { ", key: \(text($0))" } ?? ""))"
            }
            var parts = ".orderBy(\(window.order(text)))"
            if window.isEqual, let bound = window.start {
                parts += ".equalTo" + arguments(bound)
            } else {
                parts += window.start.map { ($0.isInclusive ? ".startAt" : ".startAfter") + arguments($0) } ?? ""
                parts += window.end.map { ($0.isInclusive ? ".endAt" : ".endBefore") + arguments($0) } ?? ""
            }
            return parts + (window.limit.map { "\(window.isFirst ? ".first" : ".last")(\(text($0)))" } ?? "")
        }
    }

    /// The names of the async dialect.
    struct AsyncNames: DialectNames {
        let module = "DatasyncAsync"
        let support = "DatasyncLegacyToAsync"
        let guide = "Migration/LegacyToAsync.md"
        let clashing: Set = ["set", "push", "increment", "transaction"]
        let steps = commonSteps.union([
            "DatasyncSnapshot", "DataSnapshot", "at", "child", "childCount", "children", "connect", "disconnect",
            "exists",
            "forEach", "isAcknowledged", "isNull", "json", "keyName", "located", "merge", "receivedEvent", "reference",
            "runTransaction", "service", "shared", "whenRevoked", "onRevoked", "observeConnectionState", "presence",
            "isKnown",
        ])
        let membersOfReference: Set = [
            "key", "keyName", "parent", "root", "at", "createChild", "pushNode", "promise", "manager", "service",
            "connect",
            "disconnect", "subscribe", "subscription", "events", "value", "values", "unsubscribeAll", "merge", "clear",
            "query",
        ]
        let membersOfSnapshot: Set = [
            "key", "keyName", "node", "value", "json", "rawJSON", "isAcknowledged", "acked", "reference",
            "receivedEvent",
            "eventType", "eventName", "subscription", "childCount", "hasChildren", "isNull", "located",
            "previousChildKey",
        ]

        let reference = "DatasyncNode"
        let snapshot = "(any DatasyncSnapshot)"
        let snapshotAlone = "any DatasyncSnapshot"
        let snapshotConstraint = "DatasyncSnapshot"
        let listener = "DatasyncSubscription"

        func root(of argument: String) -> String { "DatasyncNode.root(of: \(argument))" }
        let child = "at"
        let key = "keyName"
        let disconnect = "disconnect()"
        let connect = "connect()"
        let authentication = "service.authentication"
        let connectionState = "service.state"
        let serverTime = "service.serverTime"
        let observation = "observeConnectionState"

        let value = "json"
        let name = "keyName"
        let node = "reference"
        let isAcknowledged = "isAcknowledged"
        let event = "receivedEvent"
        let isEventOptional = true

        let set = (name: "promise.set", marker: ".raw, ")
        let merge = (name: "promise.merge", marker: ".raw, with: ")
        let clear = "promise.clear"
        let push = (name: "promise.push", marker: ".raw, ")
        let cancelDisconnection = "promise.cancelNextDisconnectionOperations"
        let nextDisconnection = ".nextDisconnection"
        let read = "promise.value"
        let transaction = "promise.runTransaction"

        func first(_ limit: String) -> String { ".first(limit: \(limit))" }
        func last(_ limit: String) -> String { ".last(limit: \(limit))" }
        func startAt(_ key: String, _ limit: String?) -> String {
            ".startAt(key: \(key)\(limit.map { ", limit: \($0)" } ?? ""))"
        }
        func endAt(_ key: String, _ limit: String?) -> String {
            ".endAt(key: \(key)\(limit.map { ", limit: \($0)" } ?? ""))"
        }
        func between(_ start: String, _ end: String) -> String { ".between(from: \(start), to: \(end))" }

        func ordered(_ window: OrderedWindow, _ text: (ExprSyntax) -> String) -> String {
            if window.isLimit, let limit = window.limit.map(text) { return window.isFirst ? first(limit) : last(limit) }
            func arguments(_ bound: OrderedWindow.Bound) -> String {
                text(bound.value) + (bound.key.map { ", key: \(text($0))" } ?? "")
            }
            func limits(_ bound: OrderedWindow.Bound) -> String {
                ".\(bound.isInclusive ? "including" : "excluding")(\(arguments(bound)))"
            }
            var parts = ["by: \(window.order(text))"]
            if window.isEqual, window.limit == nil, let bound = window.start {
                parts.append("equalTo: \(arguments(bound))")
            } else {
                parts += [window.start.map { "from: \(limits($0))" }, window.end.map { "to: \(limits($0))" }]
                    .compactMap(\.self)
            }
            if let limit = window.limit { parts.append("\(window.isFirst ? "first" : "last"): \(text(limit))") }
            return ".ordered(\(parts.joined(separator: ", ")))"
        }
    }
#endif
