import Testing

@testable import DatasyncTesting

@Suite("Runs with loops over sequences")
struct SequenceRunTests {
    private static let child = "\"events\": [\"child_added\", \"child_changed\", \"child_removed\"]"

    private static func scenario(_ expected: String) throws -> Scenario {
        let text = """
            [{"name": "n", "data": {"l": {"a": 1}}, "rules": {"rules": {".write": true, "l": {".read": true}}},
              "steps": [
                {"do": "subscribe", "id": "s1", "client": "A", "path": "/l", \(child), "acks": true},
                {"do": "subscribe", "id": "s2", "client": "A", "path": "/l", "events": ["child_added"]},
                {"do": "subscribe", "id": "s3", "client": "A", "path": "/l", "events": ["value"], "withoutData": true},
                {"do": "subscribe", "id": "s4", "client": "A", "path": "/x", "events": ["value"]},
                {"do": "set", "client": "A", "path": "/l/b", "value": 2},
                {"do": "unsubscribe", "id": "s2"},
                {"do": "set", "client": "B", "path": "/l/c", "value": 3},
                {"do": "rules", "value": {"rules": {}}}],
              "expect": {"s1": \(expected),
                "s2": ["child_added a prev=null acked value=1", "child_added b prev=a local value=2", "cancelled"],
                "s3": ["value acked", "value local", "value acked", "revoked permission_denied"],
                "s4": ["revoked permission_denied"]}}]
            """
        return try #require(try ScenarioReader.scenarios(in: Array(text.utf8), file: "x.json").first)
    }

    private static let lines = """
        ["child_added a prev=null acked value=1", "child_added b prev=a local value=2",
         "child_ack b prev=a acked value=2", "child_added c prev=b acked value=3", "revoked permission_denied"]
        """

    @Test(
        "loops take every event, end when they are cancelled, and throw a revocation last",
        arguments: [ScenarioRun.Speaker.sequences, .typedSequences])
    func loops(speaker: ScenarioRun.Speaker) throws {
        let run = ScenarioRun(speaker, throughText: false)
        #expect(Conformance.firstDifference(in: try Self.scenario(Self.lines), runs: [run]) == nil)
        let outcome = run.outcome(of: try Self.scenario(Self.lines))
        let acknowledgement = outcome.lines["s1"]?.first { $0.hasPrefix("child_ack") }
        // The typed event has no preceding key, which shows that the loop is one over typed events.
        let previous = speaker == .sequences ? "a" : "null"
        #expect(acknowledgement == "child_ack b prev=\(previous) acked value=2")
    }

    @Test(
        "a line that a loop does not deliver is a difference",
        arguments: [ScenarioRun.Speaker.sequences, .typedSequences])
    func differences(speaker: ScenarioRun.Speaker) throws {
        for (old, new) in [("acked value=2", "acked value=4"), ("prev=b acked", "prev=a acked")] {
            let scenario = try Self.scenario(Self.lines.replacing(old, with: new))
            let run = ScenarioRun(speaker, throughText: false)
            #expect(Conformance.firstDifference(in: scenario, runs: [run])?.contains("s1: line") == true)
        }
    }
}
