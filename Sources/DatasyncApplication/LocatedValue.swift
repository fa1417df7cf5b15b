package import DatasyncEngine
package import DatasyncTree

/// A value with its place: what the snapshots of the dialects are made of.
package struct LocatedValue: Sendable {
    package let location: Location
    package let node: Node
    /// Whether the back end has confirmed the value.
    package let isAcknowledged: Bool

    package init(_ node: Node, at location: Location, isAcknowledged: Bool) {
        self.location = location
        self.node = node
        self.isAcknowledged = isAcknowledged
    }

    /// What an event of a subscription at a place conveys: the child of child events, else the node.
    package init(_ event: Event, of location: Location) {
        self.init(
            event.node, at: event.key.map(location.child) ?? location, isAcknowledged: event.isAcknowledged)
    }

    /// What an operation resulted in.
    package init(_ outcome: Outcome, at location: Location) {
        var isAcknowledged = true
        if case .value(_, let flag) = outcome { isAcknowledged = flag }
        self.init(outcome.node, at: location, isAcknowledged: isAcknowledged)
    }

    /// The value at a path below; null where there is nothing, or where the path is ill-formed or leads elsewhere.
    package func child(_ path: String) -> LocatedValue {
        let place = location.relative(path)
        let relative = (try? place.target.get()).flatMap { $0.relative(to: location.path) }
        return LocatedValue(relative.map { node[$0] } ?? .null, at: place, isAcknowledged: isAcknowledged)
    }

    /// The children in key order.
    package var children: [LocatedValue] {
        node.children.map { LocatedValue($0.value, at: location.child($0.key), isAcknowledged: isAcknowledged) }
    }
}

extension LocatedValue: Hashable {
    /// Returns whether path, value and acknowledgement are equal, whichever client they are of.
    package static func == (left: LocatedValue, right: LocatedValue) -> Bool {
        left.isAcknowledged == right.isAcknowledged && left.location.target == right.location.target
            && left.node == right.node
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(isAcknowledged)
        hasher.combine(location.target)
        hasher.combine(node)
    }
}

extension LocatedValue: CustomStringConvertible {
    /// The path, whether the value is acknowledged, and its JSON text, cut when it is long.
    package var description: String {
        "\(location), \(isAcknowledged ? "acknowledged" : "local"), \(node.text(atMost: 200))"
    }
}
