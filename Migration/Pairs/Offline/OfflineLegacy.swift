import DatasyncLegacy

/// Sends messages, also while the user wants no connection: they are stored when there is one again.
@MainActor
final class OfflineLegacy: MigrationPair {
    private let messages: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        messages = Webcom(application).child("messages")
        self.tell = tell
    }

    func start() { messages.goOffline() }

    func act() {
        messages.push("Hello") { [tell] error in
            tell(error.map { "refused: \($0.code)" } ?? "sent")
        }
    }

    func stop() { messages.goOnline() }
}
