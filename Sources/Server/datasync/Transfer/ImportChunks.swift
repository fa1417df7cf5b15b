#if Server
    import DatasyncTree

    /// The writes that import a large document, each within a size limit.
    ///
    /// All chunks together make up the document. A part of a chunk is a node with everything below it, or the priority of a
    /// node whose children are parts.
    struct ImportChunks {
        /// Some nodes of the document, in the order in which they are written.
        struct Chunk: Equatable {
            struct Part: Equatable {
                /// The path below the root of the document.
                let path: Path
                let node: Node

                /// The size in bytes, roughly the size of the JSON text.
                var size: Int { node.size + path.reduce(0) { $0 + $1.text.utf8.count + 1 } + 3 }
            }

            fileprivate(set) var parts: [Part] = []
            /// The total size of the parts.
            fileprivate(set) var size = 0

            /// The parts as one node: the value of a write that replaces the root of the document.
            var node: Node {
                parts.reduce(into: Node.null) { node, part in node.set(part.node, at: part.path) }
            }

            /// The parts by their relative paths: the value of a merge.
            var members: JSON { .object(parts.map { JSON.Member($0.path.relativeText, $0.node.exportJSON) }) }
        }

        /// The chunks in the order in which they are written; at least one.
        private(set) var chunks = [Chunk()]
        private let limit: Int

        /// Divides a document.
        ///
        /// - Parameters:
        ///   - document: The document.
        ///   - limit: The maximum size of a chunk in bytes; only a single primitive may be larger.
        init(_ document: Node, limit: Int) {
            self.limit = limit
            add(document, at: .root)
        }

        private mutating func add(_ node: Node, at path: Path) {
            let part = Chunk.Part(path: path, node: node)
            if part.size <= limit || node.isLeaf || node.isNull { return append(part) }
            for (key, child) in node.children { add(child, at: path.child(key)) }
            // A node without children cannot have a priority, so it follows them.
            if node.isPrioritized { append(Chunk.Part(path: path.child(.priority), node: node.priority)) }
        }

        private mutating func append(_ part: Chunk.Part) {
            if !chunks[chunks.count - 1].parts.isEmpty, chunks[chunks.count - 1].size + part.size > limit {
                chunks.append(Chunk())
            }
            chunks[chunks.count - 1].parts.append(part)
            chunks[chunks.count - 1].size += part.size
        }
    }
#endif
