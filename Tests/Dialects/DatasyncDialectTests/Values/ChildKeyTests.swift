import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import TestSupport
import Testing

/// Children by exactly one key, and writes through paths that lead above the root.
@Suite("Children by key", .timeLimit(.minutes(30)))
struct ChildKeyTests {
    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager
    let reports = Record<WebcomError>()

    init() throws {
        fixture = try ClientFixture(["a": ["b": 1]])
        device = fixture.device()
        device.application.diagnostics = { [reports] in reports.note($0) }
        manager = device.manager()
    }

    @Test("a key leads to the child in every dialect", arguments: ["b", "a b", "é", "..."])
    func keys(key: String) async {
        let isKey = key != "..."
        #expect(device.legacy.child("a").child(key: key).path == "/a/\(key)")
        #expect(device.node("a").child(key: key).path == "/a/\(key)")
        #expect(manager["a"].child(key: key).path == "/a/\(key)")
        #expect((manager["a"].child(key: key) == manager["a"][key]) == isKey)
        #expect(((try? await manager["a"].promise.child(key: key).value) != nil) == isKey)
    }

    @Test(
        "a text that is not one key is invalidPath in every dialect, and nothing is written",
        arguments: ["", ".", "..", "a/b", "/b", "b/", "../..", "a.b", ".info", ".priority", "[x]"])
    func paths(text: String) async throws {
        let failures = Record<WebcomError?>()
        await confirm { done in
            device.legacy.child("a").child(key: text).set(2, queue: nil) { error in
                failures.note(error)
                done()
            }
        }
        await #expect(throws: WebcomError.self) { try await device.node("a").child(key: text).set(2).value }
        let error = await #expect(throws: WebcomError.self) { try await manager["a"].child(key: text).set(2) }
        let promised = await #expect(throws: WebcomError.self) {
            try await manager["a"].promise.child(key: text).value
        }
        #expect(failures.entries.map { $0?.code } == [.invalidPath])
        #expect(error?.code == .invalidPath && promised?.code == .invalidPath)
        #expect(error?.path == "/a/\(text)")
        #expect(try await manager[""].decodedValue(as: [String: [String: Int]].self) == ["a": ["b": 1]])
        #expect(reports.entries == [])
    }

    /// Waits until a closure has called its argument.
    private func confirm(_ body: (@escaping @Sendable () -> Void) -> Void) async {
        await withCheckedContinuation { continuation in body { continuation.resume() } }
    }

    @Test("a write at a path that leads above the root is executed, and reported with the path as it was written")
    func climbing() async throws {
        try await manager["a/b"]["../../.."]["c"].set(2)
        #expect(try await manager["c"].decodedValue(as: Int.self) == 2)
        let report = try #require(reports.take().first)
        #expect(report.code == .invalidPath && report.path == "/c")
        #expect(
            report.message
                == "The path \"/a/b/../../../c\" leads above the root, where .. has no effect, so that the write is at /c. "
                + "Check the path; child(key:) takes exactly one key.")
        try await device.node("a/../../d").set(1).value
        try await manager["../x"].merge(with: ["y": 1])
        _ = try await manager["../x"].child(key: "y").runTransaction { _ in .set(2) }
        try await manager["../x"].createChild().set(1, at: .nextDisconnection)
        #expect(reports.take().count == 4)
    }

    @Test("reads, and writes at paths that stay below the root, are not reported")
    func silent() async throws {
        _ = try await manager["../.."].value()
        try await manager["a/b/../c"].set(1)
        try await manager["a/.."]["./d"].set(1)
        #expect(manager["a"].parent?.path == "/")
        _ = try await manager["../a"]["x"].parent?.value()
        #expect(reports.entries == [])
    }
}
