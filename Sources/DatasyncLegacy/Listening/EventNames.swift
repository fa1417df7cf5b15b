package import DatasyncClient
package import DatasyncEngine

/// What `on`, `once` and `off` take as events: one name or several.
#if LegacyWarnings
    @available(*, deprecated, message: "use the event descriptors Webcom.Event.… or DatasyncEventType")
#endif
public protocol EventNames {
    /// The names in the order given.
    var eventNames: [String] { get }
}

extension String: EventNames {
    /// The name alone.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the event descriptors Webcom.Event.… or DatasyncEventType")
    #endif
    public var eventNames: [String] { [self] }
}

extension [String]: EventNames {
    /// The names.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the event descriptors Webcom.Event.… or DatasyncEventType")
    #endif
    public var eventNames: [String] { self }
}

extension EventNames {
    /// The kinds of events that the names ask for.
    ///
    /// - Throws: ``WebcomError`` `unknownEvent` with the nearest known name, or `mixedEventFamilies` with both.
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
