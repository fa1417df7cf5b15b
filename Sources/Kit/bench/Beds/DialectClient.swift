import DatasyncClient
import DatasyncEngine
import Dispatch

/// A client of one dialect, as a bed uses it.
protocol DialectClient: AnyObject {
    /// A node of the dialect.
    associatedtype Node

    /// The name of the bed.
    static var bed: BedName { get }

    /// Creates a client whose callbacks run on a serial queue and count their events.
    init(_ application: WebcomApplication, queue: DispatchQueue, counter: EventCounter)

    func node(at path: String) -> Node

    /// Subscribes a counting callback, which stays subscribed until the client is released.
    func listen(to node: Node, _ kind: Script.Listener.Kind)

    /// Replaces a value, without a completion.
    func set(_ value: any Sendable, at node: Node)
}

extension WebcomApplication {
    /// Ends all subscriptions, which otherwise retain the client, and settles all writes.
    func endSubscriptions() { client.engine.release() }
}
