package import DatasyncTree

/// A local write without a response.
///
/// A set has one part; a merge has one for each listed path.
package struct PendingWrite: Sendable {
    /// A path of the write and its new value.
    package struct Part: Sendable {
        package let path: Path
        package let node: Node
    }

    /// The written values.
    private enum Content: Sendable {
        case set(Node)
        case merge([Part])
    }

    package let path: Path
    private let content: Content
    /// Whether the application sees the write before the response.
    ///
    /// An invisible write raises no event and touches no path.
    package let isVisible: Bool

    package static func set(_ node: Node, at path: Path, isVisible: Bool = true) -> PendingWrite {
        PendingWrite(path: path, content: .set(node), isVisible: isVisible)
    }

    /// Creates a merge: values, then nulls, then priorities, each in plain text order of their paths.
    package static func merge(_ children: [(Path, Node)], at path: Path) -> PendingWrite {
        let parts = children.map { Part(path: path.appending($0.0), node: $0.1) }
        let sorted = parts.sorted {
            let (mine, theirs) = ($0.path.mergeStep(of: $0.node), $1.path.mergeStep(of: $1.node))
            return mine == theirs ? $0.path.isTextuallyBefore($1.path) : mine < theirs
        }
        return PendingWrite(path: path, content: .merge(sorted), isVisible: true)
    }

    /// The value of a set; `nil` for a merge.
    package var setNode: Node? { if case .set(let node) = content { node } else { nil } }

    package var isMerge: Bool { if case .merge = content { true } else { false } }

    /// Whether the write sets a priority alone, without its value.
    var setsPriority: Bool {
        switch content {
        case .set: path.last?.isPriority == true
        case .merge(let parts): parts.contains { $0.path.last?.isPriority == true }
        }
    }

    /// The paths of the write and their new values.
    package var parts: [Part] {
        switch content {
        case .set(let node): [Part(path: path, node: node)]
        case .merge(let parts): parts
        }
    }
}
