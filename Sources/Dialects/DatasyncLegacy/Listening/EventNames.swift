package import DatasyncClient
package import DatasyncEngine
import DatasyncTree

/// One event name or several, as the argument of `on`, `once` and `off`.
///
/// ```swift
/// contacts.on("value") { snapshot, _ in print(snapshot.val() ?? "empty") }
/// contacts.on(["child_added", "child_removed"]) { snapshot, _ in print(snapshot.name() ?? "") }
/// ```
public protocol EventNames {
    /// The names, in the given order.
    var eventNames: [String] { get }
}

// If the protocol were deprecated under LegacyWarnings, this conformance would warn. So only its members are deprecated.
extension String: EventNames {
    /// The name as a list of one.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the event descriptors Webcom.Event.… or DatasyncEventType")
    #endif
    public var eventNames: [String] { [self] }
}

extension [String]: EventNames {
    /// The list itself.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the event descriptors Webcom.Event.… or DatasyncEventType")
    #endif
    public var eventNames: [String] { self }
}

extension EventNames {
    /// Returns the kinds of events that the names select.
    ///
    /// - Throws: ``WebcomError`` `unknownEvent` with the nearest known name, or `mixedEventFamilies` with both names.
    package func interest() throws(WebcomError) -> Interest {
        let known = Event.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        guard !eventNames.isEmpty else {
            throw WebcomError(.unknownEvent, "No event was asked for; name at least one of: \(known).")
        }
        var kinds: [Event.Kind] = []
        for name in eventNames {
            guard let kind = Event.Kind(rawValue: name) else {
                throw .unknownEvent(name, among: Event.Kind.allCases.map(\.rawValue))
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
