import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy

/// A call to the library that the `deinit` of an application's object makes.
enum Reentry: String, CaseIterable, Sendable {
    case off
    case cancel
    case set
    case read
    case transaction
    case subscribe
    case diagnostics
    case connection
    case fault

    /// Calls the library through the client whose closure was released, while it exists, and through another one.
    func run(_ stage: ReleaseFixture.Remote) {
        for application in stage.applications {
            let node = Webcom(application).child("list")
            switch self {
            case .off: node.off()
            case .cancel:
                stage.cancel()
                node.onDisconnect().cancel(queue: nil) { _ in }
            case .set: node.child("a").set(2, queue: nil) { _ in }
            case .read: node.get(queue: nil) { _, _ in }
            case .transaction: node.child("n").transaction({ ($0 as? Int ?? 0) + 1 }, queue: nil, nil)
            case .subscribe:
                let listener = node.on("value", queue: nil) { _, _ in }
                node.off("value", listener)
            case .diagnostics: application.diagnostics = { _ in }
            case .connection:
                Webcom(application).goOffline()
                Webcom(application).goOnline()
            case .fault: try? stage.backend.setRules(openRules)
            }
        }
    }
}

/// A document of rules that allows everything.
let openRules = #"{"rules": {".read": true, ".write": true}}"#
