import DatasyncTree

/// The children of a node by the names of coding keys, where these are not the stored names byte for byte.
///
/// A name is looked up by its bytes first, then by canonical equivalence. A class, because the container with the names is
/// copied for each value that is decoded from it.
final class ChildNames {
    private let children: Children
    /// The converted names in key order; `nil` when names are not converted.
    private let convertedNames: [String]?
    /// The children by converted name; `nil` when names are not converted.
    private let converted: [Key: Node]?
    /// The children by canonical equivalence; without conversion, only those whose names are not ASCII.
    private let equivalent: [String: Node]

    /// Indexes the children.
    ///
    /// - Parameters:
    ///   - children: The children of the node.
    ///   - convert: The key strategy; `nil` to leave the names as they are.
    /// - Returns: The index; `nil` if the children are found by their keys alone.
    static func index(_ children: Children, convert: ((String) -> String)?) -> ChildNames? {
        if convert == nil, children.hasOnlyASCIIKeys { return nil }
        return ChildNames(children, convert)
    }

    private init(_ children: Children, _ convert: ((String) -> String)?) {
        self.children = children
        var equivalent: [String: Node] = [:]
        var names: [String] = []
        var nodes: [Key: Node] = [:]
        // As in JSONDecoder, the first child of a name is used; `duplicate` detects the others.
        for (key, node) in children {
            if let convert {
                let name = convert(key.text)
                names.append(name)
                if nodes[Key(unchecked: name)] == nil { nodes[Key(unchecked: name)] = node }
                if equivalent[name] == nil { equivalent[name] = node }
            } else if !key.isASCII, equivalent[key.text] == nil {
                equivalent[key.text] = node
            }
        }
        self.equivalent = equivalent
        convertedNames = convert == nil ? nil : names
        converted = convert == nil ? nil : nodes
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
}

extension [String] {
    /// Two names that convert to the same integer; `nil` if all differ.
    var integerDuplicate: (first: String, second: String)? {
        var seen: [Int: String] = [:]
        for name in self {
            guard let number = Int(name) else { continue }
            if let first = seen.updateValue(name, forKey: number) { return (first, name) }
        }
        return nil
    }
}
