import ClientTestSupport
import DatasyncClient
import DatasyncLegacy

extension Retention {
    /// The calls of the legacy dialect that retain closures.
    static let legacy: [Retention] = [
        Retention("legacy on") { stage, object in
            let node = stage.legacy
            let listener = node.on("value", queue: stage.queue) { _, _ in object.touch() }
            return { node.off("value", listener) }
        },
        Retention("legacy on, revoked") { stage, object in
            let node = stage.legacy
            node.on(
                ["child_added", "child_removed"], queue: stage.queue, { _, _ in }, revoked: { _ in object.touch() })
            return { node.off() }
        },
        Retention("legacy on a query") { stage, object in
            let query = stage.legacy.startAt().limit(1)
            query.on("child_added", queue: stage.queue) { _, _ in object.touch() }
            return { query.off() }
        },
        Retention("legacy once") { stage, object in
            let node = stage.legacy
            let listener = node.once("value", queue: stage.queue) { _, _ in object.touch() }
            return { node.off("value", listener) }
        },
        Retention("legacy on, refused", once: { $0.legacy.on("nothing", queue: $0.queue, holding($1)) }),
        Retention("legacy set", once: { $0.legacy.set(1, queue: nil, completing($1)) }),
        Retention("legacy set, refused", once: { $0.legacy.child("a.b").set(1, queue: nil, completing($1)) }),
        Retention("legacy update", once: { $0.legacy.update(["a": 3], queue: nil, completing($1)) }),
        Retention("legacy remove", once: { $0.legacy.remove(queue: nil, completing($1)) }),
        Retention("legacy push", once: { _ = $0.legacy.push(1, queue: nil, completing($1)) }),
        Retention("legacy increment", once: { $0.legacy.increment(queue: nil, completing($1)) }),
        Retention("legacy get", once: { stage, object in stage.legacy.get(queue: nil) { _, _ in object.touch() } }),
        Retention("legacy transaction, function") { stage, object in
            stage.legacy.child("t").transaction(
                { present in
                    object.touch()
                    return (present as? Int ?? 0) + 1
                }, queue: nil, nil)
            return { [other = stage.remote.other] in Webcom(other).child("list/t").set(7) }
        },
        Retention("legacy transaction, aborted") { stage, object in
            stage.legacy.child("t").transaction(
                { _ in
                    object.touch()
                    return nil
                }, queue: nil, nil)
            return {}
        },
        Retention("legacy transaction, completion") { stage, object in
            stage.legacy.child("t").transaction({ _ in 5 }, queue: nil) { _, _, _ in object.touch() }
            return {}
        },
        Retention("legacy onDisconnect set") { stage, object in
            let node = stage.legacy
            node.onDisconnect().set(1, queue: nil, completing(object))
            return { node.onDisconnect().cancel(queue: nil) { _ in } }
        },
        Retention("legacy onDisconnect update") { stage, object in
            let node = stage.legacy
            node.onDisconnect().update(["a": 1], queue: nil, completing(object))
            return { node.onDisconnect().cancel(queue: nil) { _ in } }
        },
        Retention("legacy onDisconnect remove", once: { $0.legacy.onDisconnect().remove(queue: nil, completing($1)) }),
        Retention("legacy onDisconnect cancel", once: { $0.legacy.onDisconnect().cancel(queue: nil, completing($1)) }),
    ]

    private static func completing(_ object: Reentrant) -> Webcom.Completion { { _ in object.touch() } }

    private static func holding(_ object: Reentrant) -> @Sendable (DataSnapshot, String?) -> Void {
        { _, _ in object.touch() }
    }
}
