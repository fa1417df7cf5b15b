import DatasyncCallback
import DatasyncLegacy

/// Listens in the old style, and writes with promises.
@MainActor
final class MixingLegacy: MigrationPair {
    private let city: Webcom
    private let writableCity: Webcom.ServerlessDbNode
    private let tell: Tell

    init(application: WebcomApplication, tell: @escaping Tell) {
        city = Webcom(application).child("city")
        writableCity = Webcom.App(application).serverlessDb.rootNode.relativeNode("city")
        self.tell = tell
    }

    func start() {
        city.on(["value", "value_ack"]) { [tell] snapshot, _ in
            tell("\(snapshot.val() as? String ?? "nowhere")\(snapshot.acknowledged() ? "" : " (saving)")")
        }
    }

    func act() {
        writableCity.set("Rome")
            .done { [tell] in tell("stored") }
            .catch { [tell] _ in tell("refused") }
    }

    func stop() { city.off() }
}
