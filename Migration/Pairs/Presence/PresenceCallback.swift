import DatasyncCallback

/// Shows other users whether this device is online, even after it loses its connection.
@MainActor
final class PresenceCallback: MigrationPair {
    private let status: Webcom.ServerlessDbNode
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        status = Webcom.App(application).serverlessDb.rootNode.relativeNode("status/ada")
        self.tell = tell
    }

    func start() {
        // Registered before "online" is written: a connection lost in between must not leave "online" behind.
        status.set("offline", at: Webcom.NEXT_DISCONNECTION)
            .then { [status] in status.set("online") }
            .done { [tell] in tell("online") }
            .catch(refused)
    }

    func stop() {
        status.cancelNextDisconnectionOps()
            .then { [status] in status.set("offline") }
            .done { [tell] in tell("offline") }
            .catch(refused)
    }

    private func refused(_ error: any Error) {
        guard let error = error as? WebcomError else { return }
        tell("refused: \(error.code)")
    }
}
