extension Node {
    /// Creates a node from JSON with only valid keys and finite numbers; `nil` for any other JSON.
    ///
    /// No member of such JSON has a special meaning, because special names begin with a dot. The caller reads other JSON
    /// in a way that finds the error and its path.
    ///
    /// - Parameters:
    ///   - json: The JSON.
    ///   - levels: The number of levels of children that the node may have.
    init?(plain json: JSON, levels: Int) {
        var keys = RepeatedKeys()
        self.init(plain: json, levels, &keys)
    }

    private init?(plain json: JSON, _ levels: Int, _ keys: inout RepeatedKeys) {
        switch json.form {
        case .made(let content): self.init(plain: content, levels, &keys)
        case .parsed(let tape, let index):
            keys.begin(tape)
            guard let node = tape.read(at: index, { PlainReader.read(&$0, levels, &keys) }) else { return nil }
            self = node
        }
    }

    private init?(plain content: JSON.Content, _ levels: Int, _ keys: inout RepeatedKeys) {
        var entries: [ChildPage.Entry] = []
        switch content {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .string(let text): self = .string(text)
        case .number(let number):
            guard number.isFinite else { return nil }
            self = .number(number)
        case .array(let elements):
            entries.reserveCapacity(elements.count)
            for index in elements.indices {
                guard levels > 0, let child = Node(plain: elements[index], levels - 1, &keys) else { return nil }
                if !child.isNull { entries.append(ChildPage.Entry(key: Key(index: index), node: child)) }
            }
            self.init(Children(present: entries))
        case .object(let members):
            entries.reserveCapacity(members.count)
            for index in members.indices {
                let name = members[index].name
                guard levels > 0, Key.problem(in: name) == nil,
                    let child = Node(plain: members[index].value, levels - 1, &keys)
                else { return nil }
                if !child.isNull { entries.append(ChildPage.Entry(key: Key(unchecked: name), node: child)) }
            }
            self.init(Children(present: entries))
        }
    }
}

/// The keys of a parsed text that repeat and do not fit into a rank; repeated keys share one text.
private struct RepeatedKeys {
    private static let bits: UInt64 = 6

    /// The tape to which the names belong.
    private var tape: JSONTape?
    /// The greatest offset of a name so far; a smaller or equal offset means that the name repeats.
    private var lastName = 0
    /// The keys, each with the word of its name, in slots computed from the offsets of the names.
    private var slots: [(name: UInt64, key: Key)] = []

    /// Prepares for the names of a tape, which may be the same tape as before.
    mutating func begin(_ tape: JSONTape) {
        if self.tape === tape { return }
        (self.tape, lastName) = (tape, 0)
        slots.removeAll(keepingCapacity: true)
    }

    /// Returns the slot of a name that repeats; `nil` for the first occurrence.
    mutating func slot(of name: JSONTape.Word) -> Int? {
        if name.offset > lastName {
            lastName = name.offset
            return nil
        }
        if slots.isEmpty { slots = Array(repeating: (0, Key.lowest), count: 1 << Int(Self.bits)) }
        // In records of equal length, the offsets of a name differ by multiples of that length.
        return Int((UInt64(name.offset) &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.bits))
    }

    /// The key in a slot if it belongs to a name; set it to store a key.
    subscript(slot: Int, name: JSONTape.Word) -> Key? {
        get { slots[slot].name == name.bits ? slots[slot].key : nil }
        set { slots[slot] = (name.bits, newValue ?? Key.lowest) }
    }
}

/// A reader of plain data from a parsed text, without intermediate strings for keys or lists of children.
private struct PlainReader {
    /// Whether everything read so far is plain; otherwise the results have no meaning.
    private var isPlain = true

    /// Returns the node of the value at a cursor; `nil` if it is not plain.
    static func read(_ cursor: inout JSONCursor, _ levels: Int, _ keys: inout RepeatedKeys) -> Node? {
        var reader = PlainReader()
        let node = reader.node(&cursor, levels, &keys)
        return reader.isPlain ? node : nil
    }

    private mutating func node(_ cursor: inout JSONCursor, _ levels: Int, _ keys: inout RepeatedKeys) -> Node {
        let word = cursor.next()
        switch word.kind {
        case .null: return .null
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .number: return .number(cursor.number())
        case .plainString, .escapedString: return .string(cursor.string(word))
        case .array, .object:
            if word.count == 0 { return .null }
            if levels <= 0 {
                isPlain = false
                return .null
            }
            guard word.count > ChildPage.maxCount else {
                let page = ChildPage.make(capacity: word.count, height: 0)
                readChildren(of: word, &cursor, levels, &keys) { page.insertInOrder($0) }
                return page.count == 0 || !isPlain ? .null : Node(leaf: page)
            }
            var entries: [ChildPage.Entry] = []
            entries.reserveCapacity(word.count)
            readChildren(of: word, &cursor, levels, &keys) { entries.append($0) }
            return isPlain ? Node(Children(present: entries)) : .null
        }
    }

    @inline(__always)
    private mutating func readChildren(
        of container: JSONTape.Word, _ cursor: inout JSONCursor, _ levels: Int, _ keys: inout RepeatedKeys,
        _ add: (ChildPage.Entry) -> Void
    ) {
        for index in 0..<container.count {
            let key = container.kind == .array ? Key(index: index) : key(&cursor, &keys)
            let child = node(&cursor, levels - 1, &keys)
            guard isPlain else { return }
            if !child.isNull { add(ChildPage.Entry(key: key, node: child)) }
        }
    }

    private mutating func key(_ cursor: inout JSONCursor, _ keys: inout RepeatedKeys) -> Key {
        let name = cursor.next()
        // The rank holds a short name; the offset of a name with escapes is not an offset in the text.
        guard name.count >= 8, name.kind == .plainString, let slot = keys.slot(of: name) else {
            return newKey(name, cursor)
        }
        if let key = keys[slot, name] { return key }
        let key = newKey(name, cursor)
        keys[slot, name] = key
        return key
    }

    private mutating func newKey(_ name: JSONTape.Word, _ cursor: borrowing JSONCursor) -> Key {
        if let key = Key(plain: cursor.bytes(of: name)) { return key }
        isPlain = false
        return Key.lowest
    }
}
