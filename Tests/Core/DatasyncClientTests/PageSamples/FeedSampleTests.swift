import DatasyncClient
import DatasyncConcurrency
import DatasyncLog
import DatasyncTesting
import Foundation
import Testing

/// The sample of the page about programs that go on where they stopped.
@Suite("Samples of the page Feed", .timeLimit(.minutes(30)))
struct FeedSampleTests {
    @Test("each order is shipped once, also by a program that is started again")
    func shipping() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "datasync-feed-sample-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let shipped = Guarded<[String?]>([])
        let stored = Guarded<LogPosition?>(nil)
        @Sendable func ship(_ key: String?) async { shipped.withLock { $0.append(key) } }
        @Sendable func store(_ position: LogPosition) async { stored.withLock { $0 = position } }
        for round in 1...2 {
            let lastPosition = stored.withLock(\.self)
            // sample: each order is shipped
            let backend = try await EmbeddedBackend(directory: directory)
            try backend.subscribe(path: "orders", events: [.childAddition], from: lastPosition) { change in
                for event in change.events { await ship(event.key) }
                await store(change.position)
            }
            // end of sample
            try await waitUntil("the subscription has begun") { stored.withLock(\.self) != nil }
            let before = stored.withLock(\.self)
            try backend.setData(["orders": round == 1 ? ["a": 1] : ["a": 1, "b": 2]])
            try await waitUntil("order \(round) is shipped", milliseconds: 240_000) {
                stored.withLock(\.self) != before
            }
            await backend.close()
        }
        // The first one is the reload.
        #expect(shipped.withLock(\.self) == [nil, "a", "b"])
    }
}
