import DatasyncAsync
import DatasyncLegacy
import DatasyncTesting
import Dispatch
import Foundation
import Testing

/// The samples of the start page of `DatasyncTesting`.
@Suite("Samples of the page DatasyncTesting", .timeLimit(.minutes(30)))
struct DatasyncTestingSampleTests {
    @Test("a scenario delivers the expected lines in every dialect, and another expectation is a difference")
    func scenario() throws {
        // sample: a scenario
        let text = """
            [{"name": "a local value is delivered at once, then acknowledged",
              "steps": [
                {"do": "subscribe", "id": "total", "client": "A", "path": "/total", "events": ["value"], "acks": true},
                {"do": "hold", "client": "A"},
                {"do": "set", "client": "A", "path": "/total", "value": 3},
                {"do": "release", "client": "A"}],
              "expect": {
                "total": ["value acked value=null", "value local value=3", "value_ack acked value=3"],
                "writes": ["set /total ok"]}}]
            """
        for scenario in try ScenarioReader.scenarios(in: Array(text.utf8), file: "total.json") {
            #expect(Conformance.firstDifference(in: scenario) == nil)
        }
        // end of sample
        let wrong = text.replacing("local value=3", with: "local value=4")
        let scenarios = try ScenarioReader.scenarios(in: Array(wrong.utf8), file: "total.json")
        let differences = scenarios.compactMap { Conformance.firstDifference(in: $0) }
        #expect(differences.count == 1)
        #expect(differences.first?.contains("line 2 differs") == true)
    }

    @Test("an unknown step is an error that names it")
    func unknownStep() {
        let text = #"[{"name": "n", "steps": [{"do": "jump", "client": "A"}]}]"#
        let error = #expect(throws: (any Error).self) {
            try ScenarioReader.scenarios(in: Array(text.utf8), file: "n.json")
        }
        #expect(error.map { "\($0)".contains("jump") } == true)
    }

    @Test("the bundled scenarios deliver the expected lines in the mixed run through text")
    func bundled() throws {
        // sample: the bundled scenarios
        let run = ScenarioRun(.mixed, throughText: true)
        for file in BundledScenarios.files {
            let bytes = Array(try Data(contentsOf: URL(filePath: file)))
            for scenario in try ScenarioReader.scenarios(in: bytes, file: file) {
                #expect(Conformance.firstDifference(in: scenario, runs: [run]) == nil)
            }
        }
        // end of sample
        #expect(!BundledScenarios.files.isEmpty)
    }

    @Test("a report is a page and a text")
    func report() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "datasync-report-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = #"[{"name": "n", "steps": [{"do": "set", "client": "A", "path": "/a", "value": 1}]}]"#
        let scenarios = try ScenarioReader.scenarios(in: Array(text.utf8), file: "n.json")
        // sample: a report
        let report = ConformanceReport(of: scenarios)
        try report.html.write(to: folder.appending(path: "report.html"), atomically: true, encoding: .utf8)
        print(report.text(usesColor: false))
        #expect(report.countOfFailed == 0)
        // end of sample
        #expect(try String(contentsOf: folder.appending(path: "report.html"), encoding: .utf8).hasSuffix("</html>\n"))
    }

    @Test("a recording of a client is replayed in every dialect")
    func recording() async throws {
        let backend = EmbeddedBackend()
        try backend.setData(["contacts": ["ada": 1]])
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "recorded", platform: .embedded(in: backend)))
        let queue = DispatchQueue(label: "recorded")
        let contacts = Webcom(application).child("contacts")
        let manager = application.datasyncService.createManager()
        let quiet = {
            _ = try? await manager["contacts"].value()
            for _ in 0..<6 { await withCheckedContinuation { next in queue.async { next.resume() } } }
        }
        // sample: a recording
        let recorder = try ScenarioRecorder(name: "a contact is added", data: ["contacts": ["ada": 1]])
        try recorder.subscribe("s1", path: "/contacts", events: ["child_added"])
        contacts.on("child_added", queue: queue) { snapshot, previousKey in
            recorder.deliver(ComparedEvent(snapshot, previousKey), to: "s1")
        }
        await quiet()
        let write = try recorder.write("set", path: "/contacts/bob", value: 2)
        contacts.child("bob").set(2, queue: queue) { error in recorder.complete(write, error) }
        await quiet()
        #expect(recorder.problems == [])
        #expect(Conformance.firstDifference(in: try recorder.scenario()) == nil)
        // end of sample
        #expect(try recorder.scenario().fileText.contains("child_added bob prev=ada local value=2"))
    }

    @Test("generated scenarios deliver the same lines in every dialect")
    func generated() {
        // sample: generated scenarios
        for index in 0..<20 {
            let scenario = ScenarioGenerator.scenario(seed: 1, index: index)
            #expect(Conformance.firstDifference(in: scenario) == nil)
        }
        // end of sample
    }

    @Test("a manual clock determines the server time")
    func clock() async throws {
        // sample: a manual clock
        let clock = ManualClock()
        let backend = EmbeddedBackend { clock.now }
        let configuration = WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend))
        let manager = WebcomApplication(configuration: configuration).datasyncService.createManager()
        let order = try manager.nodeThrows(for: "orders/1")

        clock.advance(byMilliseconds: 1500)
        try await order.set(.raw, [".sv": "timestamp"])
        #expect(try await order.decodedValue(as: Double.self) == 1_700_000_001_500)
        // end of sample
    }
}
