import DatasyncClient
import DatasyncTree
import Testing

@testable import DatasyncAsync
@testable import DatasyncEngine

@Suite("The buffer of a sequence", .timeLimit(.minutes(10)))
struct EventStreamBufferTests {
    @Test("a second task that waits ends the first one with an error, and receives the event [sequences 7]")
    func secondConsumer() async throws {
        let buffer = EventStreamBuffer(.lossless, interest: .valueChange, at: "/p") { _ in
            DatasyncSubscription(.valueChange, file: #fileID, line: #line)
        }
        let first = Task { try await buffer.next() }
        while !buffer.hasWaiter { await Task.yield() }
        let second = Task { try await buffer.next() }
        let error = await #expect(throws: WebcomError.self) { try await first.value }
        #expect(error?.code == .cancelled && error?.message.contains("make an iterator for each task") == true)
        while !buffer.hasWaiter { await Task.yield() }
        buffer.push(
            Event(kind: .valueChange, key: nil, node: .number(1), previousKey: nil, isAcknowledged: true))
        #expect(try await second.value?.node == .number(1))
    }
}
