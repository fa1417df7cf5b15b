import DatasyncTree
import DatasyncWire

/// A way to the back end on which the children are counted that come with each push.
struct CountingLink: Link {
    let link: any Link
    let pushed: @Sendable (Int) -> Void

    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        link.open { [pushed] event in
            switch event {
            case .message(.push(.set(_, let node, _))): pushed(max(1, node.children.count))
            case .message(.push(.merge(_, let children, _))): pushed(children.count)
            default: break
            }
            receive(event)
        }
    }
}
