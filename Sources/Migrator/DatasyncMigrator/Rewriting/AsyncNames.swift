#if Migrator
    import SwiftSyntax

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
            "isKnown", "counted", "setPaths",
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

        let witnesses = [
            "val": "func val() -> Any? { json }", "exportVal": "func exportVal() -> Any? { exportedJSON }",
            "name": "func name() -> String? { keyName }", "ref": "func ref() -> DatasyncNode { reference }",
            "acknowledged": "func acknowledged() -> Bool { isAcknowledged }",
            "numChildren": "func numChildren() -> Int { childCount }",
            "hasChildren": "func hasChildren() -> Bool { childCount > 0 }",
            "isKnown": "func isKnown() -> Bool { located.isKnown }",
            "eventType": "func eventType() -> String? { eventName }",
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
