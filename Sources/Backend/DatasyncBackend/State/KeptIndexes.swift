package import DatasyncTree
import DatasyncWire

/// The orders of children that reads have used; they stay indexed for a while, within a memory limit.
struct KeptIndexes: Sendable {
    struct Key: Hashable, Sendable {
        let path: Path
        let order: Order
    }

    /// The time for which an index is kept after its last use, in milliseconds.
    static let retention = 300_000.0
    /// The maximum number of children in the indexes that only reads use.
    static let capacity = 2_000_000
    /// The maximum number of orders of one node.
    static let ordersOfNode = 64

    private var uses: [Key: (time: Double, children: Int)] = [:]
    private var children = 0
    private var lastSweep = 0.0

    /// Forgets the uses of an index, because a listener keeps it from now on.
    mutating func forget(_ key: Key) { children -= uses.removeValue(forKey: key)?.children ?? 0 }

    /// Returns the least recently used index of a node.
    func oldest(at path: Path) -> Key? {
        uses.filter { $0.key.path == path }.min { $0.value.time < $1.value.time }?.key
    }

    func hasUse(_ key: Key) -> Bool { uses[key] != nil }

    /// Records a use of a node's index.
    mutating func use(_ key: Key, children count: Int, now: Double) {
        children += count - (uses[key]?.children ?? 0)
        uses[key] = (now, count)
    }

    /// Forgets and returns indexes: unused ones once a second at most, the oldest if too many.
    mutating func removeUnused(now: Double) -> [Key] {
        guard !uses.isEmpty, now - lastSweep >= 1_000 || now < lastSweep || children > Self.capacity else { return [] }
        lastSweep = now
        var unused = uses.filter { now - $0.value.time >= Self.retention }.map(\.key)
        if children > Self.capacity {
            var rest = children
            for (key, use) in uses.sorted(by: { $0.value.time < $1.value.time }) where rest > Self.capacity / 2 {
                rest -= use.children
                unused.append(key)
            }
        }
        for key in unused { forget(key) }
        return unused
    }
}

/// Indexes: reads and listens of many children wait until their index is built; others don't wait.
extension BackendState {
    /// The number of children up to which an index is built within a request.
    private static let fewChildren = 500
    /// The number of children above which a read needs a declared index.
    private static let undeclaredChildren = 10_000

    /// Checks that the rules declare the index for a read of many children, if the server requires that.
    func checkIndex(_ path: Path, _ window: Window) throws(Refusal) {
        guard requiresIndexes, lacksDeclaredIndex(path, window), data[path].children.count > Self.undeclaredChildren
        else { return }
        throw Refusal(
            .invalidData,
            "Index not defined, add \".indexOn\": \"\(window.order)\", for path \"\(path)\", to the rules; a read of more than "
                + "\(Self.undeclaredChildren) children needs it.")
    }

    /// Returns the missing index of a query of many children; `nil` if it can be answered at once.
    func missingIndex(_ path: Path, _ window: Window) -> IndexWork? {
        let node = data[path]
        guard !window.isAll, node.lacksIndex(window.order), node.children.count > Self.fewChildren,
            node.indexedOrders.count < KeptIndexes.ordersOfNode || keptIndexes.oldest(at: path) != nil
        else { return nil }
        return IndexWork(key: KeptIndexes.Key(path: path, order: window.order), node: node)
    }

    /// Makes a session wait for an index; its later requests wait too.
    mutating func wait(for work: IndexWork, _ id: SessionID) {
        sessions[id]?.awaitsIndex = true
        let isNew = awaited[work.key] == nil
        awaited[work.key, default: []].append(id)
        if isNew { indexWork.append(work) }
    }

    /// Requests an index for a read without a session.
    package mutating func request(_ work: IndexWork) {
        if awaited[work.key] != nil { return }
        awaited[work.key] = []
        indexWork.append(work)
    }

    /// Takes the indexes to build.
    package mutating func takeIndexWork() -> [IndexWork] {
        defer { indexWork = [] }
        return indexWork
    }

    /// Keeps a finished index, and continues with the requests that wait for it.
    package mutating func keep(_ built: Node, for work: IndexWork, now: Double) -> [Delivery] {
        let key = work.key
        if makeRoomForIndex(at: key.path) {
            database.data.modify(key.path) { $0.addIndex(key.order, from: built) }
        }
        noteUse(key.path, key.order, now: now)
        var deliveries: [Delivery] = []
        for id in awaited.removeValue(forKey: key) ?? [] {
            sessions[id]?.awaitsIndex = false
            deliveries += answerWaiting(id, now: now)
        }
        return deliveries
    }

    /// Returns whether a node may have one more index.
    ///
    /// The least recently used index that only reads have used makes room for it.
    mutating func makeRoomForIndex(at path: Path) -> Bool {
        while data[path].indexedOrders.count >= KeptIndexes.ordersOfNode {
            guard let oldest = keptIndexes.oldest(at: path) else { return false }
            keptIndexes.forget(oldest)
            if listeners.hasWindows(at: path, by: oldest.order) { continue }
            database.data.modify(path) { $0.removeIndex(oldest.order) }
        }
        return true
    }

    /// Records a read's use of an index, and removes indexes that are no longer used.
    package mutating func noteUse(_ path: Path, _ order: Order, now: Double) {
        let node = data[path]
        if node.indexedOrders.contains(order) {
            keptIndexes.use(KeptIndexes.Key(path: path, order: order), children: node.children.count, now: now)
        }
        removeUnusedIndexes(now: now)
    }

    mutating func removeUnusedIndexes(now: Double) {
        for key in keptIndexes.removeUnused(now: now) where !listeners.hasWindows(at: key.path, by: key.order) {
            database.data.modify(key.path) { $0.removeIndex(key.order) }
        }
    }
}
