import DatasyncAsync
import Testing

/// The samples of the page on acknowledgements.
@Suite("Samples of the page Acknowledgements", .timeLimit(.minutes(30)))
struct AcknowledgementsSampleTests {
    let backend = EmbeddedBackend()
    let application: WebcomApplication
    let manager: DatasyncManager
    let otherManager: DatasyncManager
    let name: DatasyncNode
    let otherName: DatasyncNode

    init() throws {
        try backend.setData(["name": "Ann"])
        let configuration = WebcomConfiguration(identifier: "contacts-app", platform: .embedded(in: backend))
        application = WebcomApplication(configuration: configuration)
        manager = application.datasyncService.createManager()
        otherManager = WebcomApplication(configuration: configuration).datasyncService.createManager()
        (name, otherName) = (manager["name"], otherManager["name"])
    }

    @Test("a local write is delivered as not acknowledged, then acknowledged")
    func acknowledged() async throws {
        // sample: acknowledged
        var events = name.events(.valueEvent).makeAsyncIterator()
        #expect(try await events.next()?.value.decoded(as: String.self) == "Ann")

        try backend.holdResponses(to: application)
        let stored = name.promise.set("Ada")
        let local = try #require(try await events.next())
        #expect(local.eventType == .valueChange)
        #expect(local.value.decoded(as: String.self) == "Ada")
        #expect(!local.isAcknowledged)

        try backend.releaseResponses(to: application)
        try await stored.value
        let acknowledgement = try #require(try await events.next())
        #expect(acknowledgement.eventType == .valueAcknowledgement)
        #expect(acknowledgement.isAcknowledged)
        // end of sample
    }

    @Test("a refused write is delivered and reverted")
    func refused() async throws {
        // sample: refused
        var events = name.events(.valueEvent).makeAsyncIterator()
        #expect(try await events.next()?.value.decoded(as: String.self) == "Ann")

        try backend.refuseNextWrite(of: application)
        let error = await #expect(throws: WebcomError.self) { try await name.set("Ada") }
        #expect(error?.code == .permissionDenied)

        let local = try #require(try await events.next())
        #expect(local.value.decoded(as: String.self) == "Ada")
        #expect(!local.isAcknowledged)
        let reverted = try #require(try await events.next())
        #expect(reverted.eventType == .valueChange)
        #expect(reverted.value.decoded(as: String.self) == "Ann")
        #expect(reverted.isAcknowledged)
        // end of sample
    }

    @Test("the write of another client arrives acknowledged")
    func others() async throws {
        // sample: other clients
        var events = name.events(.valueEvent).makeAsyncIterator()
        #expect(try await events.next()?.value.decoded(as: String.self) == "Ann")
        try await otherName.set("Bob")
        let change = try #require(try await events.next())
        #expect(change.eventType == .valueChange)
        #expect(change.isAcknowledged)
        // end of sample
    }

    @Test("each row has its own acknowledgement")
    func rows() async throws {
        let contacts = manager["contacts"]
        // sample: rows
        var lists = contacts.children(as: String.self).makeAsyncIterator()
        #expect(try await lists.next()?.isEmpty == true)

        try await contacts.merge(with: ["ada": "Ada", "bob": "Bob"])
        var rows = try #require(try await lists.next())
        #expect(rows.map(\.isAcknowledged) == [false, false])
        while !rows.allSatisfy(\.isAcknowledged) { rows = try #require(try await lists.next()) }
        #expect(rows.map(\.value) == ["Ada", "Bob"])
        // end of sample
    }
}
