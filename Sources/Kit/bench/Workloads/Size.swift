/// The numbers of operations, children and listeners of the workloads.
package struct Size: Sendable, Equatable {
    /// The number of operations of a workload with single changes.
    package let operations: Int
    /// The number of children of the list of W2.
    package let children: Int
    /// The number of siblings of W3, each with a listener.
    package let siblings: Int
    /// The number of children of the list of W4.
    package let bulk: Int
    /// The number of levels of W5, each with a listener.
    package let depth: Int
    /// The largest number in the series of scaling rows.
    package let scale: Int

    package init(operations: Int, children: Int, siblings: Int, bulk: Int, depth: Int, scale: Int) {
        self.operations = operations
        self.children = children
        self.siblings = siblings
        self.bulk = bulk
        self.depth = depth
        self.scale = scale
    }

    /// The numbers of the reference figures.
    package static let full = Size(
        operations: 10_000, children: 10_000, siblings: 1_000, bulk: 100_000, depth: 10, scale: 1_000_000)
    /// About a tenth of the reference, for a quick look.
    package static let quick = Size(
        operations: 1_000, children: 1_000, siblings: 100, bulk: 10_000, depth: 10, scale: 10_000)

    /// Whether figures of this size can be compared with the reference figures.
    var isReference: Bool { self == .full }
}
