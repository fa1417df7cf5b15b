#if Migrator
    import SwiftSyntax

    /// The names of types and members in the target dialect.
    protocol DialectNames: Sendable {
        /// The module of the dialect, and the support module with the symbols it lacks.
        var module: String { get }
        var support: String { get }
        /// The migration guide that notes refer to.
        var guide: String { get }

        /// The members of the new types; extensions of the old types must not add members with the same names.
        var membersOfReference: Set<String> { get }
        var membersOfSnapshot: Set<String> { get }

        /// The names of the support module that rewritten code uses.
        var steps: Set<String> { get }

        /// The names under which the dialect has functions with different signatures.
        var clashing: Set<String> { get }

        /// The members that stand for methods of snapshots in a user's protocol, by the name of the method.
        var witnesses: [String: String] { get }

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
    let commonSteps: Set = [
        "Completion", "EventCallback", "MainCompletion", "MainEventCallback", "MainTransactionCompletion", "Query",
        "TransactionCompletion", "answered", "completed", "createChild", "ended", "ending", "equal", "eventName",
        "firstEvent", "hasChild", "hasChildren", "ignored", "limited", "pushNode", "query", "rawJSON", "ref", "root",
        "starting", "subscription", "unsubscribeAll", "EventNames", "Listenable", "Listener", "OnDisconnect",
        "TIMESTAMP",
        "WebcomIndexValue", "info", "jsonOrNull", "keepSynced", "keyOrEmpty", "known", "ordered", "orderedByKey",
        "orderedByPriority",
        "orderedByValue", "unsubscribeAllWindows", "namedLiveObject", "namedLiveCollection", "namedItemSubscription",
        "LiveObject", "LiveCollection", "LiveUpdate", "ItemSubscription", "exportedJSON", "read", "decodedThrowing",
        "EventKind", "assumingSendable", "TransactionData", "TransactionDecision", "exportedJSONOrNull", "onData",
        "pair", "priorityOrNull", "write",
    ]
#endif
