package import DatasyncEngine
package import DatasyncTree

/// A value with its location: the base of every dialect's snapshots.
package struct LocatedValue: Sendable {
    /// The node of the value, or its parent if there is a key.
    private let base: Location
    /// The key of the child that the value belongs to, for child events.
    package let childKey: Key?
    package let node: Node
    /// Whether the back end has acknowledged the value.
    package let isAcknowledged: Bool
    /// Whether the value is known; false if the client was disconnected and the offline cache does not have it.
    package let isKnown: Bool
    /// Whether there is a value, even if the subscription hides it.
    package let exists: Bool
    /// Whether the subscription receives events without data; the node is then null.
    package let isHidden: Bool
    /// The order of the children: the query's order, or by priority.
    private let order: Order

    package init(
        _ node: Node, at location: Location, child key: Key? = nil, isAcknowledged: Bool, isKnown: Bool = true,
        order: Order = .priority
    ) {
        self.order = order
        base = location
        childKey = key
        self.node = node
        self.isAcknowledged = isAcknowledged
        self.isKnown = isKnown
        exists = !node.isNull
        isHidden = false
    }

    private init(hiding value: LocatedValue) {
        base = value.base
        childKey = value.childKey
        node = .null
        isAcknowledged = value.isAcknowledged
        isKnown = value.isKnown
        exists = value.exists
        order = value.order
        isHidden = true
    }

    /// The location of the node; made on access, because few events need it.
    package var location: Location { childKey.map(base.child) ?? base }

    /// The value without its data, for subscriptions that receive events without data.
    package var hidden: LocatedValue { LocatedValue(hiding: self) }

    /// Makes the value for a subscription's event: the child for child events, otherwise the node.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - location: The location of the subscription.
    ///   - order: The order of the query.
    package init(_ event: Event, of location: Location, order: Order = .priority) {
        self.init(
            event.node, at: location, child: event.key, isAcknowledged: event.isAcknowledged,
            order: event.key == nil ? order : .priority)
    }

    /// Makes the value for the result of an operation.
    ///
    /// - Parameters:
    ///   - outcome: The result.
    ///   - location: The location of the operation.
    ///   - order: The order of the query that was read.
    package init(_ outcome: Outcome, at location: Location, order: Order = .priority) {
        var (isAcknowledged, isKnown) = (true, true)
        if case .value(_, let acknowledged, let known) = outcome { (isAcknowledged, isKnown) = (acknowledged, known) }
        self.init(outcome.node, at: location, isAcknowledged: isAcknowledged, isKnown: isKnown, order: order)
    }

    /// The value as Foundation's JSON: integer-keyed nodes as arrays, null as `nil`.
    ///
    /// If children have canonically equivalent keys, this is reported to the diagnostics: a dictionary holds only one of them.
    package var foundationValue: Any? { foundationValue(readsArrays: true) }

    /// The value as Foundation's JSON, never with arrays; null as `nil`.
    package var rawFoundationValue: Any? { foundationValue(readsArrays: false) }

    private func foundationValue(readsArrays: Bool, showsPriorities: Bool = false) -> Any? {
        node.foundationValue(readsArrays: readsArrays, showsPriorities: showsPriorities) { path, first, second in
            let place = self.location.path.appending(path)
            self.location.client.diagnose(
                WebcomError(
                    .invalidKey, at: place.description,
                    "The children \(first.escaped) and \(second.escaped) of \(place) are one key to a dictionary, which holds only "
                        + "the second; read them in order (forEach, children, JSON text), or rename one."))
        }
    }

    /// The value as Foundation's JSON with priorities, never with arrays; null as `nil`.
    package var exportedFoundationValue: Any? {
        foundationValue(readsArrays: false, showsPriorities: true)
    }

    /// Returns the value at a relative path; null if nothing is stored there.
    ///
    /// An ill-formed path, or one that is not below the location, also gives null.
    package func child(_ path: String) -> LocatedValue {
        let place = location.relative(path)
        let relative = (try? place.checkedPath.get()).flatMap { $0.relative(to: location.path) }
        return LocatedValue(
            relative.map { node[$0] } ?? .null, at: place, isAcknowledged: isAcknowledged, isKnown: isKnown)
    }

    /// The children in the order of the query.
    package var children: [LocatedValue] {
        node.children.entries(by: order).map {
            LocatedValue($0.value, at: location.child($0.key), isAcknowledged: isAcknowledged, isKnown: isKnown)
        }
    }
}

extension LocatedValue: NodeSource {
    package var sourceNode: Node { node }
}

extension LocatedValue: Hashable {
    /// Returns whether path, value and acknowledgement are equal; the clients may differ.
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
    /// The path, whether the value is acknowledged, and its JSON text, truncated if it is long.
    package var description: String {
        "\(location), \(isAcknowledged ? "acknowledged" : "local"), \(node.text(atMost: 200))"
    }
}
