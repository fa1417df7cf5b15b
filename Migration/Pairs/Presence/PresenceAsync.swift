import DatasyncAsync

/// Shows other users whether this device is online, even after it loses its connection.
@MainActor
final class PresenceAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func start() {
        guard let status = manager / "status/ada" else { return }
        Task { [tell] in
            do throws(WebcomError) {
                // Registered before "online" is written: a connection lost in between must not leave "online" behind.
                try await status.set("offline", at: .nextDisconnection)
                try await status.set("online")
                tell("online")
            } catch {
                tell("refused: \(error.code)")
            }
        }
    }

    func stop() {
        guard let status = manager / "status/ada" else { return }
        Task { [tell] in
            do throws(WebcomError) {
                try await status.cancelNextDisconnectionOperations()
                try await status.set("offline")
                tell("offline")
            } catch {
                tell("refused: \(error.code)")
            }
        }
    }
}
