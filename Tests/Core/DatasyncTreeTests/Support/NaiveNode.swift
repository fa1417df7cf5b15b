import DatasyncTree

/// A naive reference tree: nested dictionaries by UTF-8 bytes, rebuilt on every write.
indirect enum NaiveNode: Equatable {
    case null
    case leaf(Primitive)
    case inner([[UInt8]: NaiveNode])

    init(_ json: JSON) {
        switch json.content {
        case .null: self = .null
        case .boolean(let flag): self = .leaf(.boolean(flag))
        case .number(let number): self = .leaf(.number(number == 0 ? 0 : number))
        case .string(let text): self = .leaf(.string(text))
        case .array(let elements):
            self.init(children: elements.enumerated().map { (Array(String($0.offset).utf8), NaiveNode($0.element)) })
        case .object(let members):
            self.init(children: members.map { (Array($0.name.utf8), NaiveNode($0.value)) })
        }
    }

    init(_ node: Node) {
        switch node.content {
        case .null: self = .null
        case .leaf(let primitive): self = .leaf(primitive)
        case .inner(let children):
            self = .inner(
                Dictionary(children.map { (Array($0.key.text.utf8), NaiveNode($0.value)) }) { $1 })
        }
    }

    private init(children: [([UInt8], NaiveNode)]) {
        let present = children.filter { $0.1 != .null }
        self = present.isEmpty ? .null : .inner(Dictionary(uniqueKeysWithValues: present))
    }

    /// Returns the node with a value set at a path.
    func setting(_ value: NaiveNode, at path: ArraySlice<[UInt8]>) -> NaiveNode {
        guard let key = path.first else { return value }
        var children: [[UInt8]: NaiveNode] = [:]
        if case .inner(let mine) = self { children = mine }
        if case .leaf = self, value == .null { return self }
        children[key] = (children[key] ?? .null).setting(value, at: path.dropFirst())
        return NaiveNode(children: children.map { ($0.key, $0.value) })
    }

    /// The size of the node in bytes: UTF-8 plus 2 for strings, 8 for numbers, 5 for booleans, name plus 4 for children.
    var size: Int {
        switch self {
        case .null: 0
        case .leaf(.string(let text)): text.utf8.count + 2
        case .leaf(.number): 8
        case .leaf(.boolean): 5
        case .inner(let children): children.reduce(0) { $0 + $1.key.count + 4 + $1.value.size }
        }
    }
}

extension Node {
    /// Whether no part of the node is null or empty, the keys ascend, and its sizes are the sums of its parts.
    var isNormal: Bool {
        guard case .inner(let children) = content else { return true }
        let keys = children.keys
        let entries = Array(children)
        return !entries.isEmpty && children.count == entries.count
            && entries.allSatisfy { !$0.value.isNull && $0.value.isNormal }
            && zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
            && children.size == entries.reduce(0) { $0 + $1.key.text.utf8.count + 4 + $1.value.size }
            && children.keyBytes == keys.reduce(0) { $0 + $1.text.utf8.count }
    }
}
