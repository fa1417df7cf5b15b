import DatasyncAsync
import Testing

/// The samples of the page on sequences.
@Suite("Samples of the page Sequences", .timeLimit(.minutes(30)))
struct SequencesSampleTests {
    let backend = EmbeddedBackend()

    @Test("releasing the manager ends a sequence with an error")
    func released() async throws {
        try backend.setData(["names": ["1": "Ada"]])
        let configuration = WebcomConfiguration(identifier: "names", platform: .embedded(in: backend))
        let service = WebcomApplication(configuration: configuration).datasyncService
        // sample: released
        var manager: DatasyncManager? = service.createManager()
        let node = try #require(manager?["names"])
        var names = node.children(as: String.self).makeAsyncIterator()
        #expect(try await names.next()?.map(\.value) == ["Ada"])

        manager = nil
        let error = await #expect(throws: WebcomError.self) { try await names.next() }
        #expect(error?.code == .released)
        #expect(try await names.next() == nil)
        // end of sample
    }
}
