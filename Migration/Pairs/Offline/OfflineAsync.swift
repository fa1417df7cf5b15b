import DatasyncAsync

/// Sends messages, also while the user wants no connection: they are stored when there is one again.
@MainActor
final class OfflineAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func start() { manager.service.isConnectionEnabled = false }

    func act() {
        guard let messages = manager / "messages" else { return }
        // In a task of its own, as without a connection the answer may take its time.
        Task { [tell] in
            do throws(WebcomError) {
                try await messages.push("Hello")
                tell("sent")
            } catch {
                tell("refused: \(error.code)")
            }
        }
    }

    func stop() { manager.service.isConnectionEnabled = true }
}
