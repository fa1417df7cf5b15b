import DatasyncLegacy

/// Sends messages, even while the user has disabled the connection: they are stored after it is enabled again.
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
