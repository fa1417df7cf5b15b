import DatasyncLegacy

/// Shows other users whether this device is online, even after it loses its connection.
@MainActor
final class PresenceLegacy: MigrationPair {
    private let status: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        status = Webcom(application).child("status/ada")
        self.tell = tell
    }

    func start() {
        // Registered before "online" is written: a connection lost in between must not leave "online" behind.
        status.onDisconnect().set("offline") { [status, tell] error in
            if let error { return tell("refused: \(error.code)") }
            status.set("online") { error in
                tell(error.map { "refused: \($0.code)" } ?? "online")
            }
        }
    }

    func stop() {
        status.onDisconnect().cancel { [status, tell] error in
            if let error { return tell("refused: \(error.code)") }
            status.set("offline") { error in
                tell(error.map { "refused: \($0.code)" } ?? "offline")
            }
        }
    }
}
