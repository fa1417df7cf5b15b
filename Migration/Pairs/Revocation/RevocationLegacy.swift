import DatasyncLegacy

/// Shows a secret as long as the rules allow reading it.
@MainActor
final class RevocationLegacy: MigrationPair {
    private let secret: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        secret = Webcom(application).child("secret")
        self.tell = tell
    }

    func start() {
        secret.on("value") { [tell] snapshot, _ in
            tell(snapshot.val() as? String ?? "nothing")
        } revoked: { [tell] error in
            tell("no more: \(error.code)")
        }
    }

    func stop() { secret.off() }
}
