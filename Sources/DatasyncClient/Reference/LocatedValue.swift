package import DatasyncEngine
package import DatasyncTree

/// A value with its location: the base of the snapshots of the dialects.
package struct LocatedValue: Sendable {
    package let location: Location
    package let node: Node
    /// Whether the back end has confirmed the value.
    package let isAcknowledged: Bool
    /// Whether the value is known; otherwise there was no connection, and the cache does not hold it.
    package let isKnown: Bool
    /// Whether there is a value, though the subscription may hide it.
    package let exists: Bool
    /// Whether the subscription asked for events without data: then the node is null.
    package let isHidden: Bool

    package init(_ node: Node, at location: Location, isAcknowledged: Bool, isKnown: Bool = true) {
        self.location = location
        self.node = node
        self.isAcknowledged = isAcknowledged
        self.isKnown = isKnown
        exists = !node.isNull
        isHidden = false
    }

    private init(hiding value: LocatedValue) {
        location = value.location
        node = .null
        isAcknowledged = value.isAcknowledged
        isKnown = value.isKnown
        exists = value.exists
        isHidden = true
    }

    /// The same without its data, for subscriptions that hide them.
    package var hidden: LocatedValue { LocatedValue(hiding: self) }

    /// The value that an event of a subscription at a location conveys: the child of child events, else the node.
    package init(_ event: Event, of location: Location) {
        self.init(
            event.node, at: event.key.map(location.child) ?? location, isAcknowledged: event.isAcknowledged)
    }

    /// The result of an operation.
    package init(_ outcome: Outcome, at location: Location) {
        var (isAcknowledged, isKnown) = (true, true)
        if case .value(_, let acknowledged, let known) = outcome { (isAcknowledged, isKnown) = (acknowledged, known) }
        self.init(outcome.node, at: location, isAcknowledged: isAcknowledged, isKnown: isKnown)
    }

    /// The value as Foundation's JSON: integer-keyed nodes as arrays, null as `nil`.
    ///
    /// Reports children that a dictionary cannot hold side by side.
    package var foundationValue: Any? { foundationValue(readsArrays: true) }

    /// The value as Foundation's JSON, never with arrays; null as `nil`.
    package var rawFoundationValue: Any? { foundationValue(readsArrays: false) }

    private func foundationValue(readsArrays: Bool) -> Any? {
        node.foundationValue(readsArrays: readsArrays) { path, first, second in
            let place = self.location.path.appending(path)
            self.location.client.diagnostics(
                WebcomError(
                    .invalidKey, at: place.description,
                    "The children \(first.escaped) and \(second.escaped) of \(place) are one key to a dictionary, which holds only "
                        + "the second; read them in order (forEach, children, JSON text), or rename one."))
        }
    }

    /// The value at a path below; null where there is nothing, or where the path is ill-formed or leads elsewhere.
    package func child(_ path: String) -> LocatedValue {
        let place = location.relative(path)
        let relative = (try? place.checkedPath.get()).flatMap { $0.relative(to: location.path) }
        return LocatedValue(
            relative.map { node[$0] } ?? .null, at: place, isAcknowledged: isAcknowledged, isKnown: isKnown)
    }

    /// The children in key order.
    package var children: [LocatedValue] {
        node.children.map {
            LocatedValue($0.value, at: location.child($0.key), isAcknowledged: isAcknowledged, isKnown: isKnown)
        }
    }
}

extension LocatedValue: NodeSource {
    package var sourceNode: Node { node }
}

extension LocatedValue: Hashable {
    /// Returns whether path, value and acknowledgement are equal, whichever client they are of.
    package static func == (left: LocatedValue, right: LocatedValue) -> Bool {
        left.isAcknowledged == right.isAcknowledged && left.location.checkedPath == right.location.checkedPath
            && left.node == right.node
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(isAcknowledged)
        hasher.combine(location.checkedPath)
        hasher.combine(node)
    }
}

extension LocatedValue: CustomStringConvertible {
    /// The path, whether the value is acknowledged, and its JSON text, cut when it is long.
    package var description: String {
        "\(location), \(isAcknowledged ? "acknowledged" : "local"), \(node.text(atMost: 200))"
    }
}
