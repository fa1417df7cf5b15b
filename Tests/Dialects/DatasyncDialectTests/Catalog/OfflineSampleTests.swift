import DatasyncAsync
import Dispatch
import Testing

/// The samples of the page on work without a connection.
@Suite("Samples of the page Offline", .timeLimit(.minutes(30)))
struct OfflineSampleTests {
    let backend = EmbeddedBackend()
    let application: WebcomApplication
    let manager: DatasyncManager
    let otherManager: DatasyncManager
    let draft: DatasyncNode
    let otherDraft: DatasyncNode
    let theme: DatasyncNode

    init() throws {
        try backend.setData(["draft": "Hello", "settings": ["theme": "dark", "font": "serif"]])
        let configuration = WebcomConfiguration(identifier: "notes", platform: .embedded(in: backend))
        application = WebcomApplication(configuration: configuration)
        manager = application.datasyncService.createManager()
        otherManager = WebcomApplication(configuration: configuration).datasyncService.createManager()
        (draft, otherDraft) = (manager["draft"], otherManager["draft"])
        theme = manager["settings/theme"]
    }

    @Test("a write without a connection is a pending write until the client reconnects")
    func pendingWrite() async throws {
        // sample: pending write
        try backend.dropConnection(of: application)
        let stored = draft.promise.set("Hello, world")
        let local = try await draft.value()
        #expect(local.decoded(as: String.self) == "Hello, world")
        #expect(!local.isAcknowledged)

        try backend.restoreConnection(of: application)
        try await stored.value
        #expect(try await otherDraft.decodedValue(as: String.self) == "Hello, world")
        // end of sample
    }

    @Test("cancelling the task ends the wait and not the write")
    func cancelledWait() async throws {
        // sample: cancelled wait
        try backend.dropConnection(of: application)
        let writing = Task { try await draft.set("Later") }
        writing.cancel()
        let error = await #expect(throws: WebcomError.self) { try await writing.value }
        #expect(error?.code == .cancelled)

        var drafts = otherDraft.values(as: String.self).makeAsyncIterator()
        #expect(try await drafts.next() == "Hello")
        try backend.restoreConnection(of: application)
        #expect(try await drafts.next() == "Later")
        // end of sample
    }

    @Test("a read without a connection uses the cache, and a value outside the cache is unknown")
    func reads() async throws {
        // sample: reads
        var themes = theme.values(as: String.self).makeAsyncIterator()
        #expect(try await themes.next() == "dark")

        try backend.dropConnection(of: application)
        #expect(try await theme.decodedValue(as: String.self) == "dark")

        let font = manager["settings/font"]
        let unknown = try await font.value()
        #expect(unknown.isNull && !unknown.isKnown)
        let error = await #expect(throws: WebcomError.self) { try await font.decodedValue(as: String.self) }
        #expect(error?.code == .unavailable)
        // end of sample
    }

    @Test("the policy of a subscription decides whether its data stay in the offline cache")
    func policy() async throws {
        let queue = DispatchQueue(label: "settings")
        // sample: policy
        let subscription = try #require(theme.subscribe(queue: queue) { _ in })
        subscription.completedSubscriptionPolicy = .keepUpdatingData
        subscription.cancel()
        queue.sync {}  // The policy is applied with the completion.

        try await otherManager["settings/theme"].set("light")
        try backend.dropConnection(of: application)
        #expect(try await theme.decodedValue(as: String.self) == "light")

        application.datasyncService.cleanCache()
        #expect(try await !theme.value().isKnown)
        // end of sample
    }
}
