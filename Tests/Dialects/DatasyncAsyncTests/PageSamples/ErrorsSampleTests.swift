import DatasyncAsync
import Dispatch
import Synchronization
import Testing

/// The samples of the page on errors.
@Suite("Samples of the page Errors", .timeLimit(.minutes(30)))
struct ErrorsSampleTests {
    let backend = EmbeddedBackend()
    let application: WebcomApplication
    let manager: DatasyncManager
    let notes: DatasyncNode

    init() throws {
        try backend.setData(["notes": ["1": "Buy milk"]])
        let configuration = WebcomConfiguration(identifier: "notes", platform: .embedded(in: backend))
        application = WebcomApplication(configuration: configuration)
        manager = application.datasyncService.createManager()
        notes = manager["notes"]
    }

    // sample: code
    /// Returns the text to show after a write.
    func save(_ text: String, at note: DatasyncNode) async -> String {
        do {
            try await note.set(text)
            return "Saved."
        } catch {
            switch error.code {
            case .permissionDenied: return "You may not change this note."
            case .tooLarge: return "The note is too long."
            default: return error.message
            }
        }
    }
    // end of sample

    @Test("the code of an error selects the reaction")
    func code() async throws {
        #expect(await save("a", at: notes["1"]) == "Saved.")
        try backend.refuseNextWrite(of: application)
        #expect(await save("b", at: notes["1"]) == "You may not change this note.")
        try backend.refuseNextWrite(of: application, with: .tooLarge)
        #expect(await save("c", at: notes["1"]) == "The note is too long.")
        #expect(await save("d", at: notes["#"]).contains("#"))
    }

    @Test("an ill-formed path fails the operations of its node")
    func path() async throws {
        // sample: path
        #expect(manager.node(for: "notes/#1") == nil)
        let error = await #expect(throws: WebcomError.self) { try await manager["notes/#1"].value() }
        #expect(error?.code == .invalidPath)
        // end of sample
    }

    @Test("a revocation ends a sequence with the reason")
    func revokedSequence() async throws {
        // sample: revoked sequence
        var lists = notes.children(as: String.self).makeAsyncIterator()
        #expect(try await lists.next()?.map(\.value) == ["Buy milk"])

        try backend.setRules(#"{"rules": {".read": false}}"#)
        let error = await #expect(throws: WebcomError.self) { try await lists.next() }
        #expect(error?.code == .permissionDenied)
        // end of sample
        #expect(try await lists.next() == nil)
    }

    @Test("a revocation calls the completion of a subscription with the reason")
    func revokedSubscription() throws {
        // sample: revoked subscription
        let queue = DispatchQueue(label: "notes")
        let reasons = Mutex<[WebcomError]>([])
        notes.subscribe(queue: queue) { _ in
        } onCompletion: { completion in
            if case .revocation(let reason) = completion { reasons.withLock { $0.append(reason) } }
        }
        try backend.setRules(#"{"rules": {".read": false}}"#)
        queue.sync {}
        #expect(reasons.withLock { $0.map(\.code) } == [.permissionDenied])
        // end of sample
    }

    @Test("a failure without a handler goes to the diagnostics")
    func diagnostics() async throws {
        // sample: diagnostics
        let (reports, continuation) = AsyncStream<WebcomError>.makeStream()
        application.diagnostics = { error in continuation.yield(error) }

        try backend.refuseNextWrite(of: application)
        notes["1"].promise.set("Buy bread")
        for await error in reports {
            #expect(error.code == .permissionDenied)
            #expect(error.path == "/notes/1")
            break
        }
        // end of sample
    }
}
