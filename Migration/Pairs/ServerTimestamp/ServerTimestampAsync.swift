import DatasyncAsync

/// Stores the time of a visit, and shows first an estimate, then the server value.
@MainActor
final class ServerTimestampAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell
    private var watching: Task<Void, any Error>?

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func start() {
        guard let lastVisit = manager / "lastVisit" else { return }
        watching = Task { [tell] in
            for try await event in lastVisit.events(.valueEvent) {
                if let time = event.value.decoded(as: Int.self) {
                    tell(event.isAcknowledged ? "at \(time)" : "at about \(time)")
                } else {
                    tell("never")
                }
            }
        }
    }

    func act() {
        guard let lastVisit = manager / "lastVisit" else { return }
        Task { try await lastVisit.set([".sv": "timestamp"]) }
    }

    func stop() { watching?.cancel() }
}
