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
    }

    @Test(
        "a line that a loop does not deliver is a difference",
        arguments: [ScenarioRun.Speaker.sequences, .typedSequences])
    func differences(speaker: ScenarioRun.Speaker) throws {
        let changes = [
            ("acked value=2", "acked value=4"), ("prev=b acked", "prev=a acked"),
            ("child_ack b prev=a", "child_ack b prev=null"),
        ]
        for (old, new) in changes {
            let scenario = try Self.scenario(Self.lines.replacing(old, with: new))
            let run = ScenarioRun(speaker, throughText: false)
            #expect(Conformance.firstDifference(in: scenario, runs: [run])?.contains("s1: line") == true)
        }
    }
}

@Suite("Runs with loops over states")
struct StateRunTests {
    private static func entries(_ lines: [(Int, String)]) -> [ScenarioRun.Outcome.Entry] {
        lines.map { ScenarioRun.Outcome.Entry(id: "s", client: "A", line: $1, step: $0) }
    }

    @Test("child events result in one list for each step, in their order, with the acknowledgement of each child")
    func children() {
        let states = StateFold.children.states(
            after: Self.entries([
                (0, "child_added b prev=null acked value=1"), (0, "child_added c prev=b acked value=2"),
                (1, "child_added a prev=null local value=3"), (2, "child_ack a prev=null acked value=3"),
                (3, "child_moved b prev=c local value=9"), (3, "child_changed b prev=c local value=9"),
                (4, "child_removed c local value=2"), (5, "child_ack c acked value=null"), (6, "cancelled"),
            ]))
        #expect(
            states == [
                "state b=1 acked, c=2 acked", "state a=3 local, b=1 acked, c=2 acked",
                "state a=3 acked, b=1 acked, c=2 acked", "state a=3 acked, c=2 acked, b=9 local",
                "state a=3 acked, b=9 local", "state a=3 acked, b=9 local", "cancelled",
            ])
    }

    @Test("value events result in the last value of each step")
    func values() {
        let states = StateFold.value.states(
            after: Self.entries([
                (0, "value acked value=1"), (1, "value local value=2"), (1, "value local value=3"),
                (2, "value_ack acked value=3"), (3, "revoked permission_denied"),
            ]))
        #expect(states == ["state 1", "state 3", "revoked permission_denied"])
    }

    @Test("a list that differs from the events is found")
    func differences() throws {
        let text = """
            [{"name": "n", "data": {"l": {"a": 1}}, "steps": [
              {"do": "subscribe", "id": "s", "client": "A", "path": "/l", "acks": true,
               "events": ["child_added", "child_changed", "child_removed"]},
              {"do": "set", "client": "B", "path": "/l/b", "value": 2}]}]
            """
        let scenario = try #require(try ScenarioReader.scenarios(in: Array(text.utf8), file: "x.json").first)
        let run = ScenarioRun(.states, throughText: false)
        #expect(Conformance.firstDifference(in: scenario, runs: [run]) == nil)
        let lines = run.outcome(of: scenario).lines["s"]
        #expect(lines == ["state a=1 acked", "state a=1 acked, b=2 acked"])
        for wrong in [[(0, "state a=1 acked")], [(0, "state a=1 acked"), (1, "state b=2 acked, a=1 acked")]] {
            var outcome = ScenarioRun.Outcome(entries: Self.entries(wrong), reportingCancellation: ["s"])
            outcome.ordersSubscriptions = false
            #expect(Conformance.firstDifference(in: scenario, [(run, outcome)])?.contains("s: line 2 differs") == true)
        }
    }
}
