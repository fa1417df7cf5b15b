import Synchronization

/// The pages of a node with more children than one page holds, and their totals.
final class ChildTree {
    var root: ChildPage
    var totals: ChildPage.Totals
    /// The other orders of the children that are kept up to date.
    var indexes: [ChildIndex] = []
    /// The hash of the node, set once by the first thread to compute it; an edit continues with a new tree.
    private let hash = AtomicLazyReference<CachedHash>()

    init(root: ChildPage, totals: ChildPage.Totals) {
        self.root = root
        self.totals = totals
    }

    /// The hash of the node; `nil` before it is computed.
    var cachedHash: CachedHash? { hash.load() }

    func cacheHash(_ hash: CachedHash) { _ = self.hash.storeIfNil(hash) }

    /// Returns a tree with the same pages and indexes, but with another cached hash or none.
    func copy(hash: CachedHash? = nil) -> ChildTree {
        let copy = ChildTree(root: root, totals: totals)
        copy.indexes = indexes
        if let hash { copy.cacheHash(hash) }
        return copy
    }

    /// Edits a child in place.
    func modify(_ key: Key, _ body: (inout Node) -> Void) {
        if indexes.isEmpty { return modifyPages(key, body) }
        let before = indexes.map { position(of: key, in: $0) }
        modifyPages(key, body)
        for index in indexes.indices {
            indexes[index].replace(before[index], with: position(of: key, in: indexes[index]))
        }
    }

    private func position(of key: Key, in index: ChildIndex) -> IndexPosition? {
        let child = root.child(key)
        return child.isNull ? nil : index.order.position(of: key, child)
    }

    private func modifyPages(_ key: Key, _ body: (inout Node) -> Void) {
        let change = ChildPage.modify(&root, key, body)
        totals.add(change.totals)
        if let right = change.right {
            root = .branch(of: root, right)
        } else {
            while !root.isLeaf, root.count == 1 { root = root.page(0) }
        }
    }
}

extension ChildPage {
    /// Makes a branch of two pages.
    static func branch(of left: ChildPage, _ right: ChildPage) -> ChildPage {
        let branch = make(capacity: maxCount, height: left.height + 1)
        branch.insert(Entry(key: left.entries[0].key, node: Node(page: left)), at: 0)
        branch.insert(Entry(key: right.entries[0].key, node: Node(page: right)), at: 1)
        return branch
    }
}
