import DatasyncTree
import TestSupport

@testable import DatasyncEngine

/// A generator of random operations for a replica, over a small alphabet of keys so that they collide.
struct ReplicaHistory {
    /// Integers, texts of one word, long texts and texts outside of ASCII, some with equal beginnings.
    private static let keys = [
        "a", "b", "c", "0", "7", "10", "-3", "007", "4294967296", "a longer key", "a longer kez", "a longer key 2",
        "é", "e\u{301}", "clé étrangère", "\u{10000}", "\u{FFFF}",
    ].map(Key.init(unchecked:))

    private(set) var operations: [ReplicaOperation] = []
    private var random: SeededGenerator
    private let keys: [Key]
    /// Whether most operations are usual: few windows, and listens near the root only.
    private let isCalm: Bool
    /// Whether values have priorities, and queries other orders than that of the keys.
    private let usesOrders: Bool
    private var pending: [(number: Int, write: PendingWrite)] = []
    private var registrations: [(number: Int, query: Query)] = []
    private var lastNumber = 0

    /// Creates the operations of a history.
    init(round: Int, count: Int) {
        random = SeededGenerator(salt: UInt64(round))
        keys = Array(Self.keys.shuffled(using: &random).prefix(3))
        isCalm = !random.chance(10)
        usesOrders = random.chance(30)
        if isCalm {
            listen()
            let path = registrations[0].query.path
            // Windows next to the view of all children, which usual operations outside of them skip.
            for _ in 0..<(random.chance(25) ? 1 + random.below(2) : 0) {
                listen(to: Query(path: path, window: window()))
            }
            operations.append(.push(node: wideNode(), path: registrations[0].query.path, tag: nil))
        }
        while operations.count < count { addOperation() }
    }

    private mutating func addOperation() {
        switch random.below(100) {
        case 0..<(isCalm ? 4 : 12): listen()
        case 12..<16: unlisten()
        case 16..<17: revoke()
        case 17..<40 where usesOrders && random.chance(20): write(.set(priority(), at: path().child(.priority)))
        case 17..<40: write(.set(node(), at: path(), isVisible: !random.chance(8)))
        case 46..<62 where usesOrders && random.chance(15):
            operations.append(.push(node: priority(), path: path().child(.priority), tag: nil))
        case 40..<46: write(.merge(children(), at: path()))
        case 46..<62: operations.append(.push(node: random.chance(4) ? wideNode() : node(), path: path(), tag: tag()))
        case 62..<67: operations.append(.pushMerge(children: children(), path: path(), tag: tag()))
        default: respond()
        }
    }

    // MARK: Operations

    private mutating func listen() {
        guard registrations.count < 6 else { return }
        lastNumber += 1
        var interest = Interest(rawValue: UInt8(1 + random.below(63)))
        if usesOrders, random.chance(50) { interest.formUnion(.childMove) }
        if random.chance(20) { interest.formUnion([.valueChange, .showsCachedValue]) }
        let cachedNode = interest.contains(.showsCachedValue) && random.chance(60) ? node() : nil
        let place = isCalm ? path(upTo: random.below(4)) : path()
        listen(to: Query(path: place, window: random.chance(isCalm ? 4 : 35) ? window() : .all), interest, cachedNode)
    }

    private mutating func listen(to query: Query) {
        lastNumber += 1
        listen(to: query, Interest(rawValue: UInt8(1 + random.below(63))), nil)
    }

    private mutating func listen(to query: Query, _ interest: Interest, _ cachedNode: Node?) {
        registrations.append((lastNumber, query))
        operations.append(.listen(number: lastNumber, query: query, interest: interest, cachedNode: cachedNode))
    }

    private mutating func unlisten() {
        guard registrations.count > (isCalm ? 2 : 0) else { return }
        let index = random.below(registrations.count)
        operations.append(.unlisten(number: registrations.remove(at: index).number))
    }

    private mutating func revoke() {
        guard registrations.count > (isCalm ? 2 : 0) else { return }
        let query = random.pick(registrations).query
        registrations.removeAll { $0.query == query || (query.window.isAll && $0.query.path == query.path) }
        operations.append(.revoke(query: query))
    }

    private mutating func write(_ write: PendingWrite) {
        guard pending.count < 6 else { return respond() }
        lastNumber += 1
        pending.append((lastNumber, write))
        operations.append(.write(number: lastNumber, write: write))
    }

    /// Adds a response to a pending write, mostly to the oldest; mostly, a push of the written data precedes it.
    private mutating func respond() {
        guard !pending.isEmpty else { return }
        let (number, write) = pending.remove(at: random.chance(isCalm ? 90 : 60) ? 0 : random.below(pending.count))
        if random.chance(20) {
            operations.append(.reject(number: number))
            return
        }
        if random.chance(85) {
            if write.isMerge {
                let children = write.parts.map { ($0.path.dropping(write.path.count), $0.node) }
                operations.append(.pushMerge(children: children, path: write.path, tag: nil))
            } else {
                operations.append(.push(node: write.parts[0].node, path: write.path, tag: nil))
            }
        }
        operations.append(.accept(number: number))
    }

    // MARK: Values

    private mutating func tag() -> Int? { random.chance(isCalm ? 5 : 25) ? 1 + random.below(5) : nil }

    private mutating func path() -> Path {
        let depth = isCalm && random.chance(75) ? 1 : 0
        return Path((0..<depth).map { _ in random.pick(keys) }).appending(path(upTo: 4 - depth))
    }

    private mutating func path(upTo depth: Int) -> Path {
        let count = random.below(depth + 1)
        return Path((0..<count).map { _ in random.chance(3) ? wideKey() : random.pick(keys) })
    }

    /// Returns one to three paths, none of them at or below another, with values.
    private mutating func children() -> [(Path, Node)] {
        var children: [(Path, Node)] = []
        for _ in 0...random.below(3) {
            let isPriority = usesOrders && random.chance(20)
            let child = path(upTo: 1).child(random.pick(keys))
            let path = isPriority ? child.child(.priority) : child
            if children.contains(where: { $0.0.isAtOrBelow(path) || path.isAtOrBelow($0.0) }) { continue }
            children.append((path, isPriority ? priority() : node()))
        }
        return children
    }

    private mutating func node(depth: Int = 2) -> Node {
        if depth == 0 || random.chance(45) {
            if random.chance(20) { return .null }
            return prioritized(
                random.pick([.number(1), .number(2), .string("x"), .string("a longer text"), .boolean(true)]))
        }
        var children = Children()
        for _ in 0...random.below(3) { children.set(node(depth: depth - 1), for: random.pick(keys)) }
        return prioritized(Node(children))
    }

    /// Returns a priority, or null for none.
    private mutating func priority() -> Node { random.pick([.null, .number(1), .number(2), .string("p")]) }

    private mutating func prioritized(_ node: Node) -> Node {
        usesOrders && random.chance(25) ? node.withPriority(priority()) : node
    }

    /// Returns a node with enough children for several pages.
    private mutating func wideNode() -> Node {
        guard random.chance(10) else { return node() }
        var children = Children()
        for _ in 0..<random.below(90) { children.set(node(depth: 1), for: wideKey()) }
        return Node(children)
    }

    private mutating func wideKey() -> Key {
        Key(unchecked: random.pick(["k", "", "a long key "]) + "\(random.below(60))")
    }

    private mutating func window() -> Window {
        let bounds = [random.pick(keys).text, random.pick(keys).text]
        let start = random.chance(30) ? bounds[0] : nil
        let end = random.chance(30) ? bounds[1] : nil
        let limit = random.chance(60) ? 1 + random.below(3) : nil
        if usesOrders, random.chance(70) {
            let order: Order = random.pick([.key, .value, .priority, .child(Path([keys[0]]))])
            let value = random.pick([Primitive.number(1), .number(2), .string("x")])
            let bound = random.chance(40) && order != .key ? BoundValue(value) : nil
            return (try? Window(order: order, start: bound, limit: limit, side: random.pick([.first, .last]))) ?? .all
        }
        return (try? Window(start: start, end: end, limit: limit, side: random.pick([.first, .last]))) ?? .all
    }
}
