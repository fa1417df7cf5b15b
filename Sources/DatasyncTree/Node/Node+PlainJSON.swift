extension Node {
    /// Creates a node from JSON with valid keys and finite numbers only, and `nil` from any other.
    ///
    /// No member of such JSON has a special meaning, as the names of all that have one begin with a dot. The caller
    /// reads other JSON in a way that finds the error and its path.
    ///
    /// - Parameters:
    ///   - json: The JSON.
    ///   - levels: The number of levels of children that the node may have.
    init?(plain json: JSON, levels: Int) {
        switch json.form {
        case .made(let content): self.init(plain: content, levels: levels)
        case .parsed(let tape, let index):
            guard let node = tape.read(at: index, { PlainReader.read($0, levels: levels) }) else { return nil }
            self = node
        }
    }

    private init?(plain content: JSON.Content, levels: Int) {
        switch content {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .string(let text): self = .string(text)
        case .number(let number):
            guard number.isFinite else { return nil }
            self = .number(number)
        case .array(let elements):
            var entries: [ChildPage.Entry] = []
            entries.reserveCapacity(elements.count)
            for index in elements.indices {
                guard levels > 0, let child = Node(plain: elements[index], levels: levels - 1) else { return nil }
                if !child.isNull { entries.append(ChildPage.Entry(key: Key(index: index), node: child)) }
            }
            self.init(Children(present: entries))
        case .object(let members):
            var entries: [ChildPage.Entry] = []
            entries.reserveCapacity(members.count)
            for index in members.indices {
                let name = members[index].name
                guard levels > 0, Key.problem(in: name) == nil,
                    let child = Node(plain: members[index].value, levels: levels - 1)
                else { return nil }
                if !child.isNull { entries.append(ChildPage.Entry(key: Key(unchecked: name), node: child)) }
            }
            self.init(Children(present: entries))
        }
    }
}

/// A reader of plain data of a parsed text, without strings for the keys and lists of children in between.
private struct PlainReader {
    private var cursor: JSONCursor
    /// Whether everything that was read is plain; otherwise the results have no meaning.
    private var isPlain = true
    /// The greatest offset of a name so far; that of a name which repeats from sibling to sibling is not greater.
    private var lastName = 0
    /// Long keys that repeat, so that they share one text: with the word of the name, at a place that follows from it.
    private var repeatedKeys: [(name: UInt64, key: Key)] = []

    /// Returns the node of the value at a cursor; `nil` if it is not plain.
    static func read(_ cursor: JSONCursor, levels: Int) -> Node? {
        var reader = PlainReader(cursor: cursor)
        let node = reader.node(levels)
        return reader.isPlain ? node : nil
    }

    private mutating func node(_ levels: Int) -> Node {
        let word = cursor.next()
        switch word.kind {
        case .null: return .null
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .number: return .number(cursor.number())
        case .plainString, .escapedString: return .string(cursor.string(word))
        case .array, .object:
            if word.count == 0 { return .null }
            if levels == 0 {
                isPlain = false
                return .null
            }
            return word.count > ChildPage.maxCount ? many(word, levels) : few(word, levels)
        }
    }

    private mutating func few(_ container: JSONTape.Word, _ levels: Int) -> Node {
        let page = ChildPage.make(capacity: container.count, height: 0)
        for index in 0..<container.count {
            let key = container.kind == .array ? Key(index: index) : key()
            let child = node(levels - 1)
            guard isPlain else { return .null }
            if !child.isNull { page.insertInOrder(ChildPage.Entry(key: key, node: child)) }
        }
        return page.count == 0 ? .null : Node(leaf: page)
    }

    private mutating func many(_ container: JSONTape.Word, _ levels: Int) -> Node {
        var entries: [ChildPage.Entry] = []
        entries.reserveCapacity(container.count)
        for index in 0..<container.count {
            let key = container.kind == .array ? Key(index: index) : key()
            let child = node(levels - 1)
            guard isPlain else { return .null }
            if !child.isNull { entries.append(ChildPage.Entry(key: key, node: child)) }
        }
        return Node(Children(present: entries))
    }

    private mutating func key() -> Key {
        let name = cursor.next()
        if name.count < 8 || name.kind == .escapedString { return newKey(name) }
        if name.offset > lastName {
            lastName = name.offset
            return newKey(name)
        }
        if repeatedKeys.isEmpty { repeatedKeys = Array(repeating: (0, Key.lowest), count: 64) }
        let place = name.offset % repeatedKeys.count
        if repeatedKeys[place].name != name.bits { repeatedKeys[place] = (name.bits, newKey(name)) }
        return repeatedKeys[place].key
    }

    private mutating func newKey(_ name: JSONTape.Word) -> Key {
        if let key = Key(plain: cursor.bytes(of: name)) { return key }
        isPlain = false
        return Key.lowest
    }
}
