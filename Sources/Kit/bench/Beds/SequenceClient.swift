import DatasyncAsync
import DatasyncClient
import Dispatch

/// The async dialect with sequences, each consumed by its own task.
final class SequenceClient: DialectClient {
    static let bed = BedName.sequence
    private let manager: DatasyncManager
    private let counter: EventCounter
    private var tasks: [Task<Void, any Error>] = []

    init(_ application: WebcomApplication, queue: DispatchQueue, counter: EventCounter) {
        manager = application.datasyncService.createManager(callbackQueue: queue)
        self.counter = counter
    }

    func node(at path: String) -> DatasyncNode { manager[path] }

    func listen(to node: DatasyncNode, _ kind: Script.Listener.Kind) {
        // Created here, because the iterator subscribes: a task would subscribe some time later.
        let iterator = node.events(kind.eventType).makeAsyncIterator()
        tasks.append(
            Task.detached { [counter] in
                var iterator = iterator
                while try await iterator.next() != nil { counter.add() }
            })
    }

    func set(_ value: any Sendable, at node: DatasyncNode) { node.set(.raw, value, queue: nil, then: nil) }

    deinit {
        for task in tasks { task.cancel() }
        manager.service.application.endSubscriptions()
    }
}
