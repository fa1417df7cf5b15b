import ClientTestSupport
import DatasyncAsync
import DatasyncConcurrency
import Foundation
import Observation
import Testing

/// The state behind the property wrappers for SwiftUI.
@Suite("Live objects of views", .timeLimit(.minutes(30)))
struct LiveSlotTests {
    let fixture: ClientFixture
    let manager: DatasyncManager

    init() throws {
        fixture = try ClientFixture(["n": ["a": "x", "b": "y"], "other": ["a": "z"]])
        manager = fixture.device().manager()
    }

    /// Returns the object as a SwiftUI view would: each time with a new node, but with the same slot.
    private func value(_ slot: LiveSlot<DatasyncLiveObject<[String: String]>>, _ path: String)
        -> DatasyncLiveObject<[String: String]>
    {
        slot.object(for: manager[path]) { $0.liveObject(as: [String: String].self, queue: fixture.queue) }
    }

    @Test("a view that is made again has the same object, and with another node another one")
    func identity() {
        let slot = LiveSlot<DatasyncLiveObject<[String: String]>>()
        let first = value(slot, "n")
        #expect(value(slot, "n") === first)
        #expect(value(slot, "/n/") === first)
        let other = value(slot, "other")
        #expect(other !== first)
        #expect(value(slot, "other") === other)
        fixture.flush()
        #expect(other.model == ["a": "z"])
    }

    @Test("an object that no view uses any more is released with its subscription")
    func release() {
        let slot = LiveSlot<DatasyncLiveObject<[String: String]>>()
        weak let first = value(slot, "n")
        #expect(first != nil)
        _ = value(slot, "other")
        fixture.flush()
        #expect(first == nil)
        #expect(fixture.listenCount == 1)
    }

    @Test("a change of the value is a change that the view observes")
    func observation() async throws {
        let slot = LiveSlot<DatasyncLiveCollection<String>>()
        let rows = {
            slot.object(for: manager["n"]) { $0.liveCollection(of: String.self, queue: fixture.queue) }.models
        }
        _ = rows()
        fixture.flush()
        let changes = Guarded(0)
        let shown = withObservationTracking(rows) { changes.withLock { $0 += 1 } }
        #expect(shown.map(\.model) == ["x", "y"])
        try await manager["n/b"].set("w")
        fixture.flush()
        #expect(changes.withLock(\.self) == 1)
        #expect(rows().map(\.model) == ["x", "w"])
    }
}
