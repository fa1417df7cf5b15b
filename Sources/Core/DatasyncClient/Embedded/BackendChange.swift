import DatasyncBackend
public import DatasyncLog
import DatasyncTree
import Foundation

/// The events of a node that one record of a back end's log has caused, all of them.
public struct BackendChange: Sendable {
    /// The position of the record; a subscription from it on continues with the next one.
    public let position: LogPosition
    /// The time of the record; `nil` for a ``BackendEvent/Kind/reload``.
    public let time: LogTime?
    /// The events in order; never empty.
    public let events: [BackendEvent]
}

/// An event of a node, as the back end has it: every event is acknowledged.
public struct BackendEvent: Sendable {
    /// The kind of an event.
    public enum Kind: String, Sendable, CaseIterable {
        /// The node has a value, and what has changed before is not known: a subscription begins, or the log has lost records.
        case reload
        /// The value of the node has changed.
        case value
        /// A child was added.
        case childAddition = "child_added"
        /// The value or the priority of a child has changed.
        case childChange = "child_changed"
        /// A child was removed.
        case childRemoval = "child_removed"
        /// A child has moved to another place; its change follows.
        case childMove = "child_moved"

        /// All events of children.
        public static let ofChildren: Set<Kind> = [.childAddition, .childChange, .childRemoval, .childMove]
    }

    /// The kind of the event.
    public let kind: Kind
    /// The key of the child; `nil` for the value of the node.
    public let key: String?
    /// The key just before the child, in the order by priority; `nil` for the first child and for a removal.
    public let previousKey: String?
    private let node: Node
    private let path: Path

    init(_ event: Transition.Event, at path: Path) {
        kind = Kind(rawValue: event.kind.rawValue) ?? .value
        key = event.key?.text
        previousKey = event.previousKey?.text
        node = event.node
        self.path = event.key.map(path.child) ?? path
    }

    init(reload node: Node, at path: Path) {
        (kind, key, previousKey) = (.reload, nil, nil)
        self.node = node
        self.path = path
    }

    /// The value of the node or child as Foundation's JSON; for a removal, the old value, for null `nil`.
    public var json: Any? { node.foundationValue }

    /// Returns the value of the node or child, for a removal the old one.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoded value.
    /// - Throws: ``WebcomError`` `decodingFailed` with the reason.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws(WebcomError) -> Value {
        try NodeDecoder(JSONDecoder(), decimals: .number).decode(type, from: node, at: path)
    }
}

extension BackendChange: CustomStringConvertible {
    /// The position and the events.
    public var description: String { "\(position): \(events.map(\.description).joined(separator: ", "))" }
}

extension BackendEvent: CustomStringConvertible {
    /// The kind, the key and the value, abbreviated when it is long.
    public var description: String {
        "\(kind.rawValue) \(key.map { "\($0) " } ?? "")\(node.text(atMost: 200))"
    }
}
