import DatasyncConcurrency

/// Compares the events of an old and a new subscription while an application runs, and reports the first difference.
///
/// Call it from the handlers of both subscriptions. They may use different dialects, or one may belong to another client:
///
/// ```swift
/// let comparator = EventSequenceComparator(path: "contacts", sampling: .fraction(0.01, of: userID)) { divergence in
///     log(divergence.description)
/// }
/// contacts.on(["child_added", "child_changed", "child_removed", "child_ack"]) { snapshot, previousKey in
///     comparator.record(from: .old, ComparedEvent(snapshot, previousKey))
/// }
/// node.subscribe(to: .childEvent) { event in comparator.record(from: .new, ComparedEvent(event)) }
/// ```
///
/// Subscribe to the same events of the same node in both, one right after the other and on the same queue. A comparator that is
/// not sampled makes and retains no event, and its `record` takes no lock. You can call all members on any thread.
public final class EventSequenceComparator: Sendable {
    /// The subscription that an event comes from.
    public enum Side: String, Sendable {
        /// The subscription to be replaced.
        case old
        /// The subscription that replaces it.
        case new
    }

    /// Whether events are compared at all; if not, the lock is never taken.
    private let isSampled: Bool
    private let comparison: Guarded<EventComparison>
    private let clock: @Sendable () -> Double
    private let onDivergence: @Sendable (EventDivergence) -> Void

    /// Makes a comparator for one pair of subscriptions.
    ///
    /// - Parameters:
    ///   - path: The path of the node, for the report.
    ///   - sampling: Whether this process compares at all.
    ///   - neighbours: The number of events before and after the difference in the report, on each side.
    ///   - patience: The most milliseconds that an event waits for its counterpart, checked at each further event.
    ///   - maximumWaiting: The most events that wait for their counterparts.
    ///   - clock: The time in milliseconds since the Unix epoch; by default the system's.
    ///   - onDivergence: Called at most once, on the thread of the call that completes the report.
    public init(
        path: String, sampling: Sampling = .all, neighbours: Int = 3, patience: Double = 30_000,
        maximumWaiting: Int = 10_000, clock: (@Sendable () -> Double)? = nil,
        onDivergence: @escaping @Sendable (EventDivergence) -> Void
    ) {
        let limits = EventComparison.Limits(
            neighbours: max(0, neighbours), patience: patience, waiting: max(0, maximumWaiting))
        isSampled = sampling.isChosen
        comparison = Guarded(EventComparison(path: path, limits: limits))
        self.clock = clock ?? SystemClock.milliseconds
        self.onDivergence = onDivergence
    }

    deinit { finish() }

    /// Whether this comparator compares: it is sampled, has reported no difference and is not finished.
    public var isComparing: Bool { isSampled && comparison.withLock { !$0.hasEnded } }

    /// The number of events that both subscriptions have delivered alike.
    public var countOfEqual: Int { comparison.withLock(\.countOfEqual) }

    /// The number of events that only one subscription has delivered so far; zero when no event is in delivery.
    public var countOfWaiting: Int { comparison.withLock(\.countOfWaiting) }

    /// Compares an event with the other subscription's event at the same position.
    ///
    /// - Parameters:
    ///   - side: The subscription that delivered the event.
    ///   - event: The event; evaluated only if the comparator is sampled. `nil` is ignored.
    /// - Throws: The error of the expression for the event.
    public func record(from side: Side, _ event: @autoclosure () throws -> ComparedEvent?) rethrows {
        guard isSampled, let event = try event() else { return }
        let time = clock()
        if let divergence = comparison.withLock({ $0.record(event, from: side, at: time) }) { onDivergence(divergence) }
    }

    /// Ends the comparison, and reports a difference that was not reported yet.
    ///
    /// An event that only one subscription has delivered is a difference: the other one lacks it. Call this when no event is in
    /// delivery, for instance on the delivery queue of both subscriptions. Releasing a comparator does the same.
    public func finish() {
        guard isSampled else { return }
        let time = clock()
        if let divergence = comparison.withLock({ $0.finish(at: time) }) { onDivergence(divergence) }
    }
}

extension EventSequenceComparator: CustomStringConvertible {
    /// The path, and the number of equal and waiting events.
    public var description: String {
        guard isSampled else { return "EventSequenceComparator(off)" }
        let (path, equal, waiting) = comparison.withLock { ($0.path, $0.countOfEqual, $0.countOfWaiting) }
        return "EventSequenceComparator(\(path), \(equal) equal, \(waiting) waiting)"
    }
}
