import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import Foundation

/// Three watchers of one client: the same list in each dialect.
final class Watchers {
    private let name: String
    private let queue = DispatchQueue(label: "contacts")
    private let columns = Column.ofClient
    private let manager: DatasyncManager
    private let listening: Task<Void, any Error>

    init(name: String, application: WebcomApplication) {
        self.name = name
        manager = application.datasyncService.createManager()

        let legacy = columns[0]
        Webcom(application).child("contacts")
            .on(["child_added", "child_changed", "child_removed", "child_ack"], queue: queue) { snapshot, previous in
                legacy.add(snapshot.eventType(), snapshot.name(), previous, snapshot.acknowledged(), snapshot.val())
            }

        let callbacks = columns[1]
        let callback = Webcom.Callback(queue: queue) { snapshot, previous in
            callbacks.add(snapshot.event.word, snapshot.node.key, previous, snapshot.acked, snapshot.val())
        }
        callback.includeAcknowledgements()
        Webcom.App(application).serverlessDb.rootNode.relativeNode("contacts").subscribe(Webcom.Event.Child, callback)

        let sequence = columns[2]
        let events = (manager / "contacts")?.events(.childEvent).makeAsyncIterator()
        listening = Task {
            var events = events
            while let event = try await events?.next() {
                sequence.add(
                    event.eventType.description, event.key, event.previousChildKey, event.acked, event.value.json)
            }
        }
    }

    deinit { listening.cancel() }

    /// Waits until all three watchers have received everything.
    func settle() async { await Column.settle(columns, on: queue) }

    /// Prints what the watchers have received since the last call, and returns whether it is the same in all dialects.
    func show(on screen: Screen) -> Bool {
        defer { for column in columns { column.clear() } }
        return screen.show(name, columns)
    }
}

extension Webcom.ReceivedEvent {
    /// The string event with the same meaning.
    fileprivate var word: String? {
        if isChildAddition { return "child_added" }
        if isChildChange { return "child_changed" }
        if isChildRemoval { return "child_removed" }
        return isAck ? "child_ack" : nil
    }
}
