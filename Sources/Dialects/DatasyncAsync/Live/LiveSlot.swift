import DatasyncClient
import DatasyncConcurrency

/// The live object of a view: made on first use, retained, and made again when the view has another node.
///
/// SwiftUI makes a view many times but its state only once, so the property wrappers store a slot in that state. The object in
/// it is observable.
package final class LiveSlot<Object: Sendable>: Sendable {
    private struct Content: Sendable {
        let location: Location
        let object: Object
    }

    private let content = Guarded<Content?>(nil)

    package init() {}

    /// Returns the object for a node.
    ///
    /// - Parameters:
    ///   - node: The node of the view.
    ///   - make: Makes the object; called only if the node has none yet.
    /// - Returns: The object.
    package func object(for node: DatasyncNode, _ make: (DatasyncNode) -> Object) -> Object {
        if let content = content.withLock(\.self), content.location == node.location { return content.object }
        let object = make(node)
        // The earlier object, if there is one, is released after the lock.
        _ = content.exchange(Content(location: node.location, object: object))
        return object
    }
}
