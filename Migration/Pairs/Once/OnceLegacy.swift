import DatasyncLegacy

/// Reads a contact once each time the user presses the button.
@MainActor
final class OnceLegacy: MigrationPair {
    private let ada: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        ada = Webcom(application).child("contacts/ada")
        self.tell = tell
    }

    func act() {
        ada.once("value") { [tell] snapshot, _ in
            tell(snapshot.child("name").val() as? String ?? "nobody")
        } revoked: { [tell] error in
            tell("cannot read: \(error.code)")
        }
    }
}
