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
