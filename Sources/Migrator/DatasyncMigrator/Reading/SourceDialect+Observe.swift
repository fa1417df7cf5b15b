#if Migrator
    extension SourceDialect {
        /// The observe dialect.
        static let observe: SourceDialect = {
            let orders = [
                "queryOrdered", "queryOrderedByKey", "queryOrderedByValue", "queryOrderedByPriority", "queryStarting",
                "queryEnding", "queryEqual", "queryLimited",
            ]
            let windows: [String: ValueKind] = Dictionary(uniqueKeysWithValues: orders.map { ($0, .query) })
            let listening: [String: ValueKind] = [
                "observe": .listener, "getData": .snapshot,
                "observeSingleEventAndPreviousSiblingKey": .tuple([.snapshot, .optional(.other)]),
                "runTransactionBlock": .tuple([.other, .snapshot]),
            ]
            let event: [ValueKind] = [.snapshot, .optional(.other)]
            let read: [ValueKind] = [.optional(.other), .optional(.snapshot)]
            let events: [String: [ValueKind]] = ["observe": event, "observeSingleEvent": event, "getData": read]
            let written: [ValueKind] = [.optional(.other), .reference]
            let writes = [
                "setValue", "updateChildValues", "removeValue", "onDisconnectSetValue", "onDisconnectRemoveValue",
                "onDisconnectUpdateChildValues", "cancelDisconnectOperations", "setPriority",
            ]
            return SourceDialect(
                modules: ["FirebaseDatabase", "Firebase", "FirebaseDatabaseSwift", "FirebaseCore"],
                types: [
                    "DatabaseReference": .reference, "DatabaseQuery": .query, "DataSnapshot": .snapshot,
                    "DatabaseHandle": .listener, "Database": .database,
                    "MutableData": .other, "TransactionResult": .other, "DataEventType": .other,
                    // The names of the new dialects, in files that are rewritten already.
                    "DatasyncNode": .reference, "ServerlessDbNode": .reference, "Query": .query,
                    "DatasyncSnapshot": .snapshot, "DatasyncEvent": .snapshot, "DatasyncValue": .snapshot,
                    "Subscription": .listener, "DatasyncSubscription": .listener,
                ],
                closures: [:],
                names: [
                    .reference: "DatabaseReference", .query: "DatabaseQuery", .snapshot: "DataSnapshot",
                    .database: "Database",
                ],
                properties: [
                    .reference: [
                        "key": .optional(.other), "parent": .optional(.reference), "root": .reference,
                        "ref": .reference, "url": .other, "database": .database,
                    ],
                    .query: ["ref": .reference],
                    .snapshot: [
                        "value": .optional(.other), "key": .other, "ref": .reference, "children": .array(.snapshot),
                        "childrenCount": .other, "priority": .optional(.other),
                        "valueInExportFormat": .optional(.other),
                    ],
                    .database: ["isPersistenceEnabled": .other, "persistenceCacheSizeBytes": .other],
                ],
                methods: [
                    .reference: ["child": .reference, "childByAutoId": .reference, "description": .other]
                        .merging(windows) { $1 }.merging(listening) { $1 },
                    .query: windows.merging(listening) { $1 },
                    .snapshot: [
                        "childSnapshot": .snapshot, "exists": .other, "hasChild": .other, "hasChildren": .other,
                    ],
                    .database: ["reference": .reference],
                ],
                parameters: [
                    .reference: Dictionary(uniqueKeysWithValues: writes.map { ($0, written) })
                        .merging(["runTransactionBlock": [.optional(.other), .other, .optional(.snapshot)]]) { $1 }
                        .merging(events) { $1 },
                    .query: events,
                ],
                distinct: Dictionary(
                    uniqueKeysWithValues: orders.map { ($0, .query) } + writes.dropFirst().map { ($0, .reference) }
                )
                .merging([
                    "observeSingleEvent": .query, "removeAllObservers": .query, "childByAutoId": .reference,
                    "runTransactionBlock": .reference, "childSnapshot": .snapshot, "keepSynced": .query,
                    "exists": .snapshot,
                ]) { $1 })
        }()
    }
#endif
