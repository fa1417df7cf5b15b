import DatasyncTree

/// The nodes that an item subscription delivers as items.
public enum ItemSelection: Sendable, Equatable, ExpressibleByArrayLiteral {
    /// Paths; the name of each item is its path.
    case list([String])
    /// Paths that form a group; their items have positions but no names.
    case group([String])

    /// Creates a list of paths.
    public init(arrayLiteral elements: String...) { self = .list(elements) }

    /// The paths in order.
    public var paths: [String] {
        switch self {
        case .list(let paths), .group(let paths): paths
        }
    }

    /// Returns the name of the item at an index, from 0; `nil` for a group.
    package func name(at index: Int) -> String? {
        if case .list(let paths) = self { paths[index] } else { nil }
    }
}

extension ItemSelection: CustomStringConvertible {
    /// The name of the case, with its paths.
    public var description: String {
        switch self {
        case .list(let paths): "list(\(paths))".abbreviated()
        case .group(let paths): "group(\(paths))".abbreviated()
        }
    }
}
