import DatasyncAsync
import DatasyncLegacy

/// Listens with a manager, and still writes in the old style.
@MainActor
final class MixingAsync: MigrationPair {
    private let manager: DatasyncManager
    private let writableCity: Webcom
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        manager = application.datasyncService.createManager()
        writableCity = Webcom(application).child("city")
        self.tell = tell
    }

    func start() {
        // Closures are ordered with completions; the events of `for try await` are ordered only among themselves.
        (manager / "city")?.subscribe(to: .valueEvent) { [tell] event in
            tell("\(event.value.decoded(as: String.self) ?? "nowhere")\(event.isAcknowledged ? "" : " (saving)")")
        }
    }

    func act() {
        writableCity.set("Rome") { [tell] error in
            tell(error == nil ? "stored" : "refused")
        }
    }

    func stop() { manager.unsubscribeFromAll() }
}
