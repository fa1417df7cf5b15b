package import DatasyncTree
import Foundation

extension Node {
    /// The value as Foundation's JSON: integer-keyed nodes as arrays, null as `nil`.
    package var foundationValue: Any? { foundationValue(readsArrays: true) { _, _, _ in } }

    /// The value as Foundation's JSON; null as `nil`.
    ///
    /// Keys of a dictionary are equal when Swift's strings are, by canonical equivalence; keys of a node when their bytes are.
    /// Of two children whose keys are one to a dictionary it holds the second.
    ///
    /// `readsArrays`: Whether integer-keyed nodes read as arrays.
    /// `collided`: Called with the path below the node and the keys of two such children.
    package func foundationValue(readsArrays: Bool, collided: (Path, Key, Key) -> Void) -> Any? {
        isNull ? nil : value(readsArrays, .root, collided)
    }

    private func value(_ readsArrays: Bool, _ path: Path, _ collided: (Path, Key, Key) -> Void) -> Any {
        switch self {
        case .null: return NSNull()
        case .leaf(.boolean(let flag)): return flag
        case .leaf(.number(let number)):
            return Int(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
        case .leaf(.string(let text)): return text
        case .inner(let children):
            if readsArrays, let length = children.arrayLength {
                var elements = [Any](repeating: NSNull(), count: length)
                for (key, child) in children {
                    if let index = key.arrayIndex { elements[index] = child.value(true, path.child(key), collided) }
                }
                return elements
            }
            var members: [String: Any] = [:]
            members.reserveCapacity(children.count)
            for (key, child) in children {
                let value = child.value(readsArrays, path.child(key), collided)
                if members.updateValue(value, forKey: key.text) == nil { continue }
                if let other = children.keys.first(where: { $0.text == key.text }) { collided(path, other, key) }
            }
            return members
        }
    }

    /// This value, computed from dictionaries, with the children that dictionaries could not hold.
    ///
    /// A dictionary holds one of two children whose keys are canonically equivalent. Where that one is as it was, both are
    /// kept.
    ///
    /// `original`: The value that the dictionaries were made of.
    /// - Throws: ``DataError`` `invalidKey` that names both keys, where the one that a dictionary holds has changed.
    func restoringEquivalentKeys(of original: Node, at path: Path) throws(DataError) -> Node {
        guard case .inner(let before) = original, case .inner(var children) = self else { return self }
        for (key, child) in children {
            let equivalent = before.equivalentKeys(of: key)
            guard equivalent.count > 1, let last = equivalent.last else {
                let restored = try child.restoringEquivalentKeys(of: before[key], at: path.child(key))
                if restored != child { children.set(restored, for: key) }
                continue
            }
            guard child == before[last] else {
                throw DataError(
                    .invalidKey, at: path.description,
                    "The new value of \(path) changes the child \(key.escaped), which a dictionary cannot tell from another: "
                        + "the node has \(equivalent.map(\.escaped).joined(separator: " and ")). Write the child itself."
                )
            }
            for key in equivalent { children.set(before[key], for: key) }
        }
        return Node(children)
    }
}

extension Children {
    /// The keys of children that are one key to a dictionary; that key alone in nearly all cases.
    fileprivate func equivalentKeys(of key: Key) -> [Key] {
        key.text.utf8.allSatisfy { $0 < 0x80 } ? [key] : keys.filter { $0.text == key.text }
    }
}

extension Key {
    /// The key in quotes, with its non-ASCII scalars as escapes, so that equivalent ones can be told apart.
    package var escaped: String {
        "\"" + text.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
            + "\""
    }
}
