#if Migrator
    /// What things are called in the dialect that code is rewritten into.
    protocol Vocabulary: Sendable {
        /// The module of the dialect, and the one with what it lacks.
        var module: String { get }
        var support: String { get }
        /// The guide that says more.
        var guide: String { get }

        /// What the new types have for what code of the old dialect calls: an extension must not have it too.
        var members: Set<String> { get }

        /// Names that the dialect has for functions of another kind.
        var clashing: Set<String> { get }

        // Types
        var reference: String { get }
        var snapshot: String { get }
        /// The same where a protocol or a base class stands.
        var snapshotConstraint: String { get }
        var listener: String { get }

        // References
        func root(of argument: String) -> String
        var child: String { get }
        var key: String { get }
        var disconnect: String { get }
        var connect: String { get }

        // Snapshots
        var value: String { get }
        var name: String { get }
        var node: String { get }
        var isAcknowledged: String { get }
        var event: String { get }

        // Writes: what stands before the arguments, and before the value
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
    }

    /// The words of the callback dialect.
    struct CallbackVocabulary: Vocabulary {
        let module = "DatasyncCallback"
        let support = "DatasyncLegacyToCallback"
        let guide = "Migration/LegacyToCallback.md"
        let clashing: Set = ["transaction"]
        let members: Set = [
            "key", "path", "parent", "root", "relativeNode", "createChild", "pushNode", "serverlessDb", "subscribe",
            "subscription", "unsubscribe", "unsubscribeAll", "merge", "clear", "cancelNextDisconnectionOps", "acked",
            "node",
            "event", "error", "childCount", "children", "rawJSON", "eventName",
        ]

        let reference = "Webcom.ServerlessDbNode"
        let snapshot = "Webcom.DataSnapshot"
        let snapshotConstraint = "Webcom.DataSnapshot"
        let listener = "Webcom.Subscription"

        func root(of argument: String) -> String { "Webcom.App(\(argument)).serverlessDb.rootNode" }
        let child = "relativeNode"
        let key = "key"
        let disconnect = "serverlessDb.disconnect()"
        let connect = "serverlessDb.connect()"

        let value = "val()"
        let name = "node.key"
        let node = "node"
        let isAcknowledged = "acked"
        let event = "event"

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
    }

    /// The words of the async dialect.
    struct AsyncVocabulary: Vocabulary {
        let module = "DatasyncAsync"
        let support = "DatasyncLegacyToAsync"
        let guide = "Migration/LegacyToAsync.md"
        let clashing: Set = ["set", "push", "increment", "transaction"]
        let members: Set = [
            "key", "keyName", "path", "parent", "root", "at", "createChild", "pushNode", "promise", "manager",
            "service",
            "connect", "disconnect", "subscribe", "subscription", "events", "value", "values", "unsubscribeAll",
            "merge",
            "clear", "json", "rawJSON", "isAcknowledged", "reference", "receivedEvent", "eventName", "childCount",
            "children",
            "hasChildren", "isNull", "located", "previousChildKey",
        ]

        let reference = "DatasyncNode"
        let snapshot = "(any DatasyncSnapshot)"
        let snapshotConstraint = "DatasyncSnapshot"
        let listener = "DatasyncSubscription"

        func root(of argument: String) -> String { "DatasyncNode.root(of: \(argument))" }
        let child = "at"
        let key = "keyName"
        let disconnect = "disconnect()"
        let connect = "connect()"

        let value = "json"
        let name = "keyName"
        let node = "reference"
        let isAcknowledged = "isAcknowledged"
        let event = "receivedEvent"

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
    }
#endif
