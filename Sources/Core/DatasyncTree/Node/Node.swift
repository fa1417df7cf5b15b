import Synchronization

/// A value of the tree: null, a primitive, or children.
///
/// A node is always normalized: no null child, no empty object. It is persistent: copies share structure, and an edit
/// copies only the shared parts of its path. A node takes 16 bytes; use ``content`` to tell its kinds apart. A node other
/// than null may have a priority.
///
/// `Sendable` is unchecked, because pages aren't. It is safe: the children of a page or tree change only through a node with
/// the only reference to it, and a node is changed only through an exclusive reference. Cached hashes and the header of a
/// page are atomic, and ``isSoleOwner(of:)`` makes an edit see a hash that an earlier owner has cached.
@usableFromInline
package struct Node: @unchecked Sendable {
    /// The text, page, tree or value with a priority that the node holds; `nil` for null, booleans and numbers.
    @usableFromInline var object: AnyObject?
    /// A finite number, or a ``Tag``.
    @usableFromInline var word: UInt64

    /// The words of nodes that are not numbers: signalling patterns of NaN, which no number has.
    @usableFromInline enum Tag {
        @inlinable static var null: UInt64 { 0x7FF4_0000_0000_0000 }
        @inlinable static var no: UInt64 { null + 1 }
        @inlinable static var yes: UInt64 { null + 2 }
        @inlinable static var text: UInt64 { null + 3 }
        @inlinable static var page: UInt64 { null + 4 }
        @inlinable static var tree: UInt64 { null + 5 }
        /// An entry of a branch: not a value, but a page with values.
        @inlinable static var branchEntry: UInt64 { null + 6 }
        /// A value with a priority.
        @inlinable static var prioritized: UInt64 { null + 7 }
    }

    /// The text of a string.
    private final class Text: Sendable {
        let string: String

        init(_ string: String) { self.string = string }
    }

    /// A value other than null, and its priority.
    private final class Prioritized {
        /// The value; never prioritized itself.
        var value: Node
        /// A number or string.
        let priority: Node
        /// The hash of an inner node, set once by the first thread to compute it; an edit uses a new value.
        let hash = AtomicLazyReference<CachedHash>()

        init(_ value: Node, _ priority: Node) {
            self.value = value
            self.priority = priority
        }
    }

    @inlinable init(_ object: AnyObject?, _ word: UInt64) {
        self.object = object
        self.word = word
    }

    @inlinable package static var null: Node { Node(nil, Tag.null) }
    package static func string(_ text: String) -> Node { Node(Text(text), Tag.text) }
    package static func boolean(_ flag: Bool) -> Node { Node(nil, flag ? Tag.yes : Tag.no) }

    /// Returns a node with a finite number; `-0` becomes `0`.
    package static func number(_ number: Double) -> Node {
        assert(number.isFinite, "Only finite numbers are data.")
        return Node(nil, number == 0 ? 0 : number.bitPattern)
    }

    package static func leaf(_ primitive: Primitive) -> Node {
        switch primitive {
        case .string(let text): string(text)
        case .number(let value): number(value)
        case .boolean(let flag): boolean(flag)
        }
    }

    @inlinable package var isNull: Bool { word == Tag.null }

    @inlinable package var isLeaf: Bool {
        switch word {
        case Tag.null, Tag.page, Tag.tree: false
        case Tag.prioritized: isPrioritizedLeaf
        default: true
        }
    }

    @usableFromInline var isPrioritizedLeaf: Bool { prioritized.value.isLeaf }

    package var primitive: Primitive? {
        switch word {
        case Tag.null, Tag.page, Tag.tree: nil
        case Tag.no: .boolean(false)
        case Tag.yes: .boolean(true)
        case Tag.text: .string(storedText)
        case Tag.prioritized: prioritized.value.primitive
        default: .number(Double(bitPattern: word))
        }
    }

    package var number: Double? { Self.number(ofWord: word) ?? (isPrioritized ? prioritized.value.number : nil) }

    /// Returns the number of a node without a priority; `nil` for other nodes.
    static func number(ofWord word: UInt64) -> Double? {
        word < Tag.null || word > Tag.prioritized ? Double(bitPattern: word) : nil
    }

    private var storedText: String { unsafeDowncast(object!, to: Text.self).string }

    /// The size in bytes for the limits, about the size of the JSON text.
    ///
    /// Every edit updates it, so reading it is O(1).
    package var size: Int {
        switch word {
        case Tag.null: 0
        case Tag.no, Tag.yes: 5
        case Tag.text: storedText.utf8.count + 2
        case Tag.page: page.size
        case Tag.tree: storedTree.totals.size
        case Tag.prioritized: prioritized.value.size + prioritized.priority.size + 13
        default: 8
        }
    }

    // MARK: Priority

    @inlinable package var isPrioritized: Bool { word == Tag.prioritized }

    /// The priority, a number or string without a priority of its own; null if the node has none.
    package var priority: Node { isPrioritized ? prioritized.priority : .null }

    /// The value alone; priorities below it stay.
    package var withoutPriority: Node { isPrioritized ? prioritized.value : self }

    /// Returns the value with another priority; null stays null, and a null priority removes the current one.
    package func withPriority(_ priority: Node) -> Node {
        assert(priority.isPriority, "A priority is a number, a string or null.")
        let value = withoutPriority
        return value.isNull || priority.isNull ? value : Node(Prioritized(value, priority), Tag.prioritized)
    }

    /// Whether the node can be a priority: a number or a string, or null for none.
    package var isPriority: Bool {
        switch word {
        case Tag.null, Tag.text: true
        case Tag.no, Tag.yes, Tag.page, Tag.tree, Tag.branchEntry, Tag.prioritized: false
        default: true
        }
    }

    private var prioritized: Prioritized { unsafeDowncast(object!, to: Prioritized.self) }

    /// Edits the value below its priority, in place where it is not shared.
    private mutating func modifyPrioritizedChild(_ key: Key, _ body: (inout Node) -> Void) {
        var box = prioritized
        object = nil
        if !isSoleOwner(of: &box) || box.hash.load() != nil { box = Prioritized(box.value, box.priority) }
        box.value.modifyChild(key, body)
        self = box.value.isNull ? .null : Node(box, Tag.prioritized)
    }

    // MARK: Children

    /// The children; empty for null and primitives.
    package var children: Children { isLeaf ? Children() : Children(withoutPriority) }

    package init(_ children: Children) { self = children.node }

    /// Returns a child; the key ``Key/priority`` reads the priority.
    package subscript(key: Key) -> Node { key.isPriority ? priority : root?.child(key) ?? .null }

    package subscript(path: Path) -> Node {
        var node = self
        for key in path {
            if node.isNull { return .null }
            node = node[key]
        }
        return node
    }

    /// Edits a child in place where the storage is not shared; below a primitive there is no child.
    ///
    /// An absent child is passed as null, and null removes the child. A primitive is replaced if the child becomes other
    /// than null, and keeps its priority. The key ``Key/priority`` edits the priority, which null cannot have.
    package mutating func modifyChild(_ key: Key, _ body: (inout Node) -> Void) {
        if key.isPriority {
            var priority = priority
            body(&priority)
            self = withPriority(priority)
            return
        }
        switch word {
        case Tag.page: modifyPage(key, body)
        case Tag.tree: modifyTree(key, body)
        case Tag.prioritized: modifyPrioritizedChild(key, body)
        default:
            var child = Node.null
            body(&child)
            if !child.isNull { self = Node(onlyChild: child, for: key) }
        }
    }

    /// Sets the value at a path, in place where the storage is not shared.
    ///
    /// Missing ancestors are created, and ancestors that become empty are removed. Below a primitive, null has no
    /// effect and any other value replaces the primitive. Complexity: O(depth of the path), times a logarithm of the
    /// number of children.
    package mutating func set(_ value: Node, at path: Path) { set(value, at: path, from: 0) }

    private mutating func set(_ value: Node, at path: Path, from depth: Int) {
        guard depth < path.count else {
            self = value
            return
        }
        modifyChild(path[depth]) { $0.set(value, at: path, from: depth + 1) }
    }

    /// Edits the node at a path in place; an absent node is passed as null.
    package mutating func modify(_ path: Path, _ body: (inout Node) -> Void) { modify(path, from: 0, body) }

    private mutating func modify(_ path: Path, from depth: Int, _ body: (inout Node) -> Void) {
        if depth == path.count { return body(&self) }
        modifyChild(path[depth]) { $0.modify(path, from: depth + 1, body) }
    }

    package func setting(_ value: Node, at path: Path) -> Node {
        var copy = self
        copy.set(value, at: path)
        return copy
    }

    package func setting(_ value: Node, for key: Key) -> Node {
        var copy = self
        copy.modifyChild(key) { $0 = value }
        return copy
    }

    /// Returns whether two nodes are equal at a glance; `false` does not mean that they differ.
    @inlinable package func isIdentical(to other: Node) -> Bool { word == other.word && object === other.object }
}

/// Storage of the children.
extension Node {
    /// Creates an inner node from a page with children and a single owner.
    ///
    /// - Parameters:
    ///   - root: The page.
    ///   - totals: The totals of the page.
    init(root: ChildPage, totals: ChildPage.Totals) {
        if root.isLeaf {
            root.size = totals.size
            self.init(root, Tag.page)
        } else {
            self.init(ChildTree(root: root, totals: totals), Tag.tree)
        }
    }

    /// Creates an inner node from a leaf with a single owner.
    init(leaf page: ChildPage) {
        page.size = page.sizeOfChildren
        self.init(page, Tag.page)
    }

    /// Creates the entry of a branch.
    init(page: ChildPage) { self.init(page, Tag.branchEntry) }

    private init(onlyChild child: Node, for key: Key) {
        let page = ChildPage.make(capacity: 1, height: 0)
        let entry = ChildPage.Entry(key: key, node: child)
        page.insert(entry, at: 0)
        page.size = entry.totals.size
        self.init(page, Tag.page)
    }

    var isPageOfBranch: Bool { word == Tag.branchEntry }

    /// The page of an inner node with one page, or of an entry of a branch.
    var page: ChildPage { unsafeDowncast(object!, to: ChildPage.self) }

    private var storedTree: ChildTree { unsafeDowncast(object!, to: ChildTree.self) }

    /// The tree of a node with more children than one page holds.
    var tree: ChildTree? {
        switch word {
        case Tag.tree: storedTree
        case Tag.prioritized: prioritized.value.tree
        default: nil
        }
    }

    /// The root page of the children; `nil` for null and primitives.
    var root: ChildPage? {
        switch word {
        case Tag.page: page
        case Tag.tree: storedTree.root
        case Tag.prioritized: prioritized.value.root
        default: nil
        }
    }

    /// The cached hash of an inner node; `nil` for other nodes, and before it is computed.
    var cachedHash: CachedHash? {
        switch word {
        case Tag.page: page.cachedHash
        case Tag.tree: storedTree.cachedHash
        case Tag.prioritized: prioritized.hash.load()
        default: nil
        }
    }

    /// Caches the hash of an inner node; no effect on other nodes.
    func cacheHash(_ digest: SHA1.Digest) {
        switch word {
        case Tag.page: page.cacheHash(digest)
        case Tag.tree: storedTree.cacheHash(CachedHash(digest, size: size))
        case Tag.prioritized where !isLeaf: _ = prioritized.hash.storeIfNil(CachedHash(digest, size: size))
        default: break
        }
    }

    var totals: ChildPage.Totals {
        switch word {
        case Tag.page: page.totals
        case Tag.tree: storedTree.totals
        case Tag.prioritized: prioritized.value.totals
        default: ChildPage.Totals()
        }
    }

    /// The number of children.
    var childCount: Int {
        switch word {
        case Tag.page: page.count
        case Tag.tree: storedTree.totals.count
        case Tag.prioritized: prioritized.value.childCount
        default: 0
        }
    }

    /// Moves the page out of a branch entry, so that the caller holds the entry's only reference.
    mutating func takePage() -> ChildPage {
        let page = page
        object = nil
        return page
    }

    private mutating func modifyPage(_ key: Key, _ body: (inout Node) -> Void) {
        var page = takePage()
        let change = ChildPage.modify(&page, key, body)
        if let right = change.right {
            var totals = page.totals
            totals.add(right.totals)
            self = Node(root: .branch(of: page, right), totals: totals)
        } else if page.count == 0 {
            self = .null
        } else {
            // A page whose children did not change may still be shared.
            if change.totals.size != 0 { page.size += change.totals.size }
            object = page
        }
    }

    private mutating func modifyTree(_ key: Key, _ body: (inout Node) -> Void) {
        var tree = storedTree
        object = nil
        if !isSoleOwner(of: &tree) || tree.cachedHash != nil { tree = tree.copy() }
        tree.modify(key, body)
        if tree.root.isLeaf {
            tree.root.shareSize(tree.totals.size)
            self = Node(tree.root, Tag.page)
        } else {
            self = Node(tree, Tag.tree)
        }
    }

    /// Edits the indexes of the children; no effect if one page holds the children.
    mutating func modifyIndexes(_ body: (inout [ChildIndex], Children) -> Void) {
        guard var tree else { return }
        let children = Children(withoutPriority)
        tree = tree.copy(hash: tree.cachedHash)
        body(&tree.indexes, children)
        self = Node(tree, Tag.tree).withPriority(priority)
    }
}

extension Node: Equatable {
    /// Returns whether two nodes are equal in depth; shared parts are skipped.
    @inlinable
    package static func == (left: Node, right: Node) -> Bool {
        left.isIdentical(to: right) || left.isEqualInDepth(to: right)
    }

    @inlinable package static func != (left: Node, right: Node) -> Bool { !(left == right) }

    @usableFromInline
    func isEqualInDepth(to other: Node) -> Bool {
        let (left, right) = (self, other)
        if left.word == Tag.page, right.word == Tag.page {
            let (mine, theirs) = (left.page, right.page)
            return mine.size == theirs.size && mine.holdsSame(as: theirs)
        }
        if left.isPrioritized || right.isPrioritized {
            return left.object === right.object
                || (left.priority == right.priority && left.withoutPriority == right.withoutPriority)
        }
        // A node with few children may have a page or, after removals, a tree.
        if left.root != nil, right.root != nil { return Children(left) == Children(right) }
        guard left.word == right.word else { return false }
        switch left.word {
        case Tag.text: return left.object === right.object || left.storedText.hasSameBytes(as: right.storedText)
        default: return true
        }
    }
}

extension Node: Hashable {
    /// Hashes every leaf with its keys, and all priorities.
    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        if isPrioritized { hasher.combine(prioritized.priority) }
        switch content {
        case .null: hasher.combine(0)
        case .leaf(.string(let text)): hasher.combine(text)
        case .leaf(.number(let number)): hasher.combine(number)
        case .leaf(.boolean(let flag)): hasher.combine(flag)
        case .inner(let children):
            hasher.combine(children.count)
            for (key, child) in children {
                hasher.combine(key)
                hasher.combine(child)
            }
        }
    }
}
