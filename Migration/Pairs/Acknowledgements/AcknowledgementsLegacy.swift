import DatasyncLegacy

/// Marks the rows of a list until the back end has acknowledged them.
@MainActor
final class AcknowledgementsLegacy: MigrationPair {
    private let contacts: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom(application).child("contacts")
        self.tell = tell
    }

    func start() {
        contacts.on(["child_added", "child_changed", "child_removed", "child_ack"]) { [tell] snapshot, _ in
            // A removal carries the old value, its acknowledgement carries null.
            let isGone = snapshot.eventType() == "child_removed" || snapshot.val() == nil
            let mark = snapshot.acknowledged() ? "" : " (saving)"
            tell("\(snapshot.name() ?? "") \(isGone ? "is gone" : "is here")\(mark)")
        }
    }

    func stop() { contacts.off() }
}
