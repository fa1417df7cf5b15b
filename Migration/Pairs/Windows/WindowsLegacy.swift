import DatasyncLegacy

/// Shows the last three messages and drops older ones.
@MainActor
final class WindowsLegacy: MigrationPair {
    private let latest: Query
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        latest = Webcom(application).child("messages").limit(3)
        self.tell = tell
    }

    func start() {
        latest.on(["child_added", "child_removed"]) { [tell] snapshot, _ in
            let text = snapshot.val() as? String ?? ""
            tell(snapshot.eventType() == "child_added" ? "show \(text)" : "drop \(text)")
        }
    }

    func stop() { latest.off() }
}
