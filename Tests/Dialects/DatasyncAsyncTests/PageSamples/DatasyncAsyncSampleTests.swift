import DatasyncAsync
import Testing

/// The samples of the start page of the async dialect.
@Suite("Samples of the page DatasyncAsync", .timeLimit(.minutes(30)))
struct DatasyncAsyncSampleTests {
    let backend = EmbeddedBackend()
    // sample: manager
    struct Contact: Codable, Sendable {
        var name: String
    }

    let application: WebcomApplication
    let manager: DatasyncManager
    let contacts: DatasyncNode

    init() {
        let configuration = WebcomConfiguration(identifier: "contacts-app", platform: .embedded(in: backend))
        application = WebcomApplication(configuration: configuration)
        manager = application.datasyncService.createManager()
        contacts = manager["contacts"]
    }
    // end of sample

    @Test("a written contact is in the list of children")
    func list() async throws {
        // sample: list
        let ada = try await contacts.push(Contact(name: "Ada"))
        for try await rows in contacts.children(as: Contact.self) {
            #expect(rows.map(\.key) == [ada.key] && rows.map(\.value.name) == ["Ada"])
            break
        }
        // end of sample
    }

    @Test("operations return their results and throw their errors")
    func operations() async throws {
        // sample: operations
        let ada = contacts["ada"]
        try await ada.set(Contact(name: "Ada"))
        try await ada.merge(with: ["phone": "555-0100"])
        #expect(try await ada["phone"].decodedValue(as: String.self) == "555-0100")
        try await ada.clear()
        #expect(try await ada.value().isNull)
        // end of sample
    }

    @Test("a write is delivered at once and acknowledged later")
    func events() async throws {
        // sample: events
        var events = contacts.events(.childEvent).makeAsyncIterator()
        let ada = try await contacts.push(Contact(name: "Ada"))
        let addition = try #require(try await events.next())
        #expect(addition.eventType == .childAddition && !addition.isAcknowledged)
        let acknowledgement = try #require(try await events.next())
        #expect(acknowledgement.eventType == .childAcknowledgement && acknowledgement.isAcknowledged)
        // end of sample
        #expect(addition.key == ada.key)
        #expect(acknowledgement.key == ada.key)
    }

    @Test("cancelling the task ends its loop without an error")
    func cancellation() async throws {
        let (lists, continuation) = AsyncStream<Int>.makeStream()
        let watching = Task {
            for try await rows in contacts.children(as: Contact.self) { continuation.yield(rows.count) }
        }
        for await count in lists {
            #expect(count == 0)
            break
        }
        watching.cancel()
        try await watching.value
    }
}
