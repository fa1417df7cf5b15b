import DatasyncAsync

/// Shows others whether this device is online, even after its connection was lost.
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
                // First what is to happen at the end, so that no moment is left in between.
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
