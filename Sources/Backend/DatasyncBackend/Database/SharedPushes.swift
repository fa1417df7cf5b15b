import DatasyncTree
import DatasyncWire

/// The pushes of one write: computed once for each query, however many clients listen to it.
///
/// Clients that listen to the same query receive the same nodes, so a server can encode them once.
struct SharedPushes {
    /// A push for one listener; without references, so that sorting many of them is cheap.
    private struct Receiver {
        let session: SessionID
        let port: PortID
        /// The index of the listened path in the list of paths.
        let place: Int
        let tag: Int?
        /// The index of the push in the list of pushes.
        let push: Int
    }

    private let write: AppliedWrite
    private var receivers: [Receiver] = []
    /// The paths with listeners.
    private var paths: [Path] = []
    private var pushes: [Push] = []

    init(_ write: AppliedWrite) { self.write = write }

    /// Adds the listeners of a query.
    mutating func add(_ listeners: [Listener], of window: Window, at path: Path) {
        guard let push = write.push(for: window, at: path) else { return }
        if paths.last != path { paths.append(path) }
        pushes.append(push)
        for listener in listeners {
            receivers.append(
                Receiver(
                    session: listener.session, port: listener.port, place: paths.count - 1, tag: listener.tag,
                    push: pushes.count - 1))
        }
    }

    /// Returns the pushes by session; consecutive sessions that receive the same push share one delivery.
    ///
    /// Within a session, shallower listens come first; at one path, windows come by tag before the default listen.
    func inOrder(except ended: Set<SessionID>) -> [BackendState.Delivery] {
        let present = ended.isEmpty ? receivers : receivers.filter { !ended.contains($0.session) }
        // Most sessions listen in the order in which they were opened.
        let isSorted = zip(present, present.dropFirst()).allSatisfy { !precedes($1, $0) }
        let receivers = isSorted ? present : present.sorted(by: precedes)
        var deliveries: [BackendState.Delivery] = []
        var ports: [PortID] = []
        for (index, receiver) in receivers.enumerated() {
            ports.append(receiver.port)
            if index + 1 < receivers.count {
                let next = receivers[index + 1]
                if next.push == receiver.push, next.tag == receiver.tag { continue }
            }
            let push = pushes[receiver.push]
            let event = LinkEvent.message(.push(receiver.tag.map(push.tagged) ?? push))
            deliveries.append(BackendState.Delivery(ports: ports, event: event))
            ports = []
        }
        return deliveries
    }

    private func precedes(_ left: Receiver, _ right: Receiver) -> Bool {
        if left.session != right.session { return left.session < right.session }
        if left.place != right.place {
            let (first, second) = (paths[left.place], paths[right.place])
            if first.count != second.count { return first.count < second.count }
            if first != second { return first.isTextuallyBefore(second) }
        }
        return (left.tag ?? .max) < (right.tag ?? .max)
    }
}

extension Push {
    /// Returns the push for the window with a tag.
    fileprivate func tagged(_ tag: Int) -> Push {
        switch self {
        case .set(let path, let node, _): .set(path: path, node: node, tag: tag)
        case .merge(let path, let children, _): .merge(path: path, children: children, tag: tag)
        case .revoked, .authenticationRevoked, .securityDebug: self
        }
    }
}
