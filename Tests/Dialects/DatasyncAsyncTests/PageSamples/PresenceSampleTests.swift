import DatasyncAsync
import Testing

/// The samples of the page on presence.
@Suite("Samples of the page Presence", .timeLimit(.minutes(30)))
struct PresenceSampleTests {
    let backend = EmbeddedBackend()
    let application: WebcomApplication
    let manager: DatasyncManager
    let otherManager: DatasyncManager
    let status: DatasyncNode
    let otherStatus: DatasyncNode

    init() {
        let configuration = WebcomConfiguration(identifier: "chat", platform: .embedded(in: backend))
        application = WebcomApplication(configuration: configuration)
        manager = application.datasyncService.createManager()
        otherManager = WebcomApplication(configuration: configuration).datasyncService.createManager()
        (status, otherStatus) = (manager["status/ada"], otherManager["status/ada"])
    }

    @Test("the back end runs an on-disconnect write when the connection ends")
    func onDisconnect() async throws {
        // sample: on disconnect
        try await status.set("offline", at: .nextDisconnection)
        try await status.set("online")
        #expect(try await otherStatus.decodedValue(as: String.self) == "online")

        try backend.dropConnection(of: application)
        #expect(try await otherStatus.decodedValue(as: String.self) == "offline")
        // end of sample
    }

    // sample: presence
    func showPresence(of status: DatasyncNode, in service: DatasyncService) async throws {
        for await state in service.states {
            guard case .connected = state.connectionState else { continue }
            try await status.set("offline", at: .nextDisconnection)
            try await status.set("online")
        }
    }
    // end of sample

    @Test("a client writes its presence again after each reconnect")
    func presence() async throws {
        var statuses = otherStatus.values(as: String?.self).makeAsyncIterator()
        let presence = Task { try await showPresence(of: status, in: application.datasyncService) }
        defer { presence.cancel() }
        for expected in ["online", "offline", "online"] {
            if expected == "offline" { try backend.dropConnection(of: application) }
            var shown: String?
            while shown != expected { shown = try #require(try await statuses.next()) }
            if expected == "offline" { try backend.restoreConnection(of: application) }
        }
    }

    @Test("a server timestamp of an on-disconnect write is the time of the disconnection")
    func lastSeen() async throws {
        // sample: last seen
        try await manager["lastSeen/ada"].set(ServerValue.timestamp, at: .nextDisconnection)

        try backend.setTime(1_700_000_000_000)
        try backend.dropConnection(of: application)
        #expect(try await otherManager["lastSeen/ada"].decodedValue(as: Double.self) == 1_700_000_000_000)
        // end of sample
    }

    @Test("a cancelled on-disconnect write does not run")
    func cancelled() async throws {
        // sample: cancelled
        try await status.set("offline", at: .onDisconnection)
        try await status.set("online")
        try await manager["status"].cancelNextDisconnectionOperations()

        try backend.dropConnection(of: application)
        #expect(try await otherStatus.decodedValue(as: String.self) == "online")
        // end of sample
    }

    @Test("the connection status contains the clock difference and the reason of a disconnection")
    func connectionStatus() async throws {
        // sample: connection status
        let service = application.datasyncService
        for await state in service.states {
            if case .connected(let offset) = state.connectionState {
                #expect(service.state.connectionState.backEndTimeOffsetMS == offset)
                break
            }
        }
        try backend.dropConnection(of: application)
        #expect(service.state.disconnectionReason != nil)
        // end of sample
    }

    @Test("an application closes its connection and opens it again")
    func disabled() async throws {
        // sample: disabled
        let service = application.datasyncService
        service.isConnectionEnabled = false
        #expect(service.state.disconnectionReason == nil)
        let stored = status.promise.set("away")

        service.isConnectionEnabled = true
        try await stored.value
        #expect(try await otherStatus.decodedValue(as: String.self) == "away")
        // end of sample
    }
}
