import DatasyncEngine
import DatasyncTree

/// A random history of one client, of other clients, and of a back end that responds to requests in order.
struct HonestHistory {
    /// A write of any client.
    struct Write {
        let path: Path
        /// The written values by path below the node; a set has one, at the node itself.
        let parts: [(path: Path, node: Node)]
        let isMerge: Bool

        /// The paths and values of the write in the order in which they take effect.
        var absoluteParts: [(path: Path, node: Node)] {
            let parts = parts.map { (path: path.appending($0.path), node: $0.node) }
            return (0...2).flatMap { step in parts.filter { $0.path.mergeStep(of: $0.node) == step } }
        }
    }

    /// A single step; it has no effect if it does not fit the state, so that shrinking may omit any other step.
    enum Step {
        /// The client subscribes to one of the queries, or cancels its subscription.
        case listen(Int)
        case unlisten(Int)
        /// The client writes; the back end may refuse the write.
        case write(Write, isRefused: Bool)
        case otherWrite(Write)
        /// The back end processes the next request.
        case serve
        /// The client receives the next message.
        case receive
    }

    let queries: [Query]
    /// The queries that the rules forbid the client to listen to.
    let refused: Set<Query>
    /// Whether the back end pushes to windows before default queries.
    let pushesToWindowsFirst: Bool
    var steps: [Step] = []

    /// Creates a history of a series; equal arguments give equal histories.
    init(seed: UInt64, index: Int) {
        let random = SeededRandom(seed: seed &+ UInt64(index) &* 0xA24B_AED4_963E_E407)
        let chance = HonestChance(random: random)
        let top = chance.path(upTo: 1)
        // Most queries are at the same node, above it or just below it.
        queries = (0..<(2 + random.below(4))).map { _ in
            let path = random.pick([Path.root, top, top, top.child(chance.key())])
            return Query(path: path, window: random.below(5) < 2 ? .all : chance.window())
        }
        refused = random.below(4) == 0 ? [random.pick(queries)] : []
        pushesToWindowsFirst = random.below(2) == 0
        steps.append(.otherWrite(Write(path: .root, parts: [(.root, chance.node(depth: 3))], isMerge: false)))
        if random.below(2) == 0 { steps += [.listen(0), .serve, .receive, .receive] }
        for _ in 0..<(8 + random.below(30)) {
            switch random.below(100) {
            case ..<14: steps.append(.listen(random.below(queries.count)))
            case ..<22: steps.append(.unlisten(random.below(queries.count)))
            case ..<38: steps.append(.write(chance.write(), isRefused: random.below(4) == 0))
            case ..<55: steps.append(.otherWrite(chance.write()))
            case ..<77: steps.append(.serve)
            default: steps.append(.receive)
            }
        }
    }
}

/// Random values over a small alphabet, so that they collide often.
private struct HonestChance {
    let random: SeededRandom

    func key() -> Key { Key(unchecked: random.pick(["a", "a", "b", "b", "c"])) }

    func path(upTo depth: Int) -> Path { Path((0..<random.below(depth + 1)).map { _ in key() }) }

    func priority() -> Node { random.pick([.null, .number(1), .number(2), .string("p")]) }

    func node(depth: Int) -> Node {
        if depth == 0 || random.below(3) == 0 {
            if random.below(3) == 0 { return .null }
            return prioritized(random.pick([.number(0), .number(1), .boolean(true), .string("x")]))
        }
        let children = (0..<(1 + random.below(2))).map { _ in (key(), node(depth: depth - 1)) }
        return prioritized(Node(Children(children.uniqueByKey)))
    }

    private func prioritized(_ node: Node) -> Node {
        node.isNull || random.below(3) > 0 ? node : node.withPriority(priority())
    }

    func write() -> HonestHistory.Write {
        let path = path(upTo: 3)
        if random.below(4) == 0 {
            var parts: [(path: Path, node: Node)] = []
            for _ in 0..<(1 + random.below(3)) {
                let part = self.part(at: self.path(upTo: 1).child(key()))
                let collides = parts.contains { $0.path.isAtOrBelow(part.path) || part.path.isAtOrBelow($0.path) }
                if !collides { parts.append(part) }
            }
            return HonestHistory.Write(path: path, parts: parts, isMerge: true)
        }
        let part = part(at: path)
        return HonestHistory.Write(path: part.path, parts: [(.root, part.node)], isMerge: false)
    }

    private func part(at path: Path) -> (path: Path, node: Node) {
        random.below(8) == 0 ? (path.child(.priority), priority()) : (path, node(depth: 2))
    }

    func window() -> Window {
        let order: Order = random.pick([.key, .key, .priority, .priority, .value, .child(Path([key()]))])
        let limit = random.below(3) > 0 ? 1 + random.below(2) : nil
        let bound: BoundValue? =
            switch random.below(3) {
            case 0 where order == .key: BoundValue(.string(key().text))
            case 0: BoundValue(.number(1))
            default: nil
            }
        let isStart = random.below(2) == 0
        let window = try? Window(
            order: order, start: isStart ? bound : nil, end: isStart ? nil : bound, limit: limit,
            side: random.pick([.first, .last]))
        return window ?? .all
    }
}

extension [(Key, Node)] {
    /// The entries whose key no earlier entry has.
    fileprivate var uniqueByKey: Self {
        enumerated().filter { index, entry in !self[..<index].contains { $0.0 == entry.0 } }.map(\.element)
    }
}

extension HonestHistory: CustomStringConvertible {
    /// The queries and steps, one on each line.
    var description: String {
        let queries = queries.enumerated().map { index, query in
            "  query \(index): \(query.path), \(query.window)\(refused.contains(query) ? ", refused" : "")"
        }
        return (queries + steps.map { "  \($0)" }).joined(separator: "\n")
    }
}

extension HonestHistory.Write: CustomStringConvertible {
    /// The written paths and values.
    var description: String {
        let parts = absoluteParts.map { "\($0.path) = \($0.node.exportJSON.text)" }.joined(separator: ", ")
        return isMerge ? "merge at \(path): \(parts)" : parts
    }
}

extension HonestHistory.Step: CustomStringConvertible {
    /// The step in words.
    var description: String {
        switch self {
        case .listen(let index): "listen to query \(index)"
        case .unlisten(let index): "end query \(index)"
        case .write(let write, let isRefused): "write \(write)\(isRefused ? ", which is refused" : "")"
        case .otherWrite(let write): "another client writes \(write)"
        case .serve: "the back end processes a request"
        case .receive: "the client receives a message"
        }
    }
}
