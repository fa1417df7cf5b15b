import DatasyncAsync

/// Updates a list of contacts, row by row.
@MainActor
final class ChildEventsAsync: MigrationPair {
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
            for try await event in contacts.events(.child(addition: true, change: true, removal: true)) {
                let name = event.value.decoded(as: Contact.self)?.name ?? "?"
                switch event.eventType {
                case .childAddition: tell("insert \(name) after \(event.previousChildKey ?? "the top")")
                case .childChange: tell("update \(name) after \(event.previousChildKey ?? "the top")")
                default: tell("delete \(name)")
                }
            }
        }
    }

    func stop() { watching?.cancel() }
}
