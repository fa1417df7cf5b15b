import Synchronization

/// A page of the children of a node: a leaf with children, or a branch with pages.
///
/// The only type of the tree with unsafe storage: header and entries share one allocation, and a page with a single owner is
/// edited in place. A shared page changes only in its header: a reader caches the hash there, or a tree that has shrunk to the
/// page stores its size. The header is therefore read and written atomically. `ChildPage+Invariants.swift` lists the
/// invariants.
final class ChildPage: ManagedBuffer<ChildPage.Header, ChildPage.Entry> {
    /// The maximum number of entries; a page below a quarter of it is merged with a neighbour.
    static let maxCount = 32

    /// The shape of a page, and its size or the address of its cached hash, which also stores the size.
    ///
    /// Leak detectors do not recognise the address, because it is shifted, and may report cached hashes.
    struct Header {
        /// Six bits each for count and capacity, four for the height, one for ``isHashed``, 47 for size or address.
        fileprivate var word: UInt64

        private static var hashedBit: UInt64 { 1 << 16 }
        private static var shape: UInt64 { hashedBit - 1 }
        /// An address is a multiple of this.
        private static var alignment: UInt64 { 8 }

        fileprivate init(word: UInt64) { self.word = word }

        fileprivate init(capacity: Int, height: Int) { word = UInt64(capacity << 6 | height << 12) }

        var count: Int {
            get { Int(word & 63) }
            set { word = word & ~63 | UInt64(newValue) }
        }

        var capacity: Int { Int(word >> 6 & 63) }

        /// 0 for a leaf; otherwise one more than the height of the pages below.
        var height: Int { Int(word >> 12 & 15) }

        /// Whether the hash is cached.
        var isHashed: Bool { word & Self.hashedBit != 0 }

        /// The size of a page whose hash is not cached.
        fileprivate var plainSize: Int { Int(word >> 17) }

        fileprivate var hash: Unmanaged<CachedHash>? {
            guard isHashed, let address = UnsafeRawPointer(bitPattern: UInt((word >> 17) * Self.alignment)) else {
                return nil
            }
            return Unmanaged.fromOpaque(address)
        }

        /// Returns a header with a size, and without a cached hash.
        fileprivate func with(size: Int) -> Header { Header(word: word & Self.shape | UInt64(size) << 17) }

        /// Returns a header with a cached hash; `nil` if its address needs more bits than there are.
        fileprivate func with(_ hash: Unmanaged<CachedHash>) -> Header? {
            let address = UInt64(UInt(bitPattern: hash.toOpaque()))
            guard address % Self.alignment == 0, address / Self.alignment < 1 << 47 else { return nil }
            return Header(word: word & Self.shape | Self.hashedBit | (address / Self.alignment) << 17)
        }
    }

    /// A child with its key; in a branch, a page with the lower bound of its keys.
    struct Entry {
        var key: Key
        var node: Node
    }

    deinit {
        // One by one, because the compiler inlines that; for all at once it calls the runtime.
        withUnsafeMutablePointers { _, entries in
            for index in 0..<count { (entries + index).deinitialize(count: 1) }
        }
        if facts.isHashed { dropHash() }
    }

    static func make(capacity: Int, height: Int) -> ChildPage {
        unsafeDowncast(
            create(minimumCapacity: capacity) { _ in Header(capacity: capacity, height: height) }, to: ChildPage.self)
    }

    /// The entries; the pointer is valid while the page is referenced.
    var entries: UnsafeMutablePointer<Entry> { withUnsafeMutablePointerToElements { $0 } }

    /// The header as an atomic word, which has the same layout.
    private var word: UnsafeMutablePointer<Atomic<UInt64>> {
        withUnsafeMutablePointerToHeader { UnsafeMutableRawPointer($0).assumingMemoryBound(to: Atomic<UInt64>.self) }
    }

    /// The header; set only for a page with a single owner.
    ///
    /// A pointer avoids the check for exclusive access that each use of a stored property makes.
    var facts: Header {
        get { Header(word: word.pointee.load(ordering: .relaxed)) }
        set { word.pointee.store(newValue.word, ordering: .relaxed) }
    }

    /// The header, loaded so that its cached hash may be read.
    private var currentFacts: Header { Header(word: word.pointee.load(ordering: .acquiring)) }

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

    /// Whether all keys on this page and below are ASCII.
    var hasOnlyASCIIKeys: Bool {
        for index in 0..<count {
            guard isLeaf ? entries[index].key.isASCII : page(index).hasOnlyASCIIKeys else { return false }
        }
        return true
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

    /// The size of the children of a leaf in bytes, computed.
    var sizeOfChildren: Int {
        var size = 0
        for index in 0..<count { size += entries[index].size }
        return size
    }

    /// The size of the children in bytes, at most 47 bits.
    ///
    /// Kept up to date only for a leaf that is the page of a node. Set only for a page with a single owner, whose hash is not
    /// cached.
    var size: Int {
        get {
            let facts = currentFacts
            return facts.hash?._withUnsafeGuaranteedRef(\.size) ?? facts.plainSize
        }
        set {
            assert(!facts.isHashed, "The hash of a page was not dropped before an edit.")
            facts = facts.with(size: newValue)
        }
    }

    /// Stores the size of a page that becomes the page of a node.
    ///
    /// It may already be the page of another node.
    func shareSize(_ size: Int) {
        var facts = currentFacts
        while !facts.isHashed, facts.plainSize != size {
            let found = exchange(facts, for: facts.with(size: size))
            if found.word == facts.word { break }
            facts = found
        }
        assert(self.size == size, "A page that is the page of a node had another size.")
    }

    // MARK: Hash

    /// The hash of the node with this page; `nil` before it is computed.
    var cachedHash: CachedHash? { currentFacts.hash?.takeUnretainedValue() }

    /// Caches the hash of the node with this page.
    ///
    /// No effect if another thread changes the header meanwhile, or if the address has too many bits.
    func cacheHash(_ digest: SHA1.Digest) {
        let facts = currentFacts
        if facts.isHashed { return }
        let hash = Unmanaged.passRetained(CachedHash(digest, size: facts.plainSize))
        guard let hashed = facts.with(hash), exchange(facts, for: hashed).word == facts.word else {
            return hash.release()
        }
    }

    /// Drops the hash of a page with a single owner, before an edit.
    @inline(never)
    private func dropHash() {
        let facts = currentFacts
        guard let hash = facts.hash else { return }
        self.facts = facts.with(size: hash._withUnsafeGuaranteedRef(\.size))
        hash.release()
    }

    /// Replaces the header if it is still the expected one; returns the one that was found.
    private func exchange(_ expected: Header, for desired: Header) -> Header {
        let (_, original) = word.pointee.compareExchange(
            expected: expected.word, desired: desired.word, ordering: .acquiringAndReleasing)
        return Header(word: original)
    }

    // MARK: Storage

    /// Returns a page with the same entries, and without a cached hash.
    func copy(capacity: Int) -> ChildPage {
        let copy = ChildPage.make(capacity: capacity, height: height)
        let (from, to) = (entries, copy.entries)
        for index in 0..<count { (to + index).initialize(to: from[index]) }
        copy.takeFacts(of: self)
        return copy
    }

    /// Takes the count and the size of a page.
    private func takeFacts(of page: ChildPage) {
        var facts = facts.with(size: page.size)
        facts.count = page.count
        self.facts = facts
    }

    /// Makes a page unique, so that it can be edited in place.
    static func makeUnique(_ page: inout ChildPage) {
        if !isSoleOwner(of: &page) {
            page = page.copy(capacity: page.facts.capacity)
        } else if page.facts.isHashed {
            page.dropHash()
        }
    }

    /// Makes a page unique with room for one more entry; the page must not be full.
    static func makeRoom(_ page: inout ChildPage) {
        let count = page.count
        if count < page.facts.capacity { return makeUnique(&page) }
        let capacity = min(maxCount, count < 4 ? count + 1 : count * 2)
        guard isSoleOwner(of: &page) else {
            page = page.copy(capacity: capacity)
            return
        }
        let larger = make(capacity: capacity, height: page.height)
        larger.entries.moveInitialize(from: page.entries, count: count)
        larger.takeFacts(of: page)
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

    /// Inserts a new child into a unique leaf with room, whose size the caller sets afterwards.
    @inline(__always)
    func insertInOrder(_ entry: Entry) {
        let count = count
        if count > 0, !(entries[count - 1].key < entry.key) { return insert(entry, at: lowerBound(of: entry.key)) }
        (entries + count).initialize(to: entry)
        facts.count = count + 1
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
        ChildPage.Totals(
            count: 1, size: size, keyBytes: key.byteCount, prioritizedCount: node.isPrioritized ? 1 : 0)
    }

    /// The size of one child in bytes: value, name, and four bytes for quotes, colon and comma.
    var size: Int { node.size + key.byteCount + 4 }
}
