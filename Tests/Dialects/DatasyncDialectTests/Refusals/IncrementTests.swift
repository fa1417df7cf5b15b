import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncLegacy
import Foundation
import TestSupport
import Testing

@Suite("Increments by numbers that are not finite", .timeLimit(.minutes(30)))
struct IncrementTests {
    /// The steps and starts, with the number that the message names.
    static let numbers: [(step: Double, start: Double, named: String)] = [
        (.nan, 0, "step nan"), (.infinity, 0, "step inf"), (-.infinity, 1, "step -inf"), (1, .nan, "start nan"),
        (1, -.infinity, "start -inf"),
    ]

    private let fixture: ClientFixture
    private let device: Device

    init() throws {
        fixture = try ClientFixture(["n": 1])
        device = fixture.device()
        // The refusals must not need a response.
        device.port.hold()
    }

    private func message(_ named: String) -> String {
        "The \(named) of the increment at /n is not finite; use a finite number."
    }

    @Test("the legacy dialect refuses an increment that is not finite", arguments: numbers)
    func legacy(step: Double, start: Double, named: String) {
        let log = Log()
        device.legacy.child("n").increment(by: step, from: start, queue: nil) { error in
            log.note("\(error?.code.rawValue ?? "ok") \(error?.message ?? "")")
        }
        fixture.flush()
        #expect(log.take() == ["invalidValue \(message(named))"])
        #expect(fixture.embedded.data as? [String: Int] == ["n": 1])
    }

    @Test("the callback dialect refuses an increment that is not finite", arguments: numbers)
    func callback(step: Double, start: Double, named: String) async {
        let error = await #expect(throws: WebcomError.self) {
            _ = try await device.node("n").increment(by: step, from: start).value
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.path == "/n")
        #expect(error?.message == message(named))
    }

    @Test("the async dialect refuses an increment that is not finite", arguments: numbers)
    func async(step: Double, start: Double, named: String) async throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "n")
        let error = await #expect(throws: WebcomError.self) {
            _ = try await node.increment(from: NSNumber(value: start), by: NSNumber(value: step))
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.message == message(named))
    }
}
