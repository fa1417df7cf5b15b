import DatasyncCallback

/// A screen that listens while it is visible, and stops when it is released at the latest.
@MainActor
final class ScreenLifetimeCallback: MigrationPair {
    private let contacts: Webcom.ServerlessDbNode
    private let tell: Tell
    private var callback: Webcom.Callback?

    init(application: WebcomApplication, tell: @escaping Tell) {
        contacts = Webcom.App(application).serverlessDb.rootNode.relativeNode("contacts")
        self.tell = tell
    }

    deinit { if let callback { contacts.unsubscribe(callback) } }

    func start() {
        let callback = Webcom.Callback { [weak self] snapshot in
            self?.show(snapshot.childCount)
        }
        .onCanceled { _ in }
        contacts.subscribe(Webcom.Event.ValueChange, callback)
        self.callback = callback
    }

    func stop() { if let callback { contacts.unsubscribe(callback) } }

    private func show(_ count: Int) { tell("\(count) contacts") }
}
