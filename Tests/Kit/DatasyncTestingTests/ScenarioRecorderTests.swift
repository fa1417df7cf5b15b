import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import Dispatch
import Foundation
import Testing

@testable import DatasyncTesting

@Suite("The recorder of existing clients")
struct ScenarioRecorderTests {
    private let backend = EmbeddedBackend(clock: { 1_700_000_000_000 })
    private let queue = DispatchQueue(label: "recorded")
    private let recorder: ScenarioRecorder
    private let (ann, bob): (WebcomApplication, WebcomApplication)
    private static let children = ["child_added", "child_changed", "child_removed"]

    init() throws {
        let data = ["contacts": ["ada": 1]]
        recorder = try ScenarioRecorder(name: "contacts are edited on two devices", data: data)
        try backend.setData(data)
        let configuration = WebcomConfiguration(identifier: "recorded", platform: .embedded(in: backend))
        (ann, bob) = (WebcomApplication(configuration: configuration), WebcomApplication(configuration: configuration))
        for application in [ann, bob] { application.defaultQueue = queue }
    }

    /// Subscribes in the legacy dialect, and records the events.
    private func listen(_ id: String, _ application: WebcomApplication, _ client: String, _ events: [String]) throws {
        try recorder.subscribe(id, client: client, path: "/contacts", events: events, acks: true)
        let names = events + [events == ["value"] ? "value_ack" : "child_ack"]
        Webcom(application).child("contacts").on(names, queue: queue) { [recorder] snapshot, previousKey in
            recorder.deliver(ComparedEvent(snapshot, previousKey), to: id)
        } revoked: { [recorder] error in
            recorder.deliver(.revocation(error), to: id)
        }
    }

    /// Writes through the recorder and waits for the completion, and for all events of both clients.
    private func write(
        _ step: String, _ application: WebcomApplication, _ client: String, _ path: String, _ value: Int? = nil
    ) async throws {
        let number = try recorder.write(step, client: client, path: "/contacts/" + path, value: value)
        let node = Webcom(application).child("contacts").child(path)
        await withCheckedContinuation { continuation in
            node.set(value, queue: queue) { [recorder] error in
                recorder.complete(number, error)
                continuation.resume()
            }
        }
        try await flush()
    }

    /// Waits until both clients have delivered all events.
    private func flush() async throws {
        for application in [ann, bob] {
            let manager = application.datasyncService.createManager()
            _ = try await manager["contacts"].value()
        }
        for _ in 0..<6 { await withCheckedContinuation { next in queue.async { next.resume() } } }
    }

    @Test("a recording of the legacy dialect is replayed without a difference in every dialect")
    func replay() async throws {
        try listen("list", ann, "A", Self.children)
        try await flush()
        try listen("value", bob, "B", ["value"])
        try await flush()
        try await write("set", ann, "A", "bob", 2)
        try await write("set", bob, "B", "ada", 3)
        try await write("remove", ann, "A", "ada")
        recorder.unsubscribe("value")
        recorder.deliver(.cancellation, to: "value")
        Webcom(bob).child("contacts").off()
        try await flush()
        #expect(recorder.problems == [])
        let scenario = try recorder.scenario()
        #expect(scenario.expected.first?.lines.count == 6)
        #expect(scenario.expected[1].lines.filter { $0 == "cancelled" }.count == 1)
        let completions = ["set /contacts/bob ok", "set /contacts/ada ok", "remove /contacts/ada ok"]
        #expect(scenario.expected.last?.lines == completions)
        #expect(Conformance.firstDifference(in: scenario) == nil)
        // The text of the file is the same scenario.
        let read = try ScenarioReader.scenarios(in: Array(scenario.fileText.utf8), file: "mine.json")
        #expect(read.first.map { Conformance.firstDifference(in: $0) } == .some(nil))
    }

    @Test("a client that delivered something else differs from the replay")
    func difference() throws {
        try recorder.subscribe("s", path: "/contacts", events: ["child_added"])
        let event = try ComparedEvent(kind: "child_added", key: "ada", previousKey: nil, isAcknowledged: true, value: 2)
        recorder.deliver(event, to: "s")
        let difference = Conformance.firstDifference(in: try recorder.scenario())
        #expect(difference?.contains("expected \"child_added ada prev=null acked value=2\"") == true)
    }

    @Test("a write is held until its response, also two that overlap, and not while disconnected")
    func holds() throws {
        let first = try recorder.write("set", path: "/a", value: 1)
        let second = try recorder.write("push", path: "/l", key: "k", value: 2)
        recorder.complete(first)
        recorder.complete(second, status: "permission_denied")
        recorder.disconnect()
        let third = try recorder.write("remove", path: "/a")
        recorder.connect()
        recorder.complete(third)
        #expect(recorder.problems == [])
        let kinds = try recorder.scenario().steps.map(\.summary.verb)
        #expect(kinds == ["hold", "set", "push", "release", "disconnect", "remove", "connect"])
        let completions = try recorder.scenario().expected.last?.lines
        #expect(completions == ["set /a ok", "push /l/k permission_denied", "remove /a ok"])
    }

    @Test("timing that a replay cannot repeat, and wrong calls, are named with the remedy")
    func problems() throws {
        let first = try recorder.write("set", path: "/a", value: 1)
        try recorder.write("set", path: "/b", value: 1)
        recorder.complete(first)
        try recorder.write("set", path: "/c", value: 1)
        recorder.complete(first)
        recorder.deliver(.cancellation, to: "s")
        let problems = recorder.problems
        #expect(problems.count == 5)
        #expect(problems[0] == "step 3: set /c while only some writes of A have a response; wait for all of them")
        #expect(problems[1].contains("the write 0, which is not pending"))
        #expect(problems[2].contains("an event of \"s\", which is not subscribed"))
        #expect(problems[3] == "no completion of set /b; wait for it before you end the recording")
        try recorder.write("fly", path: "/")
        let error = #expect(throws: ReadingError.self) { try recorder.scenario() }
        #expect(error?.description.contains("unknown step \"fly\"") == true)
    }
}
