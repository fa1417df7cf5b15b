import DatasyncCallback

/// Shows the number of contacts and updates it.
@MainActor
final class ValueCallback: MigrationPair {
    private let contacts: Webcom.ServerlessDbNode
    private let callback: Webcom.Callback

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom.App(application).serverlessDb.rootNode.relativeNode("contacts")
        callback = Webcom.Callback { snapshot in
            tell("\(snapshot.childCount) contacts")
        }
        .onCanceled { _ in }  // without this the callback is also called when its subscription ends
    }

    func start() { contacts.subscribe(Webcom.Event.ValueChange, callback) }

    func stop() { contacts.unsubscribe(callback) }
}
