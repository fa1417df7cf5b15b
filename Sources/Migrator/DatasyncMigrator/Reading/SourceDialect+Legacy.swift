#if Migrator
    extension SourceDialect {
        /// The legacy dialect, with the names of the new dialects in files that are rewritten already.
        static let legacy: SourceDialect = {
            let windows: [String: ValueKind] = Dictionary(uniqueKeysWithValues: WindowChain.names.map { ($0, .query) })
            let listening: [String: ValueKind] = ["on": .listener, "once": .listener]
            let event: [String: [ValueKind]] = [
                "on": [.snapshot, .optional(.other)], "once": [.snapshot, .optional(.other)],
            ]
            let error: [ValueKind] = [.optional(.other)]
            let ended: [ValueKind] = [.optional(.other), .other, .optional(.snapshot)]
            let received = ValueKind.function([.snapshot, .optional(.other)], result: .other)
            let completed = ValueKind.function(error, result: .other)
            return SourceDialect(
                modules: ["DatasyncLegacy"],
                types: [
                    "Webcom": .reference, "Query": .query, "Listenable": .listenable, "DataSnapshot": .snapshot,
                    "Listener": .listener, "OnDisconnect": .onDisconnect, "LiveObject": .nominal("LiveObject"),
                    "LiveCollection": .nominal("LiveCollection"), "LiveUpdate": .nominal("LiveUpdate"),
                    "ItemSubscription": .other,
                    "DatasyncNode": .reference, "ServerlessDbNode": .reference, "DatasyncSnapshot": .snapshot,
                    "DatasyncEvent": .snapshot, "DatasyncValue": .snapshot, "Subscription": .listener,
                    "DatasyncSubscription": .listener,
                ],
                closures: [
                    "EventCallback": received, "MainEventCallback": received, "Completion": completed,
                    "MainCompletion": completed, "TransactionCompletion": .function(ended, result: .other),
                    "MainTransactionCompletion": .function(ended, result: .other),
                ],
                names: [
                    .reference: "Webcom", .query: "Query", .listenable: "Listenable", .snapshot: "DataSnapshot",
                ],
                properties: [
                    .snapshot: ["children": .array(.snapshot)],
                    .reference: [
                        "path": .other, "description": .other, "promise": .other, "query": .query,
                        "authentication": .other, "connectionState": .other, "serverTime": .other,
                    ],
                    .query: ["query": .query], .listenable: ["query": .query],
                ],
                methods: [
                    .reference: [
                        "child": .reference, "root": .reference, "ref": .reference, "push": .reference,
                        "parent": .optional(.reference), "onDisconnect": .onDisconnect, "name": .optional(.other),
                        "presence": .other, "onAuth": .other, "observeConnectionState": .other,
                        "liveObject": .nominal("LiveObject"), "liveCollection": .nominal("LiveCollection"),
                        "itemSubscription": .other,
                    ].merging(windows) { $1 }.merging(listening) { $1 },
                    .query: ["ref": .reference, "liveObject": .nominal("LiveObject")].merging(windows) { $1 }.merging(
                        listening
                    ) { $1 },
                    .listenable: windows.merging(listening) { $1 },
                    .snapshot: [
                        "ref": .reference, "child": .snapshot, "val": .optional(.other), "exportVal": .optional(.other),
                        "eventType": .optional(.other), "name": .optional(.other), "getPriority": .optional(.other),
                        "isKnown": .other,
                    ],
                ],
                parameters: [
                    .reference: [
                        "set": error, "update": error, "remove": error, "push": error, "setPaths": error,
                        "increment": [.optional(.other), .optional(.other)],
                        // The update closure has one parameter; the completion has three.
                        "transaction": ended, "transactionOfData": ended,
                        "get": [.optional(.other), .optional(.snapshot)],
                        "setPriority": error, "setWithPriority": error, "authWithToken": error, "onAuth": [.other],
                        "observeConnectionState": [.other],
                    ].merging(event) { $1 },
                    .query: event, .listenable: event, .snapshot: ["forEach": [.snapshot]],
                ],
                distinct: [
                    "val": .snapshot, "exportVal": .snapshot, "numChildren": .snapshot, "hasChildren": .snapshot,
                    "acknowledged": .snapshot, "eventType": .snapshot, "hasChild": .snapshot,
                    "onDisconnect": .reference, "goOffline": .reference, "goOnline": .reference,
                    "getPriority": .snapshot, "setPriority": .reference, "setWithPriority": .reference,
                    "setPaths": .reference,
                    "authWithToken": .reference, "onAuth": .reference, "observeConnectionState": .reference,
                    "authAnonymously": .reference, "authWithPassword": .reference,
                ])
        }()
    }
#endif
