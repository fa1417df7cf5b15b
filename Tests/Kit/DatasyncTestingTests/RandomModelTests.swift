import DatasyncTree
import Foundation
import Testing

@testable import DatasyncTesting
@testable import DatasyncTestingInternals

/// Tests of the model with handwritten scenarios, and of the audit with impossible lines.
struct RandomModelTests {
    @Test(
        "the model's predictions for the bundled scenarios are their expected events",
        arguments: BundledScenarios.files)
    func modelAgreesWithBundledScenarios(file: String) throws {
        let bytes = Array(try #require(FileManager.default.contents(atPath: file)))
        for scenario in try ScenarioReader.scenarios(in: bytes, file: file) where scenario.isForTheModel {
            let prediction = NaiveModel.prediction(of: scenario)
            for (id, lines) in scenario.expected where !Trace.separate.contains(id) {
                let predicted = prediction.lines[id, default: []]
                let isOpen = prediction.isOpen.contains(id)
                #expect(isOpen ? lines.starts(with: predicted) : lines == predicted, "\(scenario.name): \(id)")
            }
        }
    }

    @Test(
        "the audit finds lines that no state allows",
        arguments: [
            ["child_added a prev=null acked value=1", "child_added a prev=null acked value=2"],
            ["child_changed a prev=null acked value=1"],
            ["child_added a prev=null acked value=1", "child_changed a prev=null local value=1"],
            ["child_removed a acked value=1"],
            ["child_added a prev=null acked value=1", "child_removed a acked value=2"],
            ["child_added a prev=null acked value=1", "child_ack a prev=null acked value=1"],
            ["child_ack a acked value=null"],
            ["child_added a prev=b acked value=1"],
            ["child_added b prev=null acked value=1", "child_added a prev=b acked value=1"],
            ["cancelled", "child_added a prev=null acked value=1"],
            ["nonsense"],
        ])
    func auditFindsImpossibleLines(lines: [String]) {
        #expect(
            TraceAudit.problem(
                in: lines, of: .make(["child_added", "child_changed", "child_removed"]), endingWith: nil) != nil)
    }

    @Test(
        "the audit finds lines that do not result in the data",
        arguments: [
            (["child_added a prev=null acked value=1"], "{\"a\":1,\"b\":2}"),
            (["child_added a prev=null local value=1"], "{\"a\":1}"),
            (["child_added a prev=null acked value=1", "child_removed a local value=1"], "null"),
        ])
    func auditFindsWhatDoesNotAddUp(lines: [String], data: String) throws {
        let final = try Node(try JSONParser.parse(Array(data.utf8)))
        let subscription = Scenario.Subscription.make(["child_added", "child_changed", "child_removed"])
        #expect(TraceAudit.problem(in: lines, of: subscription, endingWith: final) != nil)
        #expect(TraceAudit.problem(in: lines, of: subscription, endingWith: nil) == nil)
    }

    @Test("the audit accepts possible lines")
    func auditLetsTrueStoryPass() throws {
        let lines = [
            "child_added b prev=null acked value=1", "child_added 9 prev=null local value={\"x\":1}",
            "child_removed b local value=1", "child_ack 9 prev=null acked value={\"x\":1}",
            "child_ack b acked value=null",
        ]
        let final = try Node(["9": ["x": 1]])
        let subscription = Scenario.Subscription.make(["child_added", "child_changed", "child_removed"])
        #expect(TraceAudit.problem(in: lines, of: subscription, endingWith: final) == nil)
        let values = ["value acked value=null", "value local value=1", "value_ack acked value=1"]
        #expect(TraceAudit.problem(in: values, of: .make(["value"]), endingWith: .number(1)) == nil)
        #expect(TraceAudit.problem(in: values.dropLast(), of: .make(["value"]), endingWith: .number(1)) != nil)
        #expect(TraceAudit.problem(in: values, of: .make(["value"]), endingWith: .number(2)) != nil)
    }
}

extension Scenario.Subscription {
    fileprivate static func make(_ events: [String]) -> Self {
        Self(
            id: "s1", client: "A", path: "/l", events: events, includesAcknowledgements: true, hidesData: false,
            window: .all,
            excludesRevocations: false)
    }
}

extension Scenario {
    /// Whether the scenario stays within the generator's range: well-formed paths and values, keys without quotes.
    fileprivate var isForTheModel: Bool {
        let foreign = [" invalidPath", " invalidKey", " invalidConstraint", " notAnObject", "child_added \""]
        if hasExpressions { return false }
        return !expected.flatMap(\.lines).contains { line in foreign.contains { line.contains($0) } }
    }

    /// Whether rules have more than booleans to read and to write, which the model does not evaluate.
    private var hasExpressions: Bool {
        var documents = [rules].compactMap(\.self)
        for case .rules(let document) in steps { documents.append(document) }
        return documents.contains { document in
            ["\".validate\":", "\".read\":\"", "\".write\":\""].contains { document.text.contains($0) }
        }
    }
}
