/// The first difference between two subscriptions that should deliver the same events.
///
/// ```swift
/// let comparator = EventSequenceComparator(path: "contacts") { divergence in
///     log(divergence.description)  // without values
///     show(divergence.text(includingValues: true))  // with values, for a debug build
/// }
/// ```
public struct EventDivergence: Sendable, Hashable {
    /// The way in which the subscriptions differ.
    public enum Reason: String, Sendable {
        /// Both sides delivered an event at the same position, and the two events differ.
        case differentEvents
        /// Only the old subscription delivered the event, at all or within the permitted time and number of events.
        case missingInNew
        /// Only the new subscription delivered the event, at all or within the permitted time and number of events.
        case missingInOld
    }

    /// The way in which the subscriptions differ.
    public let reason: Reason
    /// The path of the subscriptions, as given to the comparator.
    public let path: String
    /// The time at which the difference was found, in milliseconds since the Unix epoch.
    public let time: Double
    /// The number of equal events before the difference; also the index of the first event that differs or is missing.
    public let countOfEqual: Int
    /// The event of the old subscription; `nil` if it is missing.
    public let old: ComparedEvent?
    /// The event of the new subscription; `nil` if it is missing.
    public let new: ComparedEvent?
    /// The events that only one subscription delivered, oldest first; empty when the reason is ``Reason/differentEvents``.
    public let missing: [ComparedEvent]
    /// The last equal events before the difference.
    public let before: [ComparedEvent]
    /// The old subscription's events after the difference, as far as they were delivered.
    public internal(set) var oldAfter: [ComparedEvent]
    /// The new subscription's events after the difference, as far as they were delivered.
    public internal(set) var newAfter: [ComparedEvent]

    /// The path of the child or node at which the subscriptions differ.
    public var eventPath: String {
        guard let key = (old ?? new)?.key else { return path }
        return path.hasSuffix("/") ? path + key : "\(path)/\(key)"
    }

    /// Returns the difference and its neighbouring events as lines: old events on the left, new events on the right.
    ///
    /// - Parameter includingValues: Whether to print the values; they may be a user's private data.
    /// - Returns: The text, without a line break at its end.
    public func text(includingValues: Bool) -> String {
        let line = { (event: ComparedEvent?) -> String in
            guard let event else { return "nothing" }
            return includingValues ? "\(event.line), \(event.valueText)" : event.line
        }
        var rows = before.map { (mark: "  ", old: line($0), new: line($0)) }
        rows.append((mark: "> ", old: line(old), new: line(new)))
        for index in 0..<max(oldAfter.count, newAfter.count) {
            rows.append(
                (
                    mark: "  ", old: index < oldAfter.count ? line(oldAfter[index]) : "",
                    new: index < newAfter.count ? line(newAfter[index]) : ""
                ))
        }
        let width = rows.map(\.old.count).max() ?? 0
        let table = rows.map { row in
            "\(row.mark)\(row.old)\(String(repeating: " ", count: width - row.old.count)) | \(row.new)"
        }
        return ([headline] + table).joined(separator: "\n")
    }

    private var lack: String { "lacks \(missing.count) \(missing.count == 1 ? "event" : "events")" }

    private var headline: String {
        let problem =
            switch reason {
            case .differentEvents where old.map { $0.differsOnlyInValue(from: new ?? $0) } == true:
                "the values differ"
            case .differentEvents: "the events differ"
            case .missingInNew: "the new subscription \(lack) of the old one, from index \(countOfEqual)"
            case .missingInOld: "the old subscription \(lack) of the new one, from index \(countOfEqual)"
            }
        return "\(eventPath): after \(countOfEqual) equal events, at \(Int64(time)) ms: \(problem)"
    }
}

extension EventDivergence: CustomStringConvertible, CustomDebugStringConvertible {
    /// The difference and its neighbouring events, without values.
    public var description: String { text(includingValues: false) }

    /// The difference and its neighbouring events, with values.
    public var debugDescription: String { text(includingValues: true) }
}
