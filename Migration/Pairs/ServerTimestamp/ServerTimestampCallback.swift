import DatasyncCallback

/// Stores the time of a visit, and shows first an estimate, then the server value.
@MainActor
final class ServerTimestampCallback: MigrationPair {
    private let lastVisit: Webcom.ServerlessDbNode
    private let callback: Webcom.Callback

    init(application: WebcomApplication, tell: @escaping Tell) {
        lastVisit = Webcom.App(application).serverlessDb.rootNode.relativeNode("lastVisit")
        callback = Webcom.Callback { snapshot in
            guard let time = snapshot.val() as? Int else { return tell("never") }
            tell(snapshot.acked ? "at \(time)" : "at about \(time)")
        }
        .includeAcknowledgements()
        .onCanceled { _ in }
    }

    func start() { lastVisit.subscribe(Webcom.Event.ValueChange, callback) }

    func act() { lastVisit.set([".sv": "timestamp"]) }

    func stop() { lastVisit.unsubscribe(callback) }
}
