import DatasyncLegacy

/// A screen that listens while it is visible, and stops when it is released at the latest.
@MainActor
final class ScreenLifetimeLegacy: MigrationPair {
    private let contacts: Webcom
    private let tell: Tell
    private var listener: Listener?

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom(application).child("contacts")
        self.tell = tell
    }

    deinit { if let listener { contacts.off("value", listener) } }

    func start() {
        listener = contacts.on("value") { [weak self] snapshot, _ in
            self?.show(snapshot.numChildren())
        }
    }

    /// Ends only this listener: with `nil` the call would end those of other screens too.
    func stop() { if let listener { contacts.off("value", listener) } }

    private func show(_ count: Int) { tell("\(count) contacts") }
}
