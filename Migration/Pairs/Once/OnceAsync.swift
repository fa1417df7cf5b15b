import DatasyncAsync

/// Reads a contact once each time the user presses the button.
@MainActor
final class OnceAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func act() {
        guard let ada = manager / "contacts/ada" else { return }
        Task { [tell] in
            do throws(WebcomError) {
                let contact = try await ada.decodedValue(as: Contact?.self)
                tell(contact?.name ?? "nobody")
            } catch {
                tell("cannot read: \(error.code)")
            }
        }
    }
}
