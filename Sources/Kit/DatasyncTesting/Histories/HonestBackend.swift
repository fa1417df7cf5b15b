import DatasyncEngine
import DatasyncTree
import DatasyncWire

/// The back end of an honest history: it responds in order, and pushes the effect of a write before its response.
struct HonestBackend {
    private(set) var truth = Node.null
    private var listens: [(query: Query, tag: Int?)] = []
    private let refused: Set<Query>
    private let pushesToWindowsFirst: Bool

    init(_ history: HonestHistory) {
        refused = history.refused
        pushesToWindowsFirst = history.pushesToWindowsFirst
    }

    /// Processes a request and returns the pushes and the response in order.
    ///
    /// - Parameters:
    ///   - request: The request of the client.
    ///   - refusesWrite: Whether to refuse a write.
    /// - Returns: The messages to the client.
    mutating func messages(for request: Request, refusesWrite: Bool) -> [BackendMessage] {
        var pushes: [Push] = []
        var status = Status.ok
        switch request.action {
        case .listen(let path, let window, let tag, let hash):
            let query = Query(path: path, window: window)
            if refused.contains(query) {
                status = .permissionDenied
            } else {
                listens.append((query, tag))
                let data = window.cut(truth[path])
                if data.isNull || data.hash != hash { pushes = [.set(path: path, node: data, tag: tag)] }
            }
        case .unlisten(let path, let window, _):
            listens.removeAll { $0.query == Query(path: path, window: window) }
        case .write(let write, _, _):
            if refusesWrite {
                status = .permissionDenied
            } else {
                let parts = write.parts.map { (path: $0.path, node: $0.value.node) }
                pushes = commit(HonestHistory.Write(path: write.path, parts: parts, isMerge: write.isMerge))
            }
        default: break
        }
        return pushes.map(BackendMessage.push) + [.response(Response(number: request.number, status: status))]
    }

    /// Applies a write and returns its pushes.
    mutating func commit(_ write: HonestHistory.Write) -> [Push] {
        let before = truth
        for part in write.absoluteParts { truth.set(part.node, at: part.path) }
        let windows = listens.filter { $0.tag != nil }
        let others = listens.filter { $0.tag == nil }
        return (pushesToWindowsFirst ? windows + others : others + windows).compactMap { listen in
            before[listen.query.path] == truth[listen.query.path] ? nil : push(write, before, to: listen)
        }
    }

    private func push(_ write: HonestHistory.Write, _ before: Node, to listen: (query: Query, tag: Int?)) -> Push? {
        let path = listen.query.path
        let parts = write.absoluteParts.filter { $0.path.isAtOrBelow(path) || path.isAtOrBelow($0.path) }
        if parts.isEmpty { return nil }
        let replaces = parts.contains { path.isAtOrBelow($0.path) }
        if let tag = listen.tag { return push(parts, before, toWindow: listen.query, tag, replaces: replaces) }
        if replaces { return .set(path: path, node: truth[path], tag: nil) }
        guard write.isMerge else { return .set(path: write.path, node: parts[0].node, tag: nil) }
        let place = write.path.isAtOrBelow(path) ? write.path : path
        return .merge(path: place, children: parts.map { ($0.path.dropping(place.count), $0.node) }, tag: nil)
    }

    /// Returns the push for a changed window.
    ///
    /// Children that leave are null; children that enter or change come in full. In key order, only the written parts
    /// are pushed of a child that stays.
    private func push(
        _ parts: [(path: Path, node: Node)], _ before: Node, toWindow query: Query, _ tag: Int, replaces: Bool
    ) -> Push? {
        let old = query.window.cut(before[query.path])
        let new = query.window.cut(truth[query.path])
        if old == new { return nil }
        if replaces { return .set(path: query.path, node: new, tag: tag) }
        var children: [(Path, Node)] = []
        for key in Set(old.children.map(\.key) + new.children.map(\.key)).sorted() where old[key] != new[key] {
            let place = query.path.child(key)
            let written = parts.filter { $0.path.isAtOrBelow(place) && $0.path != place }
            if query.window.order == .key, !old[key].isNull, !new[key].isNull,
                written.count == parts.count(where: { $0.path.isAtOrBelow(place) || place.isAtOrBelow($0.path) })
            {
                children += written.map { ($0.path.dropping(query.path.count), $0.node) }
            } else {
                children.append((Path([key]), new[key]))
            }
        }
        return .merge(path: query.path, children: children, tag: tag)
    }
}
