import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient

extension Retention {
    /// The calls that retain handlers of operations' promises.
    static let promises: [Retention] = [
        Retention("promise done") { stage, object in
            let promise = stage.callback.set(1)
            _ = promise.done(on: stage.queue) { _ in object.touch() }
            return { promise.cancel() }
        },
        Retention("promise then") { stage, object in
            let promise = stage.callback.get().then(on: nil) { snapshot in
                object.touch()
                return snapshot.node.increment()
            }
            return { promise.cancel() }
        },
        Retention("promise catch, not called") { stage, object in
            let promise = stage.callback.merge(["a": 1])
            _ = promise.catch(on: nil) { _ in object.touch() }
            return { promise.cancel() }
        },
        Retention("promise recover") { stage, object in
            let promise = stage.callback.relativeNode("a.b").increment().recover(on: nil) { _ in
                object.touch()
                return .value(1)
            }
            return { promise.cancel() }
        },
        Retention("promise ensure, tap and finally") { stage, object in
            let promise = stage.asynchronous.promise.set(1).ensure(on: nil) { object.touch() }
            _ = promise.tap(on: nil) { _ in object.touch() }.finally(on: nil) { object.touch() }
            return { promise.cancel() }
        },
        Retention("promise map of an on-disconnect write") { stage, object in
            let promise = stage.asynchronous.promise.set(1, at: .nextDisconnection).map(on: nil) { object.touch() }
            return { promise.cancel() }
        },
        Retention("promise of a value that is awaited") { stage, object in
            let node = stage.asynchronous
            let task = Task {
                defer { object.touch() }
                _ = try await node.value()
            }
            return { task.cancel() }
        },
    ]
}
