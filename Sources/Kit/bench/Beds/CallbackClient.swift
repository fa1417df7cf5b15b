import DatasyncCallback
import DatasyncClient
import Dispatch

/// The callback dialect.
final class CallbackClient: DialectClient {
    static let bed = BedName.callback
    private let root: Webcom.ServerlessDbNode
    private let application: WebcomApplication
    private let queue: DispatchQueue
    private let counter: EventCounter

    init(_ application: WebcomApplication, queue: DispatchQueue, counter: EventCounter) {
        root = Webcom.ServerlessDbNode(application)
        self.application = application
        self.queue = queue
        self.counter = counter
    }

    func node(at path: String) -> Webcom.ServerlessDbNode { root.relativeNode(path) }

    func listen(to node: Webcom.ServerlessDbNode, _ kind: Script.Listener.Kind) {
        // Each subscription has its own callback, as in an application with several screens.
        let callback = Webcom.Callback(queue: queue) { [counter] _ in counter.add() }.onCanceled(queue: queue) { _ in }
        switch kind {
        case .value: node.subscribe(Webcom.Event.ValueChange, callback)
        case .child: node.subscribe(Webcom.Event.Child, callback)
        }
    }

    func set(_ value: any Sendable, at node: Webcom.ServerlessDbNode) { node.set(value) }

    deinit { application.endSubscriptions() }
}
