import ClientTestSupport
import DatasyncAsync
import DatasyncClient

extension Retention {
    /// The calls of the async dialect that retain closures or objects.
    static let asynchronous: [Retention] = [
        Retention("async subscribe, stored") { stage, object in
            let subscription = stage.asynchronous.subscribe(queue: stage.queue) { _ in object.touch() }
            return { [weak subscription] in subscription?.cancel() }
        },
        Retention("async subscribe, held") { stage, object in
            let held = Box(
                stage.asynchronous.subscribe(to: .childEvent, stores: false, queue: stage.queue) { _ in
                    object.touch()
                })
            return { held.value = nil }
        },
        Retention("async subscribe, ended by the manager") { stage, object in
            stage.asynchronous.subscribe(
                queue: stage.queue, onEvent: { _ in }, onCompletion: { _ in object.touch() })
            return { [weak manager = stage.manager] in manager?.unsubscribeFromAll() }
        },
        Retention("async decodedValueSubscribe") { stage, object in
            let subscription = stage.asynchronous.decodedValueSubscribe(
                queue: stage.queue, onValue: { (_: [String: Int]) in object.touch() })
            return { [weak subscription] in subscription?.cancel() }
        },
        Retention("async subscribe, refused") { stage, object in
            stage.asynchronous.subscribe(childrenConstraint: .first(limit: -1), queue: stage.queue) { _ in
                object.touch()
            }
            return {}
        },
        Retention("async task over events") { stage, object in
            let node = stage.asynchronous
            let task = Task {
                for try await _ in node.events(.childEvent, delivery: .coalescing) { object.touch() }
            }
            return { task.cancel() }
        },
        Retention("async transaction, function") { stage, object in
            stage.asynchronous.promise.runTransaction { _ in
                object.touch()
                return .set(5)
            }
            return { [other = stage.remote.other] in other.datasyncService.createManager()["list"].promise.set(7) }
        },
        Retention("async transaction, operand") { stage, object in
            stage.asynchronous.promise.runTransaction { _ in
                .set { _ in
                    object.touch()
                    return 5
                }
            }
            return {}
        },
        Retention("async observer of the connection") { stage, object in
            stage.manager.subscribeToStateChange(queue: stage.queue) { _ in object.touch() }
            return {}
        },
        Retention("async observer of the connection, of a manager that goes") { stage, object in
            let manager = Box<DatasyncManager?>(stage.application.datasyncService.createManager())
            manager.value?.subscribeToStateChange(queue: stage.queue) { _ in object.touch() }
            return { manager.value = nil }
        },
        Retention("async task over states") { stage, object in
            let states = stage.application.datasyncService.states
            let task = Task { for await _ in states { object.touch() } }
            return { task.cancel() }
        },
    ]
}
