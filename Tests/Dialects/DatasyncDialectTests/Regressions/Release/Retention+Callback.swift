import ClientTestSupport
import DatasyncCallback
import DatasyncClient

extension Retention {
    /// The calls of the callback dialect that retain closures.
    static let callback: [Retention] = [
        Retention("callback subscribe") { stage, object in
            let node = stage.callback
            let callback = Webcom.Callback(queue: stage.queue) { _ in object.touch() }
            node.subscribe(Webcom.Event.Child, callback)
            return { [weak callback] in if let callback { node.unsubscribe(callback) } }
        },
        Retention("callback subscription, cancelled by its handle") { stage, object in
            let callback = Webcom.Callback(queue: stage.queue) { _ in object.touch() }
            let promise = stage.callback.subscribe(Webcom.Event.ValueChange.WithoutData, callback, .First(1))
            return { _ = promise.done(on: nil) { $0.cancel() } }
        },
        Retention("callback onCanceled") { stage, object in
            let node = stage.callback
            let callback = Webcom.Callback(queue: stage.queue) { _ in }.onCanceled(queue: nil) { _ in object.touch() }
            node.subscribe(Webcom.Event.ValueChange, callback)
            return { node.unsubscribe(callback) }
        },
        Retention("callback onCanceled, replaced twice") { stage, object in
            let node = stage.callback
            let callback = Webcom.Callback(queue: stage.queue) { _ in }.onCanceled(queue: nil) { _ in object.touch() }
            node.subscribe(Webcom.Event.ValueChange, callback)
            return {
                callback.onCanceled(queue: nil) { _ in }
                callback.onCanceled(queue: nil) { _ in }
                node.unsubscribe(callback)
            }
        },
        Retention("callback transaction, function") { stage, object in
            stage.callback.transaction { _ in
                object.touch()
                return 5
            }
            return { [other = stage.remote.other] in Webcom.ServerlessDbNode(other, path: "list").set(7) }
        },
    ]
}
