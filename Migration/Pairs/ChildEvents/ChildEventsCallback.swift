import DatasyncCallback

/// Updates a list of contacts, row by row.
@MainActor
final class ChildEventsCallback: MigrationPair {
    private let contacts: Webcom.ServerlessDbNode
    private let callback: Webcom.Callback

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom.App(application).serverlessDb.rootNode.relativeNode("contacts")
        callback = Webcom.Callback { snapshot, previousKey in
            let event = snapshot.event
            let name = snapshot.child("name").val() as? String ?? "?"
            if event.isChildAddition {
                tell("insert \(name) after \(previousKey ?? "the top")")
            } else if event.isChildChange {
                tell("update \(name) after \(previousKey ?? "the top")")
            } else if event.isChildRemoval {
                tell("delete \(name)")
            }
        }
    }

    func start() { contacts.subscribe(Webcom.Event.Child, callback) }

    func stop() { contacts.unsubscribe(callback) }
}
