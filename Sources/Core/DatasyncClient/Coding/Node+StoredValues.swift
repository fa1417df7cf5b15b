import DatasyncTree

/// The usual values, which are read and written as they are, without a decoder or encoder for each.
extension Node {
    /// The Boolean; `nil` for other values.
    var storedFlag: Bool? { if case .leaf(.boolean(let flag)) = content { flag } else { nil } }
    /// The string; `nil` for other values.
    var storedText: String? { if case .leaf(.string(let text)) = content { text } else { nil } }
    /// The number, if it is an `Int`; `nil` for other values.
    var storedInteger: Int? { number.flatMap(Int.init(exactly:)) }

    /// Returns the value of a usual type, or a list of such values.
    ///
    /// - Parameter type: The type of the result.
    /// - Returns: The value; `nil` for other types, and for a node that does not hold exactly such a value.
    func stored(as type: Any.Type) -> Any? {
        if type == String.self { return storedText }
        if type == Int.self { return storedInteger }
        if type == Double.self { return number }
        if type == Bool.self { return storedFlag }
        if type == [String].self { return list(of: \.storedText) }
        if type == [Int].self { return list(of: \.storedInteger) }
        if type == [Double].self { return list(of: \.number) }
        if type == [Bool].self { return list(of: \.storedFlag) }
        return nil
    }

    /// Returns the node of an integer that a double holds exactly; `nil` for others.
    static func exact(_ integer: Int) -> Node? { Double(exactly: integer).map(Node.number) }

    /// Returns the node of a finite number; `nil` for others.
    static func finite(_ number: Double) -> Node? { number.isFinite ? .number(number) : nil }

    /// Creates the node of an array; `nil` if it is empty, or if an element has no node.
    init?<Element>(list elements: [Element], _ node: (Element) -> Node?) {
        if elements.isEmpty { return nil }
        var entries: [(Key, Node)] = []
        entries.reserveCapacity(elements.count)
        for element in elements {
            guard let node = node(element) else { return nil }
            entries.append((Key(index: entries.count), node))
        }
        self.init(Children(entries))
    }

    /// Returns the elements `0`, `1`, …; `nil` if one is missing or has another type, or if there are other children.
    private func list<Element>(of element: (Node) -> Element?) -> [Element]? {
        let children = children
        if children.isEmpty { return nil }
        var elements: [Element] = []
        elements.reserveCapacity(children.count)
        for (key, node) in children {
            guard key.arrayIndex == elements.count, let element = element(node) else { return nil }
            elements.append(element)
        }
        return elements
    }
}
