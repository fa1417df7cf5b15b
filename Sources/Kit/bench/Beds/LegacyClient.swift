import DatasyncClient
import DatasyncLegacy
import Dispatch

/// The legacy dialect.
final class LegacyClient: DialectClient {
    static let bed = BedName.legacy
    private let root: Webcom
    private let application: WebcomApplication
    private let queue: DispatchQueue
    private let counter: EventCounter

    init(_ application: WebcomApplication, queue: DispatchQueue, counter: EventCounter) {
        root = Webcom(application)
        self.application = application
        self.queue = queue
        self.counter = counter
    }

    func node(at path: String) -> Webcom { root.child(path) }

    func listen(to node: Webcom, _ kind: Script.Listener.Kind) {
        switch kind {
        case .value: node.on("value", queue: queue) { [counter] _, _ in counter.add() }
        case .child:
            node.on(["child_added", "child_changed", "child_removed"], queue: queue) { [counter] _, _ in counter.add() }
        }
    }

    func set(_ value: any Sendable, at node: Webcom) { node.set(value) }

    deinit { application.endSubscriptions() }
}
