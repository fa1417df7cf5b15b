import DatasyncAsync

/// Shows the number of contacts and updates it.
@MainActor
final class ValueAsync: MigrationPair {
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
            for try await event in contacts.events(.valueChange) {
                let people = event.value.decoded(as: [String: Contact].self) ?? [:]
                tell("\(people.count) contacts")
            }
        }
    }

    func stop() { watching?.cancel() }
}
