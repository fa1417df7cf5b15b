import DatasyncCallback

/// Shows the last three messages and drops older ones.
@MainActor
final class WindowsCallback: MigrationPair {
    private let messages: Webcom.ServerlessDbNode
    private let callback: Webcom.Callback

    init(application: WebcomApplication, tell: @escaping Tell) {
        messages = Webcom.App(application).serverlessDb.rootNode.relativeNode("messages")
        callback = Webcom.Callback { snapshot in
            let text = snapshot.val() as? String ?? ""
            tell(snapshot.event.isChildAddition ? "show \(text)" : "drop \(text)")
        }
        .onCanceled { _ in }
    }

    func start() { messages.subscribe(Webcom.Event.Child.Addition.Removal, callback, .Last(3)) }

    func stop() { messages.unsubscribe(callback) }
}
