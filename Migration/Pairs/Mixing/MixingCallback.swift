import DatasyncAsync
import DatasyncCallback

/// Listens with a callback, and writes with `await`.
@MainActor
final class MixingCallback: MigrationPair {
    private let city: Webcom.ServerlessDbNode
    private let callback: Webcom.Callback
    private let manager: DatasyncManager
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        city = Webcom.App(application).serverlessDb.rootNode.relativeNode("city")
        callback = Webcom.Callback { snapshot in
            tell("\(snapshot.val() as? String ?? "nowhere")\(snapshot.acked ? "" : " (saving)")")
        }
        .includeAcknowledgements()
        .onCanceled { _ in }
        manager = application.datasyncService.createManager()
        self.tell = tell
    }

    func start() { city.subscribe(Webcom.Event.ValueChange, callback) }

    func act() {
        guard let city = manager / "city" else { return }
        Task { [tell] in
            do {
                try await city.set("Rome")
                tell("stored")
            } catch {
                tell("refused")
            }
        }
    }

    func stop() { city.unsubscribe(callback) }
}
