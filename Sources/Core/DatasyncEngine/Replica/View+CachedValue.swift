import DatasyncTree

/// Events for registrations that accept a cached value before the node is known: live objects.
///
/// Such a registration receives the offline cache's value with the pending writes applied. It also receives an event
/// when the back end first responds, even if pending writes hide the response. Other registrations receive neither.
extension View {
    /// Returns the current value as an event: the known value, else the cached one with the writes, else null.
    ///
    /// That null counts as acknowledged, but not as server-complete.
    func present(_ overlay: Overlay, _ pending: PendingWrites, isOwnWrite: Bool = false) -> Event {
        if event.isComplete, suspension == nil {
            return valueEvent(.valueChange, isAcknowledged: !pending.touches(path), isOwnWrite: isOwnWrite)
        }
        return Event(
            kind: .valueChange, key: nil, node: cachedNode.map { window.cut(overlay.applied(to: $0)) } ?? .null,
            previousKey: nil, isAcknowledged: cachedNode == nil, isServerComplete: false, isOwnWrite: isOwnWrite)
    }

    /// Raises the current value for these registrations, even if it equals the previous one.
    func raiseCachedValue(
        isOwnWrite: Bool, _ overlay: Overlay, _ pending: PendingWrites, into effects: inout [Effect]
    ) {
        for registration in registrations where registration.interest.contains(.showsCachedValue) {
            let event = present(overlay, pending, isOwnWrite: isOwnWrite)
            effects.append(.raise(event, registration.receiver))
        }
    }
}
