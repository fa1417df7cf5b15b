import DatasyncLegacy

/// Shows a contact, or an error if the stored value is not a contact.
@MainActor
final class DecodeErrorsLegacy: MigrationPair {
    private let ada: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        ada = Webcom(application).child("contacts/ada")
        self.tell = tell
    }

    func start() {
        ada.on("value") { [tell] snapshot, _ in
            if snapshot.val() == nil {
                tell("nobody")
            } else if let name = snapshot.child("name").val() as? String {
                tell(name)
            } else {
                tell("not a contact")
            }
        }
    }

    func stop() { ada.off() }
}
