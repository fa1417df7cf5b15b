import ClientTestSupport
import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import DatasyncTree
import Dispatch
import TestSupport
import Testing

@Suite("Contended transactions", .timeLimit(.minutes(20)))
struct TransactionTests {
    private let fixture: ClientFixture
    private let device: Device
    private let other: Device
    private let log = Log()

    init() throws {
        fixture = try ClientFixture(["list": ["n": ["deep": 0]]])
        (device, other) = (fixture.device(), fixture.device())
        device.application.diagnostics = { _ in }
        other.application.diagnostics = { _ in }
    }

    private var node: Webcom { device.legacy.child("list/n") }

    private func note(_ error: WebcomError?, _ committed: Bool, _ snapshot: DataSnapshot?) {
        log.note("\(error?.code.rawValue ?? "ok") \(committed)")
    }

    @Test(
        "a transaction fails after 25 attempts if the value keeps changing [operations 15]",
        arguments: [true, false])
    func moving(isSubscribed: Bool) {
        let attempts = Box(0)
        let writer = other.legacy.child("list/n")
        if isSubscribed { node.on("value", queue: nil) { _, _ in } }
        node.transaction(
            { _ in
                attempts.value += 1
                writer.set(attempts.value + 100)
                return 1
            }, queue: nil, note)
        fixture.flush()
        #expect(log.entries == ["tooManyRetries false"])
        #expect(attempts.value <= 25)
        #expect(attempts.value >= 20)
        node.off()
    }

    @Test("a transaction commits if the value stops changing in time")
    func settling() {
        let attempts = Box(0)
        let writer = other.legacy.child("list/n")
        node.transaction(
            { _ in
                attempts.value += 1
                if attempts.value < 15 { writer.set(attempts.value + 100) }
                return 1
            }, queue: nil, note)
        fixture.flush()
        #expect(log.entries == ["ok true"])
    }

    @Test("160 queued transactions of one client all commit", arguments: ["held", "offline", "disturbed"])
    func queued(situation: String) {
        if situation == "offline" { device.port.drop() } else { device.port.hold() }
        let sum = device.legacy.child("sum")
        for _ in 0..<160 { sum.transaction({ ($0 as? Int ?? 0) + 1 }, queue: nil, note) }
        // The first one is stale, so all others run again.
        if situation == "disturbed" { other.legacy.child("sum").set(1_000) }
        device.port.restore()
        device.port.release()
        fixture.flush()
        #expect(log.entries == Array(repeating: "ok true", count: 160))
        let expected = situation == "disturbed" ? 1_160.0 : 160
        #expect(fixture.embedded.backend.data[Key(unchecked: "sum")] == .number(expected))
    }

    /// The moment of the plain write.
    enum Phase: CaseIterable, Sendable {
        case computing
        case reading
        case waiting
        case sentAndStale
        case sent
    }

    @Test(
        "a plain write at, above or below the path overrides a transaction [operations 17]",
        arguments: Phase.allCases, ["list/n", "list", "list/n/deep", "list/n/deep/er"])
    func overridden(phase: Phase, path: String) {
        let place = device.legacy.child(path)
        // The transaction is computed from the value at the back end.
        if phase == .sent { node.on("value", queue: nil) { _, _ in } }
        let isReading = phase == .reading
        switch phase {
        case .computing: break
        case .reading, .waiting: device.port.drop()
        case .sentAndStale, .sent: device.port.hold()
        }
        let hasWritten = Box(false)
        node.transaction(
            { _ in
                if phase == .computing, !hasWritten.value {
                    hasWritten.value = true
                    place.set(7)
                }
                return isReading ? nil : "result"
            }, queue: nil, note)
        if phase == .sentAndStale { other.legacy.child("list/n/deep").set(99) }
        if phase != .computing { place.set(7) }
        device.port.restore()
        device.port.release()
        fixture.flush()
        // It was sent before the write and is not stale, so the back end executes it first.
        #expect(log.entries == [phase == .sent ? "ok true" : "overridden false"])
        let keys = path.split(separator: "/").map { Key(unchecked: String($0)) }
        #expect(fixture.embedded.backend.data[Path(keys)] == .number(7))
    }

    @Test("a plain write at another path does not override a transaction")
    func beside() {
        device.port.hold()
        node.transaction({ _ in 1 }, queue: nil, note)
        device.legacy.child("list/m").set(7)
        device.port.release()
        fixture.flush()
        #expect(log.entries == ["ok true"])
    }
}
