import DatasyncLegacy

/// Makes four writes in sequence and stops at the first one that is refused.
@MainActor
final class WriteWithCompletionLegacy: MigrationPair {
    private let contacts: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom(application).child("contacts")
        self.tell = tell
    }

    func act() {
        let ada = contacts.child("ada")
        ada.set(["name": "Ada"]) { [contacts, tell] error in
            if let error { return tell("refused: \(error.code)") }
            tell("set")
            ada.update(["phone": "555-0100"]) { error in
                if let error { return tell("refused: \(error.code)") }
                tell("updated")
                contacts.push(["name": "Grace"]) { error in
                    if let error { return tell("refused: \(error.code)") }
                    tell("pushed")
                    ada.remove { error in
                        if let error { return tell("refused: \(error.code)") }
                        tell("removed")
                    }
                }
            }
        }
    }
}
