import DatasyncAsync

/// Marks the rows of a list until the back end has acknowledged them.
@MainActor
final class AcknowledgementsAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell
    private var watching: Task<Void, any Error>?

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func start() {
        guard let contacts = manager / "contacts" else { return }
        watching = Task { [tell] in
            for try await event in contacts.events(.childEvent) {
                // A removal carries the old value, its acknowledgement carries null.
                let isGone = event.eventType == .childRemoval || event.value.isNull
                let mark = event.isAcknowledged ? "" : " (saving)"
                tell("\(event.key) \(isGone ? "is gone" : "is here")\(mark)")
            }
        }
    }

    func stop() { watching?.cancel() }
}
