/// The names of the last object on each level, which a parser uses to find repeated names.
struct MemberNames {
    /// The number of names of an object that are stored.
    static let storedCount = 16

    /// The order of the names of an object that has more names than are stored.
    struct Order {
        var last: JSONTape.Word
        /// Whether each name is greater than the one before it.
        var isAscending = true
        /// Whether each name is longer than the one before it, or has the same length and is greater.
        var isAscendingByLength = true
        /// All names, if they are in neither order.
        var all: Set<Key>?
    }

    /// For each level, the words of the first names of the last object there, then 0.
    private var stored: [UInt64] = []
    /// For each level, the order of the names of the last large object there.
    private var orders: [Order?] = []

    /// Prepares for an object on a level, from 1 on.
    mutating func open(_ level: Int) {
        while orders.count < level {
            for _ in 0..<Self.storedCount { stored.append(0) }
            orders.append(nil)
        }
    }

    /// Returns a stored name; a word that is not a string if nothing is stored at the index.
    @inline(__always)
    func stored(_ level: Int, _ index: Int) -> JSONTape.Word {
        JSONTape.Word(bits: stored[(level - 1) * Self.storedCount + index])
    }

    /// Stores a name, and forgets the names after it.
    mutating func store(_ name: JSONTape.Word, _ level: Int, _ index: Int) {
        let place = (level - 1) * Self.storedCount + index
        stored[place] = name.bits
        if index + 1 < Self.storedCount { stored[place + 1] = 0 }
    }

    /// Takes the order of the names of an object, which the caller stores again.
    mutating func takeOrder(_ level: Int) -> Order? { orders[level - 1].take() }

    mutating func store(_ order: consuming Order, _ level: Int) { orders[level - 1] = order }
}

extension JSONParser {
    /// Reads the name of a member, which must differ from the names of the members before it.
    ///
    /// Siblings mostly have the same names in the same order. If the name equals the one at the same position of the previous
    /// object, it is accepted without a search for its end. It differs from the names before it, because those match too.
    mutating func distinctName() throws(DatasyncError) -> JSONTape.Word {
        let isStored = count < MemberNames.storedCount
        if isStored {
            let usual = names.stored(depth, count)
            if isNext(usual) {
                index += usual.count + 2
                return usual
            }
        }
        let place = index
        let name = try string()
        guard isStored ? differsFromStored(name) : differsFromAll(name) else {
            let text = withBytes(of: name) { String(decoding: $0, as: UTF8.self) }
            throw failure("the member \(text.quoted(atMost: 40)) occurs twice in one object; keep one", at: place)
        }
        if isStored { names.store(name, depth, count) }
        return name
    }

    /// Returns whether the next string equals a name and has no escapes.
    @inline(__always)
    private func isNext(_ name: JSONTape.Word) -> Bool {
        let (start, end) = (index + 1, index + 1 + name.count)
        guard name.kind == .plainString, end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
        if name.count <= 8, start + 8 <= bytes.count {
            let memory = UnsafeRawBufferPointer(bytes)
            let difference =
                memory.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                ^ memory.loadUnaligned(fromByteOffset: name.offset, as: UInt64.self)
            return UInt64(littleEndian: difference) << UInt64(64 - 8 * name.count) == 0
        }
        for offset in 0..<name.count where bytes[start + offset] != bytes[name.offset + offset] { return false }
        return true
    }

    private func differsFromStored(_ name: JSONTape.Word) -> Bool {
        for index in 0..<count {
            let other = names.stored(depth, index)
            if other.count == name.count, isEqual(other, name) { return false }
        }
        return true
    }

    private func isEqual(_ left: JSONTape.Word, _ right: JSONTape.Word) -> Bool {
        withBytes(of: left) { left in withBytes(of: right) { left.elementsEqual($0) } }
    }

    /// Returns whether a name is new in an object with unstored names.
    ///
    /// Names in ascending order need no set.
    private mutating func differsFromAll(_ name: JSONTape.Word) -> Bool {
        var order: MemberNames.Order
        if count > MemberNames.storedCount, let present = names.takeOrder(depth) {
            order = present
        } else {
            order = MemberNames.Order(last: names.stored(depth, 0))
            for index in 1..<count { add(names.stored(depth, index), to: &order) }
        }
        defer { names.store(order, depth) }
        add(name, to: &order)
        if order.isAscending || order.isAscendingByLength { return true }
        var all = order.all.take() ?? keys()
        let isNew = all.insert(key(name)).inserted
        order.all = all
        return isNew
    }

    private func add(_ name: JSONTape.Word, to order: inout MemberNames.Order) {
        let isGreater = withBytes(of: order.last) { last in withBytes(of: name) { last.lexicographicallyPrecedes($0) } }
        let (length, lastLength) = (name.count, order.last.count)
        if !isGreater { order.isAscending = false }
        if length < lastLength || (length == lastLength && !isGreater) { order.isAscendingByLength = false }
        order.last = name
    }

    /// Returns the names of the complete members of the open object.
    private func keys() -> Set<Key> {
        var keys: Set<Key> = []
        var place = start + 1
        for _ in 0..<count {
            keys.insert(key(JSONTape.Word(bits: words[place])))
            place = JSONTape.Word(bits: words[place + 1]).end(from: place + 1)
        }
        return keys
    }

    private func key(_ name: JSONTape.Word) -> Key {
        Key(unchecked: withBytes(of: name) { String(decoding: $0, as: UTF8.self) })
    }

    private func withBytes<Result>(
        of string: JSONTape.Word, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let place = string.offset..<string.offset + string.count
        if string.kind == .plainString { return body(UnsafeBufferPointer(rebasing: bytes[place])) }
        return decoded.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[place])) }
    }
}
