import DatasyncAsync

/// Shows the last three messages and drops older ones.
@MainActor
final class WindowsAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell
    private var watching: Task<Void, any Error>?

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func start() {
        guard let messages = manager / "messages" else { return }
        let latest = messages.events(.child(addition: true, removal: true), childrenConstraint: .last(limit: 3))
        watching = Task { [tell] in
            for try await event in latest {
                let text = event.value.decoded(as: String.self) ?? ""
                tell(event.eventType == .childAddition ? "show \(text)" : "drop \(text)")
            }
        }
    }

    func stop() { watching?.cancel() }
}
