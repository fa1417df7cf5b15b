import DatasyncAsync

/// Takes one of three seats, unless other users have taken them all.
@MainActor
final class TransactionAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func act() {
        guard let seats = manager / "seats" else { return }
        Task { [tell] in
            do throws(WebcomError) {
                let result = try await seats.runTransaction { current in
                    let free = current.decoded(as: Int.self) ?? 3
                    return free > 0 ? .set(free - 1) : .abort
                }
                tell(result.status == .committed ? "taken, \(result.value) left" : "sold out")
            } catch {
                tell("refused: \(error.code)")
            }
        }
    }
}
