/// The comparison of two sequences of events, as a pure state machine.
///
/// ```
/// comparing ── difference ──▶ collecting ── both sides have followed, or time is up, or finish ──▶ ended
///     └───────────── finish; events that still wait are a difference, which is complete ─────────▶ ended
/// ```
struct EventComparison {
    typealias Side = EventSequenceComparator.Side

    private enum State {
        /// All events are equal so far.
        case comparing
        /// A difference was found; the events that follow are collected.
        case collecting(EventDivergence)
        /// The difference was returned, or the comparison was finished; further events are ignored.
        case ended
    }

    /// The limits of a comparison.
    struct Limits {
        /// The number of events before and after the difference, on each side.
        let neighbours: Int
        /// The most milliseconds that an event may wait for its counterpart.
        let patience: Double
        /// The most events that may wait for their counterparts.
        let waiting: Int
    }

    let path: String
    private let limits: Limits
    private var state = State.comparing
    /// The events of one side that the other side has not delivered yet.
    private var waiting: [(event: ComparedEvent, time: Double)] = []
    /// The index of the oldest event in `waiting`; all before it have been compared.
    private var oldest = 0
    private var waitingSide = Side.old
    private var recent: [ComparedEvent] = []
    private(set) var countOfEqual = 0

    init(path: String, limits: Limits) {
        self.path = path
        self.limits = limits
    }

    var countOfWaiting: Int { waiting.count - oldest }

    var hasEnded: Bool { if case .ended = state { true } else { false } }

    /// Adds an event of a side and returns the difference once it is complete.
    mutating func record(_ event: ComparedEvent, from side: Side, at time: Double) -> EventDivergence? {
        switch state {
        case .ended: return nil
        case .collecting(let divergence): return collect(event, from: side, at: time, into: divergence)
        case .comparing: return compare(event, from: side, at: time)
        }
    }

    /// Ends the comparison and returns a difference not returned yet: one that was found, or the waiting events.
    mutating func finish(at time: Double) -> EventDivergence? {
        switch state {
        case .comparing where countOfWaiting > 0: return missing(at: time)
        case .comparing, .ended:
            end()
            return nil
        case .collecting(let divergence):
            end()
            return divergence
        }
    }

    private mutating func compare(_ event: ComparedEvent, from side: Side, at time: Double) -> EventDivergence? {
        guard countOfWaiting > 0, side != waitingSide else {
            waitingSide = side
            waiting.append((event, time))
            let isLate = time - waiting[oldest].time > limits.patience
            return isLate || countOfWaiting > limits.waiting ? missing(at: time) : nil
        }
        let counterpart = waiting[oldest].event
        guard event == counterpart else {
            oldest += 1
            let (old, new) = side == .old ? (event, counterpart) : (counterpart, event)
            return found(.differentEvents, old, new, at: time)
        }
        accept()
        return nil
    }

    /// Removes the oldest waiting event; its counterpart has been delivered.
    private mutating func accept() {
        countOfEqual += 1
        recent.append(waiting[oldest].event)
        if recent.count > limits.neighbours { recent.removeFirst(recent.count - limits.neighbours) }
        oldest += 1
        // Removing each event at once would move all the others each time.
        if oldest * 2 >= waiting.count {
            waiting.removeFirst(oldest)
            oldest = 0
        }
    }

    /// Ends the comparison and returns the difference: the other side lacks the waiting events.
    private mutating func missing(at time: Double) -> EventDivergence? {
        let events = waiting[oldest...].map(\.event)
        oldest += 1
        let divergence =
            waitingSide == .old
            ? found(.missingInNew, events.first, nil, missing: events, at: time)
            : found(.missingInOld, nil, events.first, missing: events, at: time)
        // The other side delivers nothing, so there is nothing to wait for.
        return divergence ?? finish(at: time)
    }

    private mutating func found(
        _ reason: EventDivergence.Reason, _ old: ComparedEvent?, _ new: ComparedEvent?, missing: [ComparedEvent] = [],
        at time: Double
    ) -> EventDivergence? {
        let following = waiting[oldest...].prefix(limits.neighbours).map(\.event)
        let divergence = EventDivergence(
            reason: reason, path: path, time: time, countOfEqual: countOfEqual, old: old, new: new, missing: missing,
            before: recent, oldAfter: waitingSide == .old ? following : [],
            newAfter: waitingSide == .new ? following : [])
        return settle(divergence, at: time)
    }

    private mutating func collect(
        _ event: ComparedEvent, from side: Side, at time: Double, into divergence: EventDivergence
    ) -> EventDivergence? {
        var divergence = divergence
        switch side {
        case .old where divergence.oldAfter.count < limits.neighbours: divergence.oldAfter.append(event)
        case .new where divergence.newAfter.count < limits.neighbours: divergence.newAfter.append(event)
        case .old, .new: break
        }
        return settle(divergence, at: time)
    }

    /// Returns the difference if enough events follow it or the time is up; otherwise collects further events.
    private mutating func settle(_ divergence: EventDivergence, at time: Double) -> EventDivergence? {
        let isComplete = min(divergence.oldAfter.count, divergence.newAfter.count) >= limits.neighbours
        guard isComplete || time - divergence.time > limits.patience else {
            state = .collecting(divergence)
            return nil
        }
        end()
        return divergence
    }

    private mutating func end() {
        state = .ended
        (waiting, oldest, recent) = ([], 0, [])
    }
}
