import DatasyncTree

/// The children of a node, indexed by the names of coding keys.
///
/// A name is looked up by its bytes first, then by canonical equivalence.
struct ChildNames {
    private let children: Children
    /// The converted names in key order; `nil` when names are not converted.
    private var convertedNames: [String]?
    /// The children by converted name; `nil` when names are not converted.
    private var converted: [Key: Node]?
    /// The children by canonical equivalence; empty if all names are ASCII and are not converted.
    private var equivalent: [String: Node] = [:]

    /// Indexes the children.
    ///
    /// - Parameters:
    ///   - children: The children of the node.
    ///   - convert: The key strategy; `nil` to leave the names as they are.
    init(_ children: Children, convert: ((String) -> String)?) {
        self.children = children
        guard let convert else {
            for (key, node) in children where !key.isASCII && equivalent[key.text] == nil {
                equivalent[key.text] = node
            }
            return
        }
        var names: [String] = []
        var nodes: [Key: Node] = [:]
        for (key, node) in children {
            let name = convert(key.text)
            names.append(name)
            // As in JSONDecoder, the first child of a name is used; `duplicate` detects the others.
            if nodes[Key(unchecked: name)] == nil { nodes[Key(unchecked: name)] = node }
            if equivalent[name] == nil { equivalent[name] = node }
        }
        convertedNames = names
        converted = nodes
    }

    /// The converted names, in key order.
    var all: [String] { convertedNames ?? children.map(\.key.text) }

    subscript(name: String) -> Node {
        let key = Key(unchecked: name)
        let node = converted.map { $0[key] ?? .null } ?? children[key]
        return node.isNull ? equivalent[name] ?? .null : node
    }

    /// Two stored keys whose names are equal as Swift strings; `nil` if all differ.
    var duplicate: (first: String, second: String)? {
        guard !equivalent.isEmpty else { return nil }
        var seen: [String: String] = [:]
        for (name, key) in zip(all, children.lazy.map(\.key.text)) {
            if let first = seen.updateValue(key, forKey: name) { return (first, key) }
        }
        return nil
    }

    /// Two stored keys that convert to the same integer; `nil` if all differ.
    var integerDuplicate: (first: String, second: String)? {
        var seen: [Int: String] = [:]
        for name in all {
            guard let number = Int(name) else { continue }
            if let first = seen.updateValue(name, forKey: number) { return (first, name) }
        }
        return nil
    }
}
