import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import Testing

/// The parameters of an item subscription at `/place`.
struct ItemWish: Sendable {
    let mode: ItemMode
    let items: ItemSelection
    let fields: [String]
    var snapshot = ItemSnapshot.yes
    var second: ItemSecondLevel?
}

/// The item subscriptions of one dialect.
protocol ItemDialect: Sendable {
    /// Creates a subscription and passes each of its events to `tell`.
    func make(_ wish: ItemWish, at device: Device, tell: @escaping @Sendable (ItemEvent) -> Void) throws
        -> any ItemProbe
}

/// An item subscription whose events are traced.
protocol ItemProbe: Sendable {
    func subscribe() async
    func unsubscribe() async
}

// MARK: String events

struct LegacyItemDialect: ItemDialect {
    struct Probe: ItemProbe {
        let subscription: ItemSubscription

        func subscribe() { subscription.subscribe() }
        func unsubscribe() { subscription.unsubscribe() }
    }

    func make(_ wish: ItemWish, at device: Device, tell: @escaping @Sendable (ItemEvent) -> Void) -> any ItemProbe {
        let subscription = device.legacy.child("place").itemSubscription(
            mode: wish.mode, items: wish.items, fields: wish.fields, requestedSnapshot: wish.snapshot,
            secondLevel: wish.second, queue: nil)
        for name in ["subscription", "item_update", "end_of_snapshot", "item_error", "unsubscription"] {
            subscription.on(name, queue: nil) { event in
                #expect(event.name == name)
                tell(event)
            }
        }
        return Probe(subscription: subscription)
    }
}

// MARK: Callbacks

struct CallbackItemDialect: ItemDialect {
    struct Probe: ItemProbe {
        let subscription: Webcom.ItemSubscription

        func subscribe() { subscription.subscribe() }
        func unsubscribe() { subscription.unsubscribe() }
    }

    func make(_ wish: ItemWish, at device: Device, tell: @escaping @Sendable (ItemEvent) -> Void) -> any ItemProbe {
        let subscription = device.node("place").itemSubscription(
            mode: wish.mode, items: wish.items, fields: wish.fields, requestedSnapshot: wish.snapshot,
            secondLevel: wish.second, queue: nil)
        subscription.addListener(queue: nil, tell)
        return Probe(subscription: subscription)
    }
}

// MARK: Swift concurrency

struct AsyncItemDialect: ItemDialect {
    /// A probe that iterates over the events; each loop is one subscription, and its end notes an unsubscription.
    struct Probe: ItemProbe {
        let manager: DatasyncManager
        let items: DatasyncItems
        let tell: @Sendable (ItemEvent) -> Void
        let task = Box<Task<Void, Never>?>(nil)

        func subscribe() async {
            guard task.value == nil else { return }
            let (hasBegun, began) = AsyncStream.makeStream(of: Void.self)
            task.value = Task {
                var iterator = items.events.makeAsyncIterator()
                began.finish()
                while let event = try? await iterator.next(), event.name != "unsubscription" { tell(event) }
                tell(.unsubscription)
            }
            for await _ in hasBegun {}
        }

        func unsubscribe() async {
            task.value?.cancel()
            await task.value?.value
            task.value = nil
        }
    }

    func make(_ wish: ItemWish, at device: Device, tell: @escaping @Sendable (ItemEvent) -> Void) throws
        -> any ItemProbe
    {
        let manager = device.manager()
        let items = try manager.nodeThrows(for: "place").items(
            mode: wish.mode, items: wish.items, fields: wish.fields, requestedSnapshot: wish.snapshot,
            secondLevel: wish.second, queue: nil)
        return Probe(manager: manager, items: items, tell: tell)
    }
}
