import DatasyncCallback

/// Makes four writes in sequence and stops at the first one that is refused.
@MainActor
final class WriteWithCompletionCallback: MigrationPair {
    private let contacts: Webcom.ServerlessDbNode
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom.App(application).serverlessDb.rootNode.relativeNode("contacts")
        self.tell = tell
    }

    func act() {
        let ada = contacts.relativeNode("ada")
        ada.set(["name": "Ada"]).then { [tell] in
            tell("set")
            return ada.merge(["phone": "555-0100"])
        }
        .then { [contacts, tell] in
            tell("updated")
            return contacts.push(["name": "Grace"])
        }
        .then { [tell] _ in
            tell("pushed")
            return ada.clear()
        }
        .done { [tell] in
            tell("removed")
        }
        .catch { [tell] error in
            guard let error = error as? WebcomError else { return }
            tell("refused: \(error.code)")
        }
    }
}
