#if Migrator
    import SwiftSyntax

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

        let witnesses = [
            "exportVal": "func exportVal() -> Any? { exportedJSON }", "name": "func name() -> String? { node.key }",
            "ref": "func ref() -> Webcom.ServerlessDbNode { node }",
            "acknowledged": "func acknowledged() -> Bool { acked }",
            "numChildren": "func numChildren() -> Int { childCount }",
            "hasChildren": "func hasChildren() -> Bool { childCount > 0 }",
            "eventType": "func eventType() -> String? { eventName }",
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
#endif
