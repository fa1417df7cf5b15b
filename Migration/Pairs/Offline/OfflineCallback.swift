import DatasyncCallback

/// Sends messages, also while the user wants no connection: they are stored when there is one again.
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
