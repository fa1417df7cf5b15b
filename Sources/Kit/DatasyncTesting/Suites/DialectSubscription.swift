public import DatasyncAsync
public import DatasyncCallback
public import DatasyncClient
import DatasyncTree

/// A subscription of a scenario, which a ``DialectDriver`` makes in its dialect.
public struct DialectSubscription: Sendable {
    private let subscription: Scenario.Subscription
    private let trace: Trace

    init(_ subscription: Scenario.Subscription, _ trace: Trace) {
        self.subscription = subscription
        self.trace = trace
    }

    /// The identifier of the subscription, unique in its scenario.
    public var id: String { subscription.id }

    /// The path, as text; it may be ill-formed.
    public var path: String { subscription.path }

    /// The events without acknowledgements: `value`, or some of `child_added`, `child_changed`, `child_removed` and
    /// `child_moved`.
    public var events: [String] { subscription.events }

    /// Whether to deliver `value_ack` or `child_ack` too.
    public var includesAcknowledgements: Bool { subscription.includesAcknowledgements }

    /// Whether to omit revocations; only with the feature ``DialectFeature/revocationFilters``.
    public var excludesRevocations: Bool { subscription.excludesRevocations }

    /// Whether to omit the values of events; only with the feature ``DialectFeature/hiddenData``.
    public var hidesData: Bool { subscription.hidesData }

    /// The window in the notation of the callback dialect.
    public var constraint: Webcom.Constraint { subscription.window.constraint }

    /// The window in the notation of the async dialect.
    public var childrenConstraint: DatasyncChildrenConstraint { subscription.window.childrenConstraint }

    /// Records an event.
    ///
    /// - Parameter event: The event that the dialect delivered.
    public func deliver(_ event: ComparedEvent) {
        trace.add(
            event.kind, key: event.key, previous: event.previousKey, isAcknowledged: event.isAcknowledged,
            value: event.valueText, to: subscription)
    }

    /// Records the completion of the subscription.
    ///
    /// - Parameter error: The error that revoked the subscription; `nil` if the application cancelled it, which only
    ///   dialects with the feature ``DialectFeature/cancellations`` report.
    public func end(_ error: WebcomError? = nil) {
        if let error { trace.addRevocation(error, to: subscription) } else { trace.addCancellation(to: subscription) }
    }
}

extension DialectSubscription: CustomStringConvertible {
    /// The identifier, the events and the path.
    public var description: String { "\(id): \(events.joined(separator: ", ")) at \(path)" }
}
