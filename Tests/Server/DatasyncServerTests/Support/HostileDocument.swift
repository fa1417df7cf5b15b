#if Server
    import DatasyncTree
    import TestSupport

    /// Documents with keys, values and priorities that are easily changed by mistake.
    enum HostileDocument {
        /// Keys that need escapes in a URL, in JSON or in a shell, or that look like numbers.
        static let keys = [
            "%2F", "%", "a b", " ", "+", "&=?", "é", "e\u{301}", "\u{1F600}", "\"", "\\", "'", "<>", "0", "1", "-0",
            "007",
            "2147483648", "__proto__", "null", "\u{FFFF}", "~", "-", "shallow=true",
        ]

        /// A document with all keys, at two levels, with priorities of all kinds.
        static var all: Node {
            var node = Node.null
            for (index, key) in keys.enumerated() {
                let path = Path([Key(unchecked: key), Key(unchecked: keys[keys.count - 1 - index])])
                node.set(.string("\(key)\u{0}\n\u{7F}\"\\é"), at: path)
                node.set(.number(0.1 * Double(index)), at: path.child(.priority))
                if index % 2 == 0 { node.set(.string(key), at: path.keeping(1).child(.priority)) }
            }
            return node
        }

        /// A node with a value at the deepest level, and a priority on each level above it.
        static var deep: Node {
            let path = Path((0..<30).map { Key(unchecked: "k\($0)") })
            var node = Node.null.setting(.boolean(false), at: path)
            for depth in 0...path.count { node.set(.number(Double(depth)), at: path.keeping(depth).child(.priority)) }
            return node
        }

        /// A node with many children, and a priority.
        static var wide: Node {
            let children = (0..<3_000).map { (Key(unchecked: "k\($0)"), Node.number(Double($0) / 3)) }
            return Node(Children(children)).withPriority(.string("last"))
        }

        /// Returns a random document.
        static func random(_ generator: inout SeededGenerator) throws -> Node {
            var node = try Node(generator.json(levels: 4))
            for path in paths(node, .root) where generator.chance(30) {
                node.set(generator.chance(50) ? .number(generator.double()) : .string("p"), at: path.child(.priority))
            }
            return node
        }

        private static func paths(_ node: Node, _ path: Path) -> [Path] {
            [path] + node.children.flatMap { paths($0.value, path.child($0.key)) }
        }
    }
#endif
