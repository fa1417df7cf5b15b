import DatasyncAsync

/// Greets each guest until the screen disappears, and counts the guests until two have arrived.
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
                if number >= 2 { break }  // leaving the loop ends only its own subscription
            }
        }
    }

    /// Ends both subscriptions: the manager stores the first one, the task owns the second one.
    func stop() {
        manager.unsubscribeFromAll()
        counting?.cancel()
    }
}
