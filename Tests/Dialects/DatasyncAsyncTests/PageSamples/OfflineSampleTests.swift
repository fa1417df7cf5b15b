import DatasyncAsync
import Dispatch
import Foundation
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

/// The samples of the part about offline stores.
@Suite("Samples of the page Offline, with a store", .timeLimit(.minutes(30)))
struct OfflineStoreSampleTests {
    @Test("a client with an offline store")
    func store() async throws {
        let backend = EmbeddedBackend()
        let directory = FileManager.default.temporaryDirectory.appending(path: "datasync-sample-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        // sample: a client
        var configuration = WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend))
        configuration.cacheMode = .automatic(at: directory)
        configuration.restoredWriteFailed = { failure in print(failure.path, failure.json, failure.error) }
        let application = WebcomApplication(configuration: configuration)
        // end of sample
        let manager = application.datasyncService.createManager()
        try await manager["cart"].set(2)
        #expect((backend.data as? [String: Int])?["cart"] == 2)
        // sample: closing
        await application.close()
        // end of sample
        try await EmbeddedBackend(directory: directory).close()
    }

    @Test("pending writes at the sign-out")
    func users() async throws {
        let backend = EmbeddedBackend()
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend)))
        try await application.authentication.signIn(token: "ann")
        // sample: users
        try await application.waitForPendingWrites()
        try await application.authentication.signOut()
        print(application.pendingWriteCountOfOtherUsers)
        application.discardPendingWritesOfOtherUsers()
        // end of sample
        #expect(application.pendingWriteCount == 0 && application.authentication.state.user == nil)
    }
}
