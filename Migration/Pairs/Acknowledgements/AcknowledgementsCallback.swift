import DatasyncCallback

/// Marks the rows of a list until the back end has acknowledged them.
@MainActor
final class AcknowledgementsCallback: MigrationPair {
    private let contacts: Webcom.ServerlessDbNode
    private let callback: Webcom.Callback

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom.App(application).serverlessDb.rootNode.relativeNode("contacts")
        callback = Webcom.Callback { snapshot in
            // A removal carries the old value, its acknowledgement carries null.
            let isGone = snapshot.event.isChildRemoval || snapshot.val() == nil
            let mark = snapshot.acked ? "" : " (saving)"
            tell("\(snapshot.node.key ?? "") \(isGone ? "is gone" : "is here")\(mark)")
        }
        .includeAcknowledgements()
        .onCanceled { _ in }
    }

    func start() { contacts.subscribe(Webcom.Event.Child, callback) }

    func stop() { contacts.unsubscribe(callback) }
}
