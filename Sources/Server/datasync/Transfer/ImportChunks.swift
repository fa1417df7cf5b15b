#if Server
    import DatasyncTree

    /// The writes that import a document of any size, each within a size limit.
    ///
    /// The document arrives part by part, and about two chunks of it are held. All chunks together make up the document. A node
    /// that fits into a chunk is not divided. The data and limits of every chunk are checked before it is complete.
    struct ImportChunks {
        /// Some nodes of the document, in the order in which they are written.
        enum Chunk: Equatable {
            /// A node with everything below it, or the priority of a node whose children are parts.
            struct Part: Equatable {
                /// The path below the root of the document.
                let path: Path
                let node: Node

                /// The size in bytes, roughly the size of the JSON text.
                var size: Int { node.size + path.reduce(0) { $0 + $1.text.utf8.count + 1 } + 3 }
            }

            /// The value that replaces the earlier one: the first chunk.
            case replacement(Node)
            /// The parts that are merged into it.
            case merge([Part])

            /// The body of the request.
            var text: String {
                var bytes: [UInt8] = []
                switch self {
                case .replacement(let node): node.writeExport(to: &bytes)
                case .merge(let parts):
                    for part in parts {
                        bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
                        JSON.write(part.path.relativeText, to: &bytes)
                        bytes.append(UInt8(ascii: ":"))
                        part.node.writeExport(to: &bytes)
                    }
                    bytes.append(UInt8(ascii: "}"))
                }
                return String(decoding: bytes, as: UTF8.self)
            }
        }

        /// A node whose children are in several parts of the text.
        private struct Level {
            /// The children that are not yet in a chunk.
            var held = Node.null
            /// Whether other children are in chunks already.
            var isDivided = false
            private(set) var keys: Set<Key> = []
            private(set) var keyBytes = 0

            /// Counts a child; false if it was counted before.
            mutating func count(_ key: Key) -> Bool {
                keyBytes += key.text.utf8.count
                return keys.insert(key).inserted
            }
        }

        /// The complete chunks that were not taken yet.
        private var complete: [Chunk] = []
        /// The first chunk; `nil` once it is complete.
        private var replacement: Node? = .null
        /// The parts of any later chunk, and their total size.
        private var parts: (list: [Chunk.Part], size: Int) = ([], 0)

        /// The nodes that continue in the next part, the outermost first.
        private var levels: [Level] = []
        private var reader: DividedNode
        private let path: Path
        private let limit: Int
        private let limits: Limits

        /// Creates the chunks of a document that arrives in parts.
        ///
        /// - Parameters:
        ///   - path: The path at which the document is written.
        ///   - limit: The maximum size of a chunk in bytes; only a single primitive may be larger.
        ///   - limits: The limits of the data.
        init(at path: Path, limit: Int, limits: Limits = Limits()) {
            self.path = path
            self.limit = limit
            self.limits = limits
            reader = DividedNode(at: path)
        }

        /// Returns the chunks of a document.
        ///
        /// - Throws: ``DatasyncError`` if the document exceeds a limit.
        static func chunks(of document: Node, at path: Path, limit: Int) throws(DatasyncError) -> [Chunk] {
            var chunks = ImportChunks(at: path, limit: limit)
            try chunks.add(.node(document))
            try chunks.finish()
            return chunks.take()
        }

        /// Adds the next part of the document's text.
        ///
        /// - Throws: ``DatasyncError`` if the part is not valid data, or exceeds a limit.
        mutating func add(_ part: JSONDivider.Part) throws(DatasyncError) {
            var reader = reader
            try reader.read(JSONParser.parse(part.text), begun: part.begun, open: part.open) {
                event throws(DatasyncError) in try add(event)
            }
            self.reader = reader
        }

        /// Completes the last chunk, after the last part.
        ///
        /// - Throws: ``DatasyncError`` if the chunk exceeds a limit.
        mutating func finish() throws(DatasyncError) {
            if replacement != nil || !parts.list.isEmpty { try completeChunk() }
        }

        /// Removes the complete chunks, and returns them.
        mutating func take() -> [Chunk] {
            defer { complete = [] }
            return complete
        }

        private mutating func add(_ event: DividedNode.Event) throws(DatasyncError) {
            switch event {
            case .node(let node):
                try limits.checkAllChildren(of: node, at: path)
                try add(node, at: .root)
            case .begin: levels.append(Level())
            case .children(let place, let children):
                for (key, child) in children {
                    try limits.checkAllChildren(of: child, at: path.appending(place.child(key)))
                    try hold(child, key, of: place)
                }
                try divideLevels(at: place)
            case .end(let place, let priority):
                let level = levels.removeLast()
                let parent = place.parent
                if level.isDivided {
                    if let key = place.last, let parent { try count(key, of: parent) }
                    for (key, child) in level.held.children { try add(child, at: place.child(key)) }
                    try add(priority, of: place)
                } else if let key = place.last, let parent, !level.held.isNull {
                    try hold(level.held.withPriority(priority), key, of: parent)
                    try divideLevels(at: parent)
                } else if place.isRoot {
                    try add(level.held.withPriority(priority), at: place)
                }
            }
        }

        /// Counts a child of the innermost level.
        private mutating func count(_ key: Key, of place: Path) throws(DatasyncError) {
            let (place, top) = (path.appending(place), levels.count - 1)
            guard levels[top].count(key) else { throw DividedNode.duplicate(key, of: place) }
            try limits.checkChildren(count: levels[top].keys.count, keyBytes: levels[top].keyBytes, at: place)
        }

        /// Keeps a child of the innermost level until it is known whether the level fits into a chunk.
        private mutating func hold(_ child: Node, _ key: Key, of place: Path) throws(DatasyncError) {
            try count(key, of: place)
            levels[levels.count - 1].held.modifyChild(key) { $0 = child }
        }

        /// Adds what the outermost levels hold to the chunks, until the other levels may fit into one.
        ///
        /// - Parameter place: The path of the innermost level.
        /// - Throws: ``DatasyncError`` if a chunk exceeds a limit.
        private mutating func divideLevels(at place: Path) throws(DatasyncError) {
            var size = levels.reduce(0) { $0 + $1.held.size }
            for depth in levels.indices where size > limit {
                let held = levels[depth].held
                size -= held.size
                (levels[depth].held, levels[depth].isDivided) = (.null, true)
                for (key, child) in held.children { try add(child, at: place.keeping(depth).child(key)) }
            }
        }

        private mutating func add(_ node: Node, at place: Path) throws(DatasyncError) {
            let part = Chunk.Part(path: place, node: node)
            if part.size <= limit || node.isLeaf || node.isNull { return try append(part) }
            for (key, child) in node.children { try add(child, at: place.child(key)) }
            try add(node.priority, of: place)
        }

        /// Adds the priority of a node, which follows its children, as a node without children cannot have one.
        private mutating func add(_ priority: Node, of place: Path) throws(DatasyncError) {
            if !priority.isNull { try append(Chunk.Part(path: place.child(.priority), node: priority)) }
        }

        private mutating func append(_ part: Chunk.Part) throws(DatasyncError) {
            if let node = replacement {
                let grown = node.setting(part.node, at: part.path)
                if node.isNull || grown.size <= limit {
                    replacement = grown
                    return
                }
                try completeChunk()
            } else if !parts.list.isEmpty, parts.size + part.size > limit {
                try completeChunk()
            }
            parts.list.append(part)
            parts.size += part.size
        }

        private mutating func completeChunk() throws(DatasyncError) {
            if let node = replacement.take() {
                try limits.check(node, at: path)
                complete.append(.replacement(node))
                return
            }
            if parts.size > min(limits.write, limits.string) {
                let node = parts.list.reduce(into: Node.null) { node, part in node.set(part.node, at: part.path) }
                try limits.check(node, at: path)
            }
            complete.append(.merge(parts.list))
            parts = ([], 0)
        }
    }
#endif
