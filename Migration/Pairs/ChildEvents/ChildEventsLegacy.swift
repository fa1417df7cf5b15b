import DatasyncLegacy

/// Updates a list of contacts, row by row.
@MainActor
final class ChildEventsLegacy: MigrationPair {
    private let contacts: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom(application).child("contacts")
        self.tell = tell
    }

    func start() {
        contacts.on(["child_added", "child_changed", "child_removed"]) { [tell] snapshot, previousKey in
            let name = snapshot.child("name").val() as? String ?? "?"
            switch snapshot.eventType() {
            case "child_added": tell("insert \(name) after \(previousKey ?? "the top")")
            case "child_changed": tell("update \(name) after \(previousKey ?? "the top")")
            default: tell("delete \(name)")
            }
        }
    }

    func stop() { contacts.off() }
}
