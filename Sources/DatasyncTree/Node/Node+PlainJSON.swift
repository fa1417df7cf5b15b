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
        switch json {
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
        case .object(let members) where members.count <= ChildPage.maxCount:
            guard let small = Node(plain: members, levels: levels) else { return nil }
            self = small
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

    /// Creates a node from the members of a small object, without a list of its children in between.
    private init?(plain members: [JSON.Member], levels: Int) {
        if members.isEmpty {
            self = .null
            return
        }
        let page = ChildPage.make(capacity: members.count, height: 0)
        for index in members.indices {
            let name = members[index].name
            guard levels > 0, Key.problem(in: name) == nil,
                let child = Node(plain: members[index].value, levels: levels - 1)
            else { return nil }
            if !child.isNull { page.insertInOrder(ChildPage.Entry(key: Key(unchecked: name), node: child)) }
        }
        if page.count == 0 {
            self = .null
        } else {
            self.init(root: page, totals: ChildPage.Totals(size: page.size))
        }
    }
}
