import DatasyncTree

/// The nodes that an item subscription sees as items.
public enum ItemSelection: Sendable, Equatable, ExpressibleByArrayLiteral {
    /// Paths; each item is named by its path.
    case list([String])
    /// Paths that belong together; their items have positions only.
    case group([String])

    /// A list of paths.
    public init(arrayLiteral elements: String...) { self = .list(elements) }

    /// The paths in order.
    public var paths: [String] {
        switch self {
        case .list(let paths), .group(let paths): paths
        }
    }

    /// What an item of a position, from 0, is named.
    package func name(at index: Int) -> String? {
        if case .list(let paths) = self { paths[index] } else { nil }
    }
}

extension ItemSelection: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case, with its paths.
    public var description: String {
        switch self {
        case .list(let paths): "list(\(paths))".abbreviated()
        case .group(let paths): "group(\(paths))".abbreviated()
        }
    }

    /// The description after the name of the type.
    public var debugDescription: String { "ItemSelection.\(description)" }
}
