import DatasyncAsync

/// Greets each guest until the party is over, and counts them until there are enough.
@MainActor
final class CancellationAsync: MigrationPair {
    private let manager: DatasyncManager
    private let tell: Tell
    private var counting: Task<Void, any Error>?

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func start() {
        guard let guests = manager / "guests" else { return }
        guests.subscribe(to: .childAddition) { [tell] event in
            tell("welcome \(event.key)")
        }
        counting = Task { [tell] in
            for try await event in guests.events(.valueChange) {
                let number = event.value.decoded(as: [String: Bool].self)?.count ?? 0
                tell("\(number) guests")
                if number >= 2 { break }  // leaving the loop ends its subscription alone
            }
        }
    }

    /// Ends all: those that the manager stores, and that of the task, which it does not store.
    func stop() {
        manager.unsubscribeFromAll()
        counting?.cancel()
    }
}
