import DatasyncCallback

/// Sends messages, even while the user has disabled the connection: they are stored after it is enabled again.
@MainActor
final class OfflineCallback: MigrationPair {
    private let database: Webcom.ServerlessDb
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        database = Webcom.App(application).serverlessDb
        self.tell = tell
    }

    func start() { database.disconnect() }

    func act() {
        database.rootNode.relativeNode("messages").push("Hello")
            .done { [tell] _ in tell("sent") }
            .catch { [tell] error in
                guard let error = error as? WebcomError else { return }
                tell("refused: \(error.code)")
            }
    }

    func stop() { database.connect() }
}
