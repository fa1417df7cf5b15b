import ClientTestSupport
import DatasyncAsync
import DatasyncLegacy
import Testing

extension Regressions {
    @Suite("Requested events of sequences", .timeLimit(.minutes(30)))
    struct SequenceTests {
        let fixture: ClientFixture
        let manager: DatasyncManager
        let node: DatasyncNode

        init() throws {
            fixture = try ClientFixture(["list": ["a": 1, "b": 2, "c": 3]])
            manager = fixture.device().manager()
            node = try manager.nodeThrows(for: "list")
        }

        @Test("a subscription that is cancelled inside its loop delivers no further event")
        func cancelled() async throws {
            var seen: [String] = []
            for try await event in node.events(.childAddition) {
                seen.append(event.key)
                event.subscription.cancel()
            }
            #expect(seen == ["a"])
            #expect(fixture.listenCount == 0)
        }

        @Test("coalescing does not merge a removal and an addition into a change that was not requested")
        func kinds() async throws {
            var events = node.events(.child(addition: true, removal: true), delivery: .coalescing).makeAsyncIterator()
            for key in ["a", "b", "c"] { #expect(try await events.next()?.key == key) }
            let other = fixture.device().legacy.child("list")
            other.child("a").remove()
            other.child("a").set(2)
            other.child("z").set(0)
            var seen: [String] = []
            while let event = try await events.next() {
                seen.append("\(event.eventType.description) \(event.key)")
                if event.key == "z" { break }
            }
            #expect(seen == ["child_removed a", "child_added a", "child_added z"])
        }
    }
}
