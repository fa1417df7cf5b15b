import DatasyncAsync

/// A screen that listens while it is visible, and stops when it is released at the latest.
@MainActor
final class ScreenLifetimeAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell
    private var watching: Task<Void, any Error>?

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    deinit { watching?.cancel() }

    func start() {
        guard let contacts = manager / "contacts" else { return }
        watching = Task { [weak self] in
            for try await event in contacts.events(.valueChange) {
                self?.show(event.value.decoded(as: [String: Contact].self) ?? [:])
            }
        }
    }

    func stop() { watching?.cancel() }

    private func show(_ people: [String: Contact]) { tell("\(people.count) contacts") }
}
