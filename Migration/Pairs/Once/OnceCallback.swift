import DatasyncCallback

/// Reads a contact once each time the user presses the button.
@MainActor
final class OnceCallback: MigrationPair {
    private let ada: Webcom.ServerlessDbNode
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        ada = Webcom.App(application).serverlessDb.rootNode.relativeNode("contacts/ada")
        self.tell = tell
    }

    func act() {
        ada.get().done { [tell] snapshot in
            tell(snapshot.child("name").val() as? String ?? "nobody")
        }
        .catch { [tell] error in
            guard let error = error as? WebcomError else { return }
            tell("cannot read: \(error.code)")
        }
    }
}
