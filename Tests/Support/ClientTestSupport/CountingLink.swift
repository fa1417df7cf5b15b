import DatasyncTree
import DatasyncWire

/// A link to the back end that reports the number of children of each push.
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
