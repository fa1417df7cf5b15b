import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncPromise
import Dispatch
import TestSupport
import Testing

/// Tests that errors without a closure or completion are reported to the diagnostics, in every dialect.
@Suite("Diagnostics for unhandled errors", .timeLimit(.minutes(30)))
struct NothingSilentTests {
    private static let closed = #"{"rules": {".read": false, ".write": false}}"#

    private func device(_ log: Log, rules: String? = nil) throws -> (fixture: ClientFixture, device: Device) {
        let fixture = try ClientFixture(["n": 1], rules: rules)
        let device = fixture.device()
        device.application.diagnostics = { log.note($0.code.rawValue) }
        return (fixture, device)
    }

    @Test("a refused write without a completion is reported")
    func writes() throws {
        let log = Log()
        let (fixture, device) = try device(log, rules: Self.closed)
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        let callback = Webcom.ServerlessDbNode(device.application, path: "n")
        let legacy = Webcom(device.application).child("n")
        let writes: [() -> Void] = [
            { legacy.set(1, queue: nil) { _ in } },
            { legacy.transaction({ _ in 1 }, queue: nil, nil) },
            { callback.set(1) },
            { callback.transaction { _ in 1 } },
            { node.promise.set(1) },
            { node.promise.runTransaction { _ in .set(1) } },
            { callback.set(1).asVoid().cauterize() },
            { node.promise.set(1).catch { _ in } },
        ]
        var told: [Int] = []
        for write in writes {
            write()
            fixture.flush()
            fixture.flush()
            told.append(log.take().count { $0 == "permissionDenied" })
        }
        #expect(told == [0, 1, 1, 1, 1, 1, 1, 0])
    }

    @Test("a revoked or invalid subscription without a closure for it is reported")
    func subscriptions() throws {
        let log = Log()
        let (fixture, device) = try device(log)
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        let callback = Webcom.ServerlessDbNode(device.application, path: "n")
        node.subscribe(to: .valueChange, queue: nil) { _ in }
        node.subscribe(to: .valueChange, queue: nil, onEvent: { _ in }, onCompletion: { _ in log.note("completion") })
        fixture.flush()
        try fixture.embedded.setRules(Self.closed)
        fixture.flush()
        #expect(log.take().sorted() == ["completion", "permissionDenied"])
        callback.subscribe(Webcom.Event.ValueChange, Webcom.Callback(queue: nil) { _, _ in }, .First(0))
        fixture.flush()
        #expect(log.take() == ["invalidConstraint"])
    }
}
