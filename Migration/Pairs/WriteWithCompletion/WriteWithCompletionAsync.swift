import DatasyncAsync

/// Makes four writes in sequence and stops at the first one that is refused.
@MainActor
final class WriteWithCompletionAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func act() {
        guard let contacts = manager / "contacts", let ada = contacts / "ada" else { return }
        Task { [tell] in
            do throws(WebcomError) {
                try await ada.set(Contact(name: "Ada"))
                tell("set")
                try await ada.merge(with: ["phone": "555-0100"])
                tell("updated")
                try await contacts.push(Contact(name: "Grace"))
                tell("pushed")
                try await ada.clear()
                tell("removed")
            } catch {
                tell("refused: \(error.code)")
            }
        }
    }
}
