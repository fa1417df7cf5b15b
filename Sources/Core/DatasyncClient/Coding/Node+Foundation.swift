package import DatasyncTree
import Foundation

extension Node {
    /// The value as Foundation's JSON: integer-keyed nodes as arrays, null as `nil`.
    package var foundationValue: Any? { foundationValue(readsArrays: true) { _, _, _ in } }

    /// Returns the value as Foundation's JSON; null as `nil`.
    ///
    /// Dictionary keys are Swift strings and compare by canonical equivalence; node keys compare by their bytes. If two
    /// children have canonically equivalent keys, the dictionary holds the second.
    ///
    /// - Parameters:
    ///   - readsArrays: Whether integer-keyed nodes are converted to arrays.
    ///   - showsPriorities: Whether priorities are members `.priority`; a primitive with a priority is then the member
    ///     `.value`.
    ///   - collided: Called with the relative path of the parent and the keys of two such children.
    /// - Returns: The value as Foundation's JSON.
    package func foundationValue(
        readsArrays: Bool, showsPriorities: Bool = false, collided: (Path, Key, Key) -> Void
    ) -> Any? {
        isNull ? nil : value(readsArrays, showsPriorities, .root, collided)
    }

    private func value(
        _ readsArrays: Bool, _ showsPriorities: Bool, _ path: Path, _ collided: (Path, Key, Key) -> Void
    ) -> Any {
        if showsPriorities, isPrioritized {
            let priority = self.priority.value(false, false, path, collided)
            let value = withoutPriority.value(readsArrays, true, path, collided)
            guard var members = value as? [String: Any] else { return [".value": value, ".priority": priority] }
            members[".priority"] = priority
            return members
        }
        switch content {
        case .null: return NSNull()
        case .leaf(.boolean(let flag)): return flag
        case .leaf(.number(let number)):
            return Int(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
        case .leaf(.string(let text)): return text
        case .inner(let children):
            if readsArrays, let length = children.arrayLength {
                var elements = [Any](repeating: NSNull(), count: length)
                for (key, child) in children {
                    if let index = key.arrayIndex {
                        elements[index] = child.value(true, showsPriorities, path.child(key), collided)
                    }
                }
                return elements
            }
            var members: [String: Any] = [:]
            members.reserveCapacity(children.count)
            for (key, child) in children {
                let value = child.value(readsArrays, showsPriorities, path.child(key), collided)
                if members.updateValue(value, forKey: key.text) == nil { continue }
                if let other = children.keys.first(where: { $0.text == key.text }) { collided(path, other, key) }
            }
            return members
        }
    }

    /// Returns this value, made from dictionaries, with the children of the original that dictionaries cannot hold.
    ///
    /// If two children have canonically equivalent keys, a dictionary holds one. If that child is unchanged, both are restored.
    ///
    /// - Parameters:
    ///   - original: The value that the dictionaries were made from.
    ///   - path: The path of the value, for error messages.
    /// - Returns: The value with the restored children.
    /// - Throws: ``DatasyncError`` `invalidKey` that names all equivalent keys, if the child in the dictionary has changed.
    func restoringEquivalentKeys(of original: Node, at path: Path) throws(DatasyncError) -> Node {
        guard case .inner(let before) = original.content, case .inner(var children) = content else { return self }
        for (key, child) in children {
            let equivalent = before.equivalentKeys(of: key)
            guard equivalent.count > 1, let last = equivalent.last else {
                let restored = try child.restoringEquivalentKeys(of: before[key], at: path.child(key))
                if restored != child { children.set(restored, for: key) }
                continue
            }
            guard child == before[last] else {
                throw DatasyncError(
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
    /// Returns the children's keys that are canonically equivalent to a key; for an ASCII key only that key.
    fileprivate func equivalentKeys(of key: Key) -> [Key] {
        key.text.utf8.allSatisfy { $0 < 0x80 } ? [key] : keys.filter { $0.text == key.text }
    }
}

extension Key {
    /// The key in quotes with escaped non-ASCII scalars, which tell canonically equivalent keys apart.
    package var escaped: String {
        "\"" + text.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
            + "\""
    }
}
