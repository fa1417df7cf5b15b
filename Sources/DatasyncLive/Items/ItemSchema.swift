package import DatasyncTree

/// The fields of an item subscription: their names and where their values are.
///
/// Fields are counted from 1. In command mode the fields `key` and `command` come first, wherever the list does not name
/// them itself; the fields of the second level follow those of the first.
package struct ItemSchema: Sendable {
    /// Where the value of a field comes from.
    enum Source: Sendable, Equatable {
        case key
        case command
        /// A place below the item, or in list modes below the child; the root is the value itself.
        case path(Path)
    }

    let mode: ItemMode
    let names: [String]
    let sources: [Source]
    /// How many fields are of the first level.
    let firstCount: Int
    let hasSecondLevel: Bool

    /// Makes a schema of field names.
    ///
    /// `secondLevel`: The fields of the second level; command mode only.
    /// - Throws: ``DataError`` `invalidPath` for a name that leads nowhere.
    package init(mode: ItemMode, fields: [String], secondLevel: [String]? = nil) throws(DataError) {
        self.mode = mode
        var first = fields
        if mode == .command {
            first = ["key", "command"].filter { !fields.contains($0) } + fields
        }
        var sources: [Source] = []
        for name in first {
            switch (mode, name) {
            case (.command, "key") where !sources.contains(.key): sources.append(.key)
            case (.command, "command") where !sources.contains(.command): sources.append(.command)
            default: sources.append(.path(try Path.root.resolving(name)))
            }
        }
        let second = mode == .command ? secondLevel ?? [] : []
        for name in second { sources.append(.path(try Path.root.resolving(name))) }
        names = first + second
        self.sources = sources
        firstCount = first.count
        hasSecondLevel = mode == .command && secondLevel != nil
    }

    /// The values of the first level.
    func firstValues(of node: Node, key: Key? = nil, command: ItemCommand? = nil) -> [Node] {
        sources[..<firstCount].map { source in
            switch source {
            case .key: key.map { Node.string($0.text) } ?? .null
            case .command: command.map { Node.string($0.rawValue) } ?? .null
            case .path(let path): node[path]
            }
        }
    }

    /// The values of the second level.
    func secondValues(of node: Node) -> [Node] {
        sources[firstCount...].map { source in
            if case .path(let path) = source { node[path] } else { .null }
        }
    }

    /// The first field of a name, counted from 0.
    func index(of name: String) -> Int? { names.firstIndex { $0.hasSameBytes(as: name) } }
}

/// What happened to a row.
enum ItemCommand: String, Sendable {
    case add = "ADD"
    case update = "UPDATE"
    case delete = "DELETE"
}
