import DatasyncLegacy

/// Stores the time of a visit, and shows first an estimate, then the server value.
@MainActor
final class ServerTimestampLegacy: MigrationPair {
    private let lastVisit: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        lastVisit = Webcom(application).child("lastVisit")
        self.tell = tell
    }

    func start() {
        lastVisit.on(["value", "value_ack"]) { [tell] snapshot, _ in
            guard let time = snapshot.val() as? Int else { return tell("never") }
            tell(snapshot.acknowledged() ? "at \(time)" : "at about \(time)")
        }
    }

    func act() { lastVisit.set(Webcom.ServerValue.TIMESTAMP) }

    func stop() { lastVisit.off() }
}
