import DatasyncApplication
import DatasyncEngine

/// What `on`, `once` and `off` take as events: one name or several.
public protocol EventNames {
    /// The names in the order given.
    var eventNames: [String] { get }
}

extension String: EventNames {
    /// The name alone.
    public var eventNames: [String] { [self] }
}

extension [String]: EventNames {
    /// The names.
    public var eventNames: [String] { self }
}

extension EventNames {
    /// The kinds of events that the names ask for.
    ///
    /// - Throws: ``WebcomError`` `unknownEvent` with the nearest known name, or `mixedEventFamilies` with both.
    func interest() throws(WebcomError) -> Interest {
        let known = Event.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        guard !eventNames.isEmpty else {
            throw WebcomError(.unknownEvent, "No event was asked for; name at least one of: \(known).")
        }
        var kinds: [Event.Kind] = []
        for name in eventNames {
            guard let kind = Event.Kind(rawValue: name) else {
                let nearest =
                    Event.Kind.allCases.map(\.rawValue).min { name.distance(to: $0) < name.distance(to: $1) } ?? ""
                throw WebcomError(
                    .unknownEvent, "The event \"\(name)\" is unknown; did you mean \"\(nearest)\"? Known are: \(known)."
                )
            }
            kinds.append(kind)
        }
        if let child = kinds.first(where: \.isChild), let value = kinds.first(where: { !$0.isChild }) {
            throw WebcomError(
                .mixedEventFamilies,
                "The events \"\(value.rawValue)\" and \"\(child.rawValue)\" cannot be mixed in one subscription; make two."
            )
        }
        return Interest(kinds.map(Interest.init))
    }
}

extension String {
    /// The number of characters to insert, remove or replace to get to another text.
    fileprivate func distance(to other: String) -> Int {
        var row = Array(0...other.count)
        for (index, mine) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (place, theirs) in other.enumerated() {
                let replaced = diagonal + (mine == theirs ? 0 : 1)
                diagonal = row[place + 1]
                row[place + 1] = Swift.min(replaced, row[place] + 1, row[place + 1] + 1)
            }
        }
        return row[other.count]
    }
}
