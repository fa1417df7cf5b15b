import DatasyncAsync
import Foundation
import Testing

/// The sample of the page OfflineStore.
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
