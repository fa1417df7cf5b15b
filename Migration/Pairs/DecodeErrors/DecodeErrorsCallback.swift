import DatasyncCallback

/// Shows a contact, or an error if the stored value is not a contact.
@MainActor
final class DecodeErrorsCallback: MigrationPair {
    private let ada: Webcom.ServerlessDbNode
    private let callback: Webcom.Callback

    init(application: WebcomApplication, tell: @escaping Tell) {
        ada = Webcom.App(application).serverlessDb.rootNode.relativeNode("contacts/ada")
        callback = Webcom.Callback { snapshot in
            if snapshot.val() == nil {
                tell("nobody")
            } else if let name = snapshot.child("name").val() as? String {
                tell(name)
            } else {
                tell("not a contact")
            }
        }
        .onCanceled { _ in }
    }

    func start() { ada.subscribe(Webcom.Event.ValueChange, callback) }

    func stop() { ada.unsubscribe(callback) }
}
