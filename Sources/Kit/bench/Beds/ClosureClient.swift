import DatasyncAsync
import DatasyncClient
import Dispatch

/// The async dialect with closures.
final class ClosureClient: DialectClient {
    static let bed = BedName.closure
    private let manager: DatasyncManager
    private let counter: EventCounter

    init(_ application: WebcomApplication, queue: DispatchQueue, counter: EventCounter) {
        manager = application.datasyncService.createManager(callbackQueue: queue)
        self.counter = counter
    }

    func node(at path: String) -> DatasyncNode { manager[path] }

    func listen(to node: DatasyncNode, _ kind: Script.Listener.Kind) {
        node.subscribe(to: kind.eventType, queue: nil) { [counter] _ in counter.add() }
    }

    func set(_ value: any Sendable, at node: DatasyncNode) { node.set(.raw, value, queue: nil, then: nil) }

    deinit { manager.service.application.endSubscriptions() }
}

extension Script.Listener.Kind {
    /// The listener's events, without acknowledgements.
    var eventType: DatasyncEventType {
        switch self {
        case .value: .valueChange
        case .child: .child(addition: true, change: true, removal: true)
        }
    }
}
