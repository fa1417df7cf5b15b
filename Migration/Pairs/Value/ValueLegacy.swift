import DatasyncLegacy

/// Shows the number of contacts and updates it.
@MainActor
final class ValueLegacy: MigrationPair {
    private let contacts: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom(application).child("contacts")
        self.tell = tell
    }

    func start() {
        contacts.on("value") { [tell] snapshot, _ in
            tell("\(snapshot.numChildren()) contacts")
        }
    }

    func stop() { contacts.off("value") }
}
