public import DatasyncAsync
public import DatasyncCallback
public import DatasyncClient
public import DatasyncLegacy
import DatasyncTree

/// A subscription of a scenario, which a ``DialectDriver`` makes in its dialect.
public struct DialectSubscription: Sendable {
    let source: Scenario.Subscription
    private let trace: Trace

    init(_ source: Scenario.Subscription, _ trace: Trace) {
        self.source = source
        self.trace = trace
    }

    /// The identifier of the subscription, unique in its scenario.
    public var id: String { source.id }

    /// The path, as text; it may be ill-formed.
    public var path: String { source.path }

    /// The events without acknowledgements: `value`, or some of `child_added`, `child_changed`, `child_removed` and
    /// `child_moved`.
    public var events: [String] { source.events }

    /// Whether to deliver `value_ack` or `child_ack` too.
    public var includesAcknowledgements: Bool { source.includesAcknowledgements }

    /// Whether to omit revocations; only with the feature ``DialectFeature/revocationFilters``.
    public var excludesRevocations: Bool { source.excludesRevocations }

    /// Whether to omit the values of events; only with the feature ``DialectFeature/hiddenData``.
    public var hidesData: Bool { source.hidesData }

    /// Returns the window in the notation of the legacy dialect.
    ///
    /// - Parameter node: The node at the path of the subscription.
    /// - Returns: The query of the node's children in the window.
    public func query(of node: Webcom) -> Query {
        switch source.window {
        case .all: node.query
        case .first(let limit): node.startAt().limit(limit)
        case .last(let limit): node.limit(limit)
        case .startAt(let key, let limit): limit.map { node.startAt(key).limit($0) } ?? node.startAt(key)
        case .endAt(let key, let limit): limit.map { node.endAt(key).limit($0) } ?? node.endAt(key)
        case .between(let start, let end): node.startAt(start).endAt(end)
        case .ordered(let window): window.query(of: node)
        }
    }

    /// The window in the notation of the callback dialect.
    public var constraint: Webcom.Constraint {
        switch source.window {
        case .all: .None
        case .first(let limit): .First(limit)
        case .last(let limit): .Last(limit)
        case .startAt(let key, let limit): .StartAt(key, limit)
        case .endAt(let key, let limit): .EndAt(key, limit)
        case .between(let start, let end): .Between(start, end)
        case .ordered(let window): window.constraint
        }
    }

    /// The window in the notation of the async dialect.
    public var childrenConstraint: DatasyncChildrenConstraint {
        switch source.window {
        case .all: .all
        case .first(let limit): .first(limit: limit)
        case .last(let limit): .last(limit: limit)
        case .startAt(let key, let limit): .startAt(key: key, limit: limit)
        case .endAt(let key, let limit): .endAt(key: key, limit: limit)
        case .between(let start, let end): .between(from: start, to: end)
        case .ordered(let window): window.childrenConstraint
        }
    }

    /// Records an event.
    ///
    /// - Parameter event: The event that the dialect delivered.
    public func deliver(_ event: ComparedEvent) {
        deliver(
            event.kind, key: event.key, previousKey: event.previousKey, isAcknowledged: event.isAcknowledged,
            valueText: event.valueText)
    }

    /// Records an event by its parts, for events that are none of the library's.
    ///
    /// - Parameters:
    ///   - kind: The name of the event, as in the legacy dialect.
    ///   - key: The key of the child; `nil` for value events.
    ///   - previousKey: The key of the preceding child, if the event has one.
    ///   - isAcknowledged: Whether the back end has acknowledged the state that the event shows.
    ///   - valueText: The value as canonical JSON text: members in the order of their keys, without spaces; `nil` for an
    ///     event without a value.
    public func deliver(
        _ kind: String, key: String?, previousKey: String?, isAcknowledged: Bool, valueText: String?
    ) {
        // The value decides whether an acknowledgement has a preceding key, even if the value is hidden.
        deliver(
            line: Trace.line(
                kind, key: key, previous: previousKey, isAcknowledged: isAcknowledged, value: valueText,
                hidesData: hidesData))
    }

    /// Records the completion of the subscription.
    ///
    /// - Parameter error: The error that revoked the subscription; `nil` if the application cancelled it, which only
    ///   dialects with the feature ``DialectFeature/cancellations`` report.
    public func end(_ error: WebcomError? = nil) {
        deliver(line: error.map { "revoked \($0.statusWord ?? $0.code.rawValue)" } ?? "cancelled")
    }

    /// Records any line, also one about a state that follows from events; see ``StateFold``.
    func deliver(line: String) { trace.add(line, to: source.id, of: source.client) }

    /// The listener for the subscription's first event, in the form that is traced.
    var once: DialectSubscription { DialectSubscription(source.once, trace) }
}

extension DialectSubscription: CustomStringConvertible {
    /// The identifier, the events and the path.
    public var description: String { "\(id): \(events.joined(separator: ", ")) at \(path)" }
}
