import DatasyncAsync

/// Shows a contact, or an error if the stored value is not a contact.
@MainActor
final class DecodeErrorsAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell
    private var watching: Task<Void, any Error>?

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func start() {
        guard let ada = manager / "contacts/ada" else { return }
        watching = Task { [tell] in
            // `values(as:)` would end at the first value that cannot be decoded.
            for try await event in ada.events() {
                do {
                    let contact = try event.value.decodedThrowing(as: Contact?.self)
                    tell(contact?.name ?? "nobody")
                } catch {
                    tell("not a contact")
                }
            }
        }
    }

    func stop() { watching?.cancel() }
}
