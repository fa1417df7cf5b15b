import DatasyncTree

/// What shows of a view for those who do not want to wait until all is known: live objects.
///
/// They are shown the copy that the cache has kept, under the writes that are pending, and they are told when the back end
/// has answered even though pending writes hide what it said. No other registration hears of either.
extension View {
    /// What there is to show: what is known, else the cached copy under the writes, else nothing.
    ///
    /// Nothing is marked as acknowledged though not served.
    func present(_ overlay: Overlay, _ pending: PendingWrites, isOwnWrite: Bool = false) -> Event {
        if event.isComplete {
            return valueEvent(.valueChange, isAcknowledged: !pending.touches(path), isOwnWrite: isOwnWrite)
        }
        return Event(
            kind: .valueChange, key: nil, node: cachedNode.map { window.cut(overlay.applied(to: $0)) } ?? .null,
            previousKey: nil, isAcknowledged: cachedNode == nil, isServerComplete: false, isOwnWrite: isOwnWrite)
    }

    /// Tells of what shows, which may be what showed before.
    func raiseCachedValue(
        isOwnWrite: Bool, _ overlay: Overlay, _ pending: PendingWrites, into raised: inout [RaisedEvent]
    ) {
        for registration in registrations where registration.interest.contains(.showsCachedValue) {
            let event = present(overlay, pending, isOwnWrite: isOwnWrite)
            raised.append(RaisedEvent(event: event, registration: registration.id))
        }
    }
}
