import ClientTestSupport
import DatasyncAsync
import Testing

@Suite("Sequences without room for an event", .timeLimit(.minutes(30)))
struct SequenceBoundTests {
    @Test("a bound below one is refused at the first next, and no subscription is made", arguments: [0, -1, Int.min])
    func bound(most: Int) async throws {
        let fixture = try ClientFixture(["n": 1])
        let manager = fixture.device().manager()
        let node = try manager.nodeThrows(for: "n")
        var iterator = node.events(delivery: .bounded(most)).makeAsyncIterator()
        #expect(fixture.listenCount == 0)
        do throws(WebcomError) {
            _ = try await iterator.next()
            Issue.record("The sequence goes on.")
        } catch {
            #expect(error.code == .invalidConstraint)
            #expect(error.path == "/n")
            #expect(
                error.message
                    == "The delivery policy .bounded(\(most)) of a sequence at /n leaves room for no event; "
                    + "use 1 or more, or .lossless.")
        }
        #expect(try await iterator.next() == nil)
    }
}
