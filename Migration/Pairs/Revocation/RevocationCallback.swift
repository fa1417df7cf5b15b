import DatasyncCallback

/// Shows a secret as long as the rules allow reading it.
@MainActor
final class RevocationCallback: MigrationPair {
    private let secret: Webcom.ServerlessDbNode
    private let callback: Webcom.Callback

    init(application: WebcomApplication, tell: @escaping Tell) {
        secret = Webcom.App(application).serverlessDb.rootNode.relativeNode("secret")
        callback = Webcom.Callback { snapshot in
            tell(snapshot.val() as? String ?? "nothing")
        }
        .onCanceled { error in
            // `nil` after `unsubscribe`.
            if let error { tell("no more: \(error.code)") }
        }
    }

    func start() { secret.subscribe(Webcom.Event.ValueChange, callback) }

    func stop() { secret.unsubscribe(callback) }
}
