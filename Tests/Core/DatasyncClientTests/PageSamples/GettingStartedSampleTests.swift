import DatasyncAsync
import Testing

/// The samples of the page GettingStarted.
@Suite("Samples of the page GettingStarted", .timeLimit(.minutes(30)))
struct GettingStartedSampleTests {
    @Test("the first program prints its list")
    func program() async throws {
        // sample: the first program
        let application = WebcomApplication(configuration: WebcomConfiguration(identifier: "notes"))
        let manager = application.datasyncService.createManager()  // retain it: its loops end with it
        let notes = manager["notes"]

        try await notes.push("Buy milk")
        for try await rows in notes.children(as: String.self) {
            print(rows.map(\.value))  // ["Buy milk"]
            break
        }
        // end of sample
        #expect(try await notes.value().keyedChildren.count == 1)
        try await notes.clear()
    }

    @Test("all calls with the root, of one client")
    func root() async throws {
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "notes", platform: .embedded(in: EmbeddedBackend())))
        let manager = application.datasyncService.createManager()
        // sample: several paths
        try await manager.root.setPaths(["notes/first": "Buy milk", "counts/notes": 1])
        // end of sample
        #expect(try await manager["counts/notes"].decodedValue(as: Int.self) == 1)
    }
}
