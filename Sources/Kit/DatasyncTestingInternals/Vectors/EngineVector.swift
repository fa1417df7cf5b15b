import DatasyncEngine
package import DatasyncTree

/// A script for the engine alone: inputs, each with the exact events and listens that must follow.
package struct EngineVector: Sendable {
    package enum Input: Sendable {
        case listen(callback: Int, path: Path, window: Window, tag: Int?)
        case unlisten(callback: Int?, path: Path, window: Window)
        case set(path: Path, node: Node, isVisible: Bool)
        case update(path: Path, children: [(Path, Node)])
        case serverUpdate(path: Path, node: Node, tag: Int?)
        case serverMerge(path: Path, children: [(Path, Node)], tag: Int?)
        case answer(write: Int, isRejected: Bool)
    }

    package struct Step: Sendable {
        package let input: Input
        /// The events that must follow, one line each.
        package let events: [String]
        /// The listens that must start and stop, as `path#tag`; `nil` in files without listen expectations.
        package let started: [String]?
        package let stopped: [String]?
    }

    package let file: String
    package let name: String
    package let steps: [Step]
}
