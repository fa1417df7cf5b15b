import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import DatasyncTree
import TestSupport
import Testing

/// Estimates of timestamps while the clock of the back end is ahead of the client's estimate.
@Suite("Estimates of the server time")
struct ServerTimeTests {
    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager

    init() throws {
        fixture = try ClientFixture(["l": ["old": ["t": 1]]])
        device = fixture.device()
        manager = device.manager()
        fixture.flush()
    }

    private func write(_ key: String) {
        device.legacy.child("l/\(key)").set(["t": [".sv": "timestamp"]])
        fixture.flush()
    }

    @Test(
        "an acknowledged row of a window stays before a newer local one [operations 6]",
        arguments: ["a window", "all children", "a transaction"])
    func order(kind: String) throws {
        let constraint: DatasyncChildrenConstraint =
            kind == "a window" ? .ordered(by: .child("t"), last: 2) : .ordered(by: .child("t"))
        let list = ChildList(childrenConstraint: constraint)
        let log = Log()
        manager["l"].subscribe(
            to: .childEvent(moves: true), childrenConstraint: constraint, queue: fixture.queue
        ) { event in
            list.apply(event)
            log.note("\(event.eventType) \(event.key) \(event.acked ? "acked" : "local")")
        }
        fixture.flush()
        try fixture.embedded.setTime(fixture.clock.now + 10)
        if kind == "a transaction" {
            device.legacy.child("l/a").transaction({ _ in ["t": [".sv": "timestamp"]] }, queue: fixture.queue, nil)
            fixture.flush()
        } else {
            write("a")
        }
        device.port.hold()
        let before = log.entries.count
        write("b")
        #expect(list.keys.suffix(2) == ["a", "b"])
        #expect(list.children.last?.child("t").decoded(as: Double.self) == fixture.clock.now + 10)
        device.port.release()
        fixture.flush()
        #expect(list.keys.suffix(2) == ["a", "b"])
        #expect(
            log.entries.dropFirst(before).allSatisfy { $0.contains(" b ") || $0.contains(" old ") }, "\(log.entries)")
    }

    @Test("a stored time that is more than a minute ahead changes no estimate [operations 6]")
    func farAhead() throws {
        let list = ChildList()
        manager["l"].subscribe(to: .childEvent, queue: fixture.queue) { list.apply($0) }
        fixture.flush()
        try fixture.embedded.setTime(fixture.clock.now + 60_001)
        write("a")
        device.port.hold()
        write("b")
        #expect(list.keys == ["a", "b", "old"])
        #expect(
            list.children.map { $0.child("t").decoded(as: Double.self) } == [
                fixture.clock.now + 60_001, fixture.clock.now, 1,
            ])
        device.port.release()
        fixture.flush()
    }
}
