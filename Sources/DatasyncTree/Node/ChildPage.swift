/// A page of the children of a node: a leaf with children, or a branch with pages.
///
/// The one type of the tree with unsafe storage: header and entries are in one allocation, and an edit of a page with a
/// single owner happens in place. `ChildPage+Invariants.swift` lists the invariants.
final class ChildPage: ManagedBuffer<ChildPage.Header, ChildPage.Entry> {
    /// The maximum number of entries; a page below a quarter of it is merged with a neighbour.
    static let maxCount = 32

    struct Header {
        /// Six bits each for the count and the capacity, and four for the height.
        private var shape: UInt16 = 0
        private var highSize: UInt16 = 0
        private var lowSize: UInt32 = 0

        init(capacity: Int, height: Int) { shape = UInt16(capacity << 6 | height << 12) }

        var count: Int {
            get { Int(shape & 63) }
            set { shape = shape & ~63 | UInt16(newValue) }
        }

        var capacity: Int { Int(shape >> 6 & 63) }

        /// 0 for a leaf; otherwise one more than the height of the pages below.
        var height: Int { Int(shape >> 12) }

        /// The size of the children in bytes, at most 48 bits; kept up to date only for a leaf that is the page of a node.
        var size: Int {
            get { Int(highSize) << 32 | Int(lowSize) }
            set {
                highSize = UInt16(newValue >> 32)
                lowSize = UInt32(truncatingIfNeeded: newValue)
            }
        }
    }

    /// A child with its key; in a branch, a page with the lower bound of its keys.
    struct Entry {
        var key: Key
        var node: Node
    }

    deinit {
        // One by one, which the compiler does inline; for all together it calls the runtime.
        withUnsafeMutablePointers { header, entries in
            for index in 0..<header.pointee.count { (entries + index).deinitialize(count: 1) }
        }
    }

    static func make(capacity: Int, height: Int) -> ChildPage {
        unsafeDowncast(
            create(minimumCapacity: capacity) { _ in Header(capacity: capacity, height: height) }, to: ChildPage.self)
    }

    /// The entries; the pointer is valid while the page is referenced.
    var entries: UnsafeMutablePointer<Entry> { withUnsafeMutablePointerToElements { $0 } }

    /// The header, without the check for exclusive access that each use of a stored property makes.
    var facts: Header {
        get { withUnsafeMutablePointerToHeader { $0.pointee } }
        set { withUnsafeMutablePointerToHeader { $0.pointee = newValue } }
    }

    var count: Int { facts.count }
    var height: Int { facts.height }
    var isLeaf: Bool { facts.height == 0 }
    var last: Int { count - 1 }

    /// Returns the page of an entry of a branch.
    func page(_ index: Int) -> ChildPage { entries[index].node.page }

    // MARK: Search

    /// Returns the index, from `start` on, of the first key that is not less than `key`.
    ///
    /// Never inlined, because the gate counts its calls: each is a visit of a page.
    @inline(never)
    func lowerBound(of key: Key, from start: Int = 0) -> Int {
        let entries = entries
        var (low, high) = (start, count)
        while low < high {
            let middle = (low + high) / 2
            let rank = entries[middle].key.rank
            if rank == key.rank ? entries[middle].key < key : rank < key.rank {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Returns the index of a key in a leaf; `nil` if it is absent.
    func index(of key: Key) -> Int? {
        let index = lowerBound(of: key)
        return index < count && entries[index].key == key ? index : nil
    }

    /// Returns the index of the only page of a branch that may contain a key.
    func pageIndex(of key: Key) -> Int {
        // The first bound may be stale, so the search starts after it.
        let index = lowerBound(of: key, from: 1)
        return index < count && entries[index].key == key ? index : index - 1
    }

    func child(_ key: Key) -> Node {
        var page = self
        while !page.isLeaf { page = page.page(page.pageIndex(of: key)) }
        guard let index = page.index(of: key) else { return .null }
        return page.entries[index].node
    }

    func firstLeaf(isReversed: Bool) -> ChildPage {
        var page = self
        while !page.isLeaf { page = page.page(isReversed ? page.last : 0) }
        return page
    }

    /// Returns the entry next to a key, which may be absent itself.
    func entry(nextTo key: Key, backwards: Bool) -> (key: Key, value: Node)? {
        guard isLeaf else {
            var index = pageIndex(of: key)
            if let entry = page(index).entry(nextTo: key, backwards: backwards) { return entry }
            index += backwards ? -1 : 1
            guard index >= 0, index < count else { return nil }
            let leaf = page(index).firstLeaf(isReversed: backwards)
            return leaf.entry(at: backwards ? leaf.last : 0)
        }
        var index = lowerBound(of: key)
        if backwards { index -= 1 } else if index < count, entries[index].key == key { index += 1 }
        return entry(at: index)
    }

    func entry(at index: Int) -> (key: Key, value: Node)? {
        index >= 0 && index < count ? (entries[index].key, entries[index].node) : nil
    }

    // MARK: Totals

    /// The totals of all children on this page and below.
    struct Totals {
        var count = 0
        /// The size of the children in bytes: values, names, and four bytes each for quotes, colon and comma.
        var size = 0
        /// The sum of the lengths of the names in UTF-8 bytes.
        var keyBytes = 0
        /// The number of children with a priority.
        var prioritizedCount = 0

        mutating func add(_ change: Totals) {
            prioritizedCount += change.prioritizedCount
            count += change.count
            size += change.size
            keyBytes += change.keyBytes
        }
    }

    /// Whether a child on this page, a leaf, has a priority.
    var hasPrioritizedChild: Bool {
        for index in 0..<count where entries[index].node.isPrioritized { return true }
        return false
    }

    var totals: Totals {
        var totals = Totals()
        for index in 0..<count {
            if isLeaf {
                totals.add(entries[index].totals)
            } else {
                totals.add(page(index).totals)
            }
        }
        return totals
    }

    // MARK: Storage

    /// Returns a page with the same entries.
    func copy(capacity: Int) -> ChildPage {
        let copy = ChildPage.make(capacity: capacity, height: height)
        let (from, to) = (entries, copy.entries)
        for index in 0..<count { (to + index).initialize(to: from[index]) }
        copy.facts.count = facts.count
        copy.facts.size = facts.size
        return copy
    }

    /// Makes a page unique, so that it can be edited in place.
    static func makeUnique(_ page: inout ChildPage) {
        if !isKnownUniquelyReferenced(&page) { page = page.copy(capacity: page.facts.capacity) }
    }

    /// Makes a page unique with room for one more entry; the page must not be full.
    static func makeRoom(_ page: inout ChildPage) {
        let count = page.count
        if count < page.facts.capacity { return makeUnique(&page) }
        let capacity = min(maxCount, count < 4 ? count + 1 : count * 2)
        guard isKnownUniquelyReferenced(&page) else {
            page = page.copy(capacity: capacity)
            return
        }
        let larger = make(capacity: capacity, height: page.height)
        larger.entries.moveInitialize(from: page.entries, count: count)
        larger.facts.count = page.facts.count
        larger.facts.size = page.facts.size
        page.facts.count = 0
        page = larger
    }

    /// Inserts an entry into a unique page with room.
    func insert(_ entry: Entry, at index: Int) {
        let entries = entries
        (entries + index + 1).moveInitialize(from: entries + index, count: count - index)
        (entries + index).initialize(to: entry)
        facts.count += 1
    }

    /// Inserts a new child into a unique leaf with room, and adds to the size.
    func insertInOrder(_ entry: Entry) {
        let isLast = count == 0 || entries[last].key < entry.key
        facts.size += entry.totals.size
        insert(entry, at: isLast ? count : lowerBound(of: entry.key))
    }

    /// Removes an entry of a unique page.
    func remove(at index: Int) -> Entry {
        let entries = entries
        let entry = (entries + index).move()
        (entries + index).moveInitialize(from: entries + index + 1, count: count - index - 1)
        facts.count -= 1
        return entry
    }

    /// Moves the entries of a unique page from an index on to a new page.
    func split(at index: Int) -> ChildPage {
        let right = ChildPage.make(capacity: Self.maxCount, height: height)
        right.entries.moveInitialize(from: entries + index, count: count - index)
        right.facts.count = count - index
        facts.count = index
        return right
    }
}

extension ChildPage.Entry {
    /// The totals of one child.
    var totals: ChildPage.Totals {
        let name = key.byteCount
        return ChildPage.Totals(
            count: 1, size: node.size + name + 4, keyBytes: name, prioritizedCount: node.isPrioritized ? 1 : 0)
    }
}
