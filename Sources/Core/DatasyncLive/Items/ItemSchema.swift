package import DatasyncTree

/// The fields of an item subscription: their names and the sources of their values.
///
/// Positions of fields count from 1. In command mode the fields `key` and `command` come first, unless the list names
/// them itself; the fields of the second level follow the fields of the first.
package struct ItemSchema: Sendable {
    /// The source of a field's value.
    enum Source: Sendable, Equatable {
        case key
        case command
        /// A path below the item, or in list modes below the child; the root is the value itself.
        case path(Path)
    }

    let mode: ItemMode
    let names: [String]
    let sources: [Source]
    /// The number of fields of the first level.
    let firstCount: Int
    let hasSecondLevel: Bool

    /// Creates a schema from field names.
    ///
    /// - Parameters:
    ///   - mode: The mode of the subscription.
    ///   - fields: The fields of the first level.
    ///   - secondLevel: The fields of the second level; command mode only.
    /// - Throws: ``DatasyncError`` `invalidPath` for a name that is not a valid path.
    package init(mode: ItemMode, fields: [String], secondLevel: [String]? = nil) throws(DatasyncError) {
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

    /// Returns the values of the first-level fields.
    func firstValues(of node: Node, key: Key? = nil, command: ItemCommand? = nil) -> [Node] {
        sources[..<firstCount].map { source in
            switch source {
            case .key: key.map { Node.string($0.text) } ?? .null
            case .command: command.map { Node.string($0.rawValue) } ?? .null
            case .path(let path): node[path]
            }
        }
    }

    /// Returns the values of the second-level fields.
    func secondValues(of node: Node) -> [Node] {
        sources[firstCount...].map { source in
            if case .path(let path) = source { node[path] } else { .null }
        }
    }

    /// Returns the index, from 0, of the first field with a name.
    func index(of name: String) -> Int? { names.firstIndex { $0.hasSameBytes(as: name) } }
}

/// The command of a row: added, updated or deleted.
enum ItemCommand: String, Sendable {
    case add = "ADD"
    case update = "UPDATE"
    case delete = "DELETE"
}
