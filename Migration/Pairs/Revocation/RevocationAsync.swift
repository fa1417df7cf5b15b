import DatasyncAsync

/// Shows a secret as long as the rules allow reading it.
@MainActor
final class RevocationAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell
    private var watching: Task<Void, Never>?

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func start() {
        guard let secret = manager / "secret" else { return }
        watching = Task { [tell] in
            do throws(WebcomError) {
                for try await event in secret.events() {
                    tell(event.value.decoded(as: String.self) ?? "nothing")
                }
                // The loop ends without an error after `cancel`.
            } catch {
                tell("no more: \(error.code)")
            }
        }
    }

    func stop() { watching?.cancel() }
}
