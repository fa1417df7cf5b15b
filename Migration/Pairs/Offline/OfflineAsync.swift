import DatasyncAsync

/// Sends messages, even while the user has disabled the connection: they are stored after it is enabled again.
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
        // In a separate task, because without a connection the write completes only after a reconnect.
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
