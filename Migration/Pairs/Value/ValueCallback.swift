import DatasyncCallback

/// Keeps the number of contacts on the screen.
@MainActor
final class ValueCallback: MigrationPair {
    private let contacts: Webcom.ServerlessDbNode
    private let callback: Webcom.Callback

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom.App(application).serverlessDb.rootNode.relativeNode("contacts")
        callback = Webcom.Callback { snapshot in
            tell("\(snapshot.childCount) contacts")
        }
        .onCanceled { _ in }  // otherwise the callback itself is called for the ending too
    }

    func start() { contacts.subscribe(Webcom.Event.ValueChange, callback) }

    func stop() { contacts.unsubscribe(callback) }
}
