import DatasyncAsync
import Testing

/// The samples of the page on server values.
@Suite("Samples of the page ServerValues", .timeLimit(.minutes(30)))
struct ServerValuesSampleTests {
    let backend = EmbeddedBackend(clock: { 1_700_000_000_000 })
    let application: WebcomApplication
    let manager: DatasyncManager

    init() throws {
        try backend.setData(["name": "Ada"])
        let configuration = WebcomConfiguration(identifier: "chat", platform: .embedded(in: backend))
        application = WebcomApplication(configuration: configuration)
        manager = application.datasyncService.createManager()
    }

    // sample: message
    struct Message: Codable, Sendable {
        var text: String
        @ServerComputed var sentAt: Double?
    }

    func send(_ text: String) async throws(WebcomError) -> DatasyncNode {
        var message = Message(text: text, sentAt: nil)
        message.$sentAt = .timestamp
        return try await manager["messages"].push(message)
    }
    // end of sample

    @Test("a computed property is written as a timestamp and read as its number")
    func computed() async throws {
        let node = try await send("Hello")
        // sample: received
        let message = try await node.decodedValue(as: Message.self)
        #expect(message.sentAt == 1_700_000_000_000)
        // end of sample
        #expect(message.text == "Hello")
        #expect(message.$sentAt == nil)
    }

    @Test("an estimate is delivered first, then the number of the back end")
    func estimate() async throws {
        // sample: estimate
        let savedAt = manager["savedAt"]
        var events = savedAt.events(.valueEvent).makeAsyncIterator()
        #expect(try await events.next()?.value.isNull == true)

        try await savedAt.set(ServerValue.timestamp)
        let estimate = try #require(try await events.next())
        #expect(!estimate.value.isNull)
        #expect(!estimate.isAcknowledged)

        let stored = try #require(try await events.next())
        #expect(stored.value.decoded(as: Double.self) == 1_700_000_000_000)
        #expect(stored.isAcknowledged)
        // end of sample
    }

    @Test("increments in a merge add to the stored numbers")
    func increments() async throws {
        // sample: increments
        let stats = manager["stats"]
        let step = ["visits": ServerValue.increment(1), "score": ServerValue.increment(5, from: 100)]
        try await stats.merge(with: step)
        #expect(try await stats.decodedValue(as: [String: Int].self) == ["visits": 1, "score": 105])
        try await stats.merge(with: step)
        #expect(try await stats.decodedValue(as: [String: Int].self) == ["visits": 2, "score": 110])
        // end of sample
    }

    @Test("raw JSON can contain server values")
    func raw() async throws {
        // sample: raw
        let note = manager["notes/1"]
        try await note.merge(.raw, with: ["text": "Hello", "editedAt": ServerValue.timestamp])
        #expect(try await note["editedAt"].decodedValue(as: Double.self) == 1_700_000_000_000)
        // end of sample
    }

    @Test("an increment of a value that is not a number fails")
    func notANumber() async throws {
        // sample: not a number
        let error = await #expect(throws: WebcomError.self) {
            try await manager["name"].set(ServerValue.increment(1))
        }
        #expect(error?.code == .notANumber)
        #expect(try await manager["name"].decodedValue(as: String.self) == "Ada")
        // end of sample
    }
}
