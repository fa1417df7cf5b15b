import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import Dispatch

extension Retention {
    /// The calls that retain listeners of live objects, live collections and item subscriptions.
    static let live: [Retention] = [
        Retention("legacy live object on") { stage, object in
            let live = stage.legacy.liveObject(queue: stage.queue)
            live.on("dataUpdated", queue: stage.queue) { _ in object.touch() }
            return { live.removeAllListeners("dataUpdated") }
        },
        Retention("legacy live object once, disposed") { stage, object in
            let live = stage.legacy.liveObject(queue: stage.queue)
            live.once("dataUpdated", queue: nil) { _ in object.touch() }
            return { live.dispose() }
        },
        Retention("legacy live collection on") { stage, object in
            let live = stage.legacy.liveCollection(pageSize: 1, queue: stage.queue)
            live.on("dataUpdated", queue: DispatchQueue(label: "elsewhere")) { _ in object.touch() }
            return {
                live.nextPage()
                live.removeAllListeners()
            }
        },
        Retention("callback live object observe") { stage, object in
            let live = stage.callback.liveObject(queue: stage.queue)
            let token = Box<Webcom.LiveToken?>(live.observe(queue: stage.queue) { _ in object.touch() })
            return {
                token.value?.invalidate()
                token.value = nil
            }
        },
        Retention("callback live collection observe, disposed") { stage, object in
            let live = stage.callback.liveCollection(pageSize: 1, queue: stage.queue)
            let token = live.observe(queue: nil) { _ in object.touch() }
            return { withExtendedLifetime(token) { live.dispose() } }
        },
        Retention("async task over updates of a live object") { stage, object in
            let live = stage.asynchronous.liveObject(as: [String: Int].self, queue: stage.queue)
            let task = Task { for await _ in live.updates { object.touch() } }
            return {
                live.dispose()
                task.cancel()
            }
        },
        Retention("async task over updates of a live collection") { stage, object in
            let live = stage.asynchronous.liveCollection(of: Int.self, pageSize: 1, queue: stage.queue)
            let task = Task { for await _ in live.updates { object.touch() } }
            return { task.cancel() }
        },
        Retention("legacy item subscription on") { stage, object in
            let items = Webcom(stage.application).itemSubscription(
                mode: .command, items: ["list"], fields: ["."], queue: stage.queue)
            items.on("item_update", queue: stage.queue) { _ in object.touch() }
            items.subscribe()
            return {
                items.removeAllListeners("item_update")
                items.unsubscribe()
            }
        },
        Retention("callback item subscription listener") { stage, object in
            let items = stage.callback.itemSubscription(
                mode: .merge, items: ["a", "b"], fields: ["."], queue: stage.queue)
            let remove = items.addListener(queue: stage.queue) { _ in object.touch() }
            items.subscribe()
            return {
                items.unsubscribe()
                remove()
            }
        },
        Retention("async task over item updates") { stage, object in
            let items = stage.manager["/"].items(mode: .distinct, items: ["list"], fields: ["."], queue: stage.queue)
            let task = Task { for try await _ in items.updates { object.touch() } }
            return { task.cancel() }
        },
    ]
}
