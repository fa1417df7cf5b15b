import Testing

@testable import DatasyncTesting

/// Tests that change the lines of real runs, and require that the comparison finds each change.
@Suite("Doctored runs")
struct DoctoredRunTests {
    private typealias Result = (run: ScenarioRun, outcome: ScenarioRun.Outcome)
    private typealias Entry = ScenarioRun.Outcome.Entry

    /// A change of the lines of a subscription.
    enum Damage: CaseIterable, Sendable {
        case missing
        case changed
        case swapped
        case extra
        case repeated

        /// Returns the lines with the damage at an index; `nil` if it has no effect there.
        func lines(_ lines: [String], at index: Int) -> [String]? {
            var lines = lines
            switch self {
            case .missing: lines.remove(at: index)
            case .changed: lines[index] = lines[index].withOtherDigit
            case .swapped:
                guard index + 1 < lines.count, lines[index] != lines[index + 1] else { return nil }
                lines.swapAt(index, index + 1)
            case .repeated: lines.insert(lines[index], at: index)
            case .extra: lines.insert(lines[index].withOtherDigit, at: index + 1)
            }
            return lines
        }
    }

    private static let children = "\"events\": [\"child_added\", \"child_changed\", \"child_removed\"]"

    /// A scenario with a subscription for each fold; `LINES` are the lines that it expects.
    private static func scenario(expecting lines: String = "{}") throws -> Scenario {
        try read(
            """
            [{"name": "n", "data": {"l": {"a": 1, "b": 2}},
              "steps": [
                {"do": "subscribe", "id": "object", "client": "A", "path": "/l", "events": ["value"]},
                {"do": "subscribe", "id": "item", "client": "A", "path": "/l/a", "events": ["value"], "acks": true},
                {"do": "subscribe", "id": "table", "client": "A", "path": "/l", \(children), "acks": true},
                {"do": "subscribe", "id": "list", "client": "A", "path": "/l", \(children), "window": {"first": 3}},
                {"do": "subscribe", "id": "plain", "client": "A", "path": "/l", "events": ["child_added"]},
                {"do": "set", "client": "A", "path": "/l/a", "value": 3},
                {"do": "set", "client": "B", "path": "/l/A", "value": 4},
                {"do": "remove", "client": "B", "path": "/l/A"},
                {"do": "set", "client": "B", "path": "/l/a", "value": "5 (6)"}],
              "expect": \(lines)}]
            """)
    }

    private static func read(_ text: String) throws -> Scenario {
        try #require(try ScenarioReader.scenarios(in: Array(text.utf8), file: "x.json").first)
    }

    private static func results(of scenario: Scenario, _ speakers: [ScenarioRun.Speaker]) -> [Result] {
        speakers.map { speaker in
            let run = ScenarioRun(speaker, throughText: false)
            return (run, run.outcome(of: scenario))
        }
    }

    /// Returns results in which some runs have other lines of an id.
    private static func doctored(
        _ results: [Result], _ id: String, in isDoctored: (ScenarioRun) -> Bool, _ lines: [String]
    ) -> [Result] {
        results.map { result in isDoctored(result.run) ? (result.run, result.outcome.replacing(id, by: lines)) : result
        }
    }

    /// Requires that a difference names the scenario, the id, the runs, and two lines.
    private static func expect(
        _ difference: String?, names id: String, _ runs: [String], _ lines: [String], _ comment: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let words = ["x.json: n: ", "\(id): line "] + runs + lines.map { "\"\($0)\"" }
        let missing = words.filter { difference?.contains($0) != true }
        #expect(missing == [], "\(comment): \(difference ?? "no difference")", sourceLocation: sourceLocation)
    }

    /// Returns the lines of both sides at the first difference, without the statuses of live views.
    private static func firstPair(_ expected: [String], _ delivered: [String]) -> [String] {
        let count = max(expected.count, delivered.count)
        let index = (0..<count).first { index in
            let (left, right) = (expected.dropFirst(index).first, delivered.dropFirst(index).first)
            return left != right
        }
        guard let index else { return [] }
        return [expected, delivered].map { $0.dropFirst(index).first ?? "nothing" }
    }

    // MARK: States

    private static let liveViews = Dialect.allCases.map(ScenarioRun.Speaker.liveViews)

    @Test("a state that is missing, changed, swapped, extra or repeated is found", arguments: [.states] + liveViews)
    func states(speaker: ScenarioRun.Speaker) throws {
        let scenario = try Self.scenario()
        let results = Self.results(of: scenario, [.dialect(.async), speaker])
        #expect(Conformance.firstDifference(in: scenario, results) == nil)
        for id in ["object", "item", "table", "list", "plain"] {
            let lines = try #require(results[1].outcome.lines[id])
            #expect(lines.count >= 3, "\(id)")
            for (damage, index) in Self.damages(lines) {
                guard let wrong = damage.lines(lines, at: index) else { continue }
                let difference = Conformance.firstDifference(
                    in: scenario, Self.doctored(results, id, in: { $0.speaker == speaker }, wrong))
                let pair = Self.firstPair(lines, wrong).map { speaker.isLive(id) ? $0.withoutStatuses : $0 }
                Self.expect(
                    difference, names: id, [results[1].run.description, "after the events of async"], pair,
                    "\(speaker), \(id), \(damage) \(index)")
            }
        }
    }

    private static func damages(_ lines: [String]) -> [(Damage, Int)] {
        Damage.allCases.flatMap { damage in lines.indices.map { (damage, $0) } }
    }

    @Test("a live view with other lines than that of another dialect is found, its statuses included")
    func liveViewsOfDialects() throws {
        let scenario = try Self.scenario()
        let results = Self.results(of: scenario, [.dialect(.async)] + Self.liveViews)
        #expect(Conformance.firstDifference(in: scenario, results) == nil)
        for id in ["object", "list"] {
            let lines = try #require(results[1].outcome.lines[id])
            var wrong = lines
            wrong[1] = wrong[1].replacing("fresh", with: "local")
            let difference = Conformance.firstDifference(
                in: scenario, Self.doctored(results, id, in: { $0.speaker == .liveViews(.callback) }, wrong))
            Self.expect(
                difference, names: id, ["live views in legacy", "live views in callback"], [lines[1], wrong[1]], id)
        }
    }

    @Test("a state that no listener received is found")
    func unnotified() throws {
        let scenario = try Self.scenario()
        for speaker in Self.liveViews {
            let results = Self.results(of: scenario, [.dialect(.async), speaker])
            for id in ["object", "table", "list"] {
                var lines = try #require(results[1].outcome.lines[id])
                let right = lines[1].withoutStatuses
                lines[1] += " that no listener received"
                let difference = Conformance.firstDifference(
                    in: scenario, Self.doctored(results, id, in: { $0.speaker == speaker }, lines))
                let run = results[1].run.description
                Self.expect(difference, names: id, [run], [right, lines[1]], "\(speaker), \(id)")
            }
        }
    }

    @Test("a list that begins when the back end responds lacks only the states before the response")
    func unanswered() throws {
        let scenario = try Self.read(
            """
            [{"name": "n", "data": {"l": {"a": 1}}, "steps": [
              {"do": "hold", "client": "A"},
              {"do": "subscribe", "id": "s", "client": "A", "path": "/l", \(Self.children), "acks": true},
              {"do": "set", "client": "A", "path": "/l/b", "value": 2},
              {"do": "release", "client": "A"},
              {"do": "set", "client": "B", "path": "/l/c", "value": 3}]}]
            """)
        for speaker in [ScenarioRun.Speaker.states] + Self.liveViews {
            let results = Self.results(of: scenario, [.dialect(.async), speaker])
            #expect(Conformance.firstDifference(in: scenario, results) == nil)
            let lines = try #require(results[1].outcome.lines["s"])
            for count in lines.indices {
                let wrong = Array(lines.suffix(count))
                if wrong == Array(lines.suffix(2)) { continue }
                let difference = Conformance.firstDifference(
                    in: scenario, Self.doctored(results, "s", in: { $0.speaker == speaker }, wrong))
                #expect(difference?.contains("x.json: n: s: line") == true, "\(speaker): \(wrong)")
            }
        }
    }

    // MARK: Listeners for one event

    @Test("a second event, a missing event and another value of a listener for one event are found")
    func once() throws {
        let scenario = try Self.scenario()
        let results = Self.results(of: scenario, [.dialect(.legacy), .once])
        #expect(Conformance.firstDifference(in: scenario, results) == nil)
        for id in ["object", "item", "table", "list", "plain"] {
            let once = id + ".once"
            let lines = try #require(results[1].outcome.lines[once])
            #expect(lines.count == 1)
            for wrong in [lines + lines, lines + [lines[0].withOtherDigit], [], [lines[0].withOtherDigit]] {
                let difference = Conformance.firstDifference(
                    in: scenario, Self.doctored(results, once, in: { $0.speaker == .once }, wrong))
                Self.expect(
                    difference, names: once, ["after the events of legacy", "once"], Self.firstPair(lines, wrong),
                    "\(id): \(wrong)")
            }
        }
    }

    @Test(
        "the completions of writes are compared in each run",
        arguments: [.states, .once, .sequences, .typedSequences, .mixed] + liveViews)
    func completions(speaker: ScenarioRun.Speaker) throws {
        let scenario = try Self.scenario()
        let results = Self.results(of: scenario, [.dialect(.async), speaker])
        let lines = try #require(results[1].outcome.lines["writes"])
        for wrong in [Array(lines.dropLast()), lines + ["set /l ok"], ["set /l/a released"] + lines.dropFirst()] {
            let difference = Conformance.firstDifference(
                in: scenario, Self.doctored(results, "writes", in: { $0.speaker == speaker }, wrong))
            Self.expect(
                difference, names: "writes", [results[1].run.description], Self.firstPair(lines, wrong), "\(wrong)")
        }
    }

    // MARK: Requests

    private static let requests = [
        "A listen /l/a", "A listen /l", "A unlisten /l/a", "A put /l/a 3", "A put /l/c 4", "A put /l/b 5",
        "A put /l/b 5 if unchanged", "A listen /l/a", "A unlisten /l",
    ]

    private static func writing(expecting requests: [String]) throws -> Scenario {
        let lines = requests.map { "\"\($0)\"" }.joined(separator: ", ")
        return try read(
            """
            [{"name": "n", "data": {"l": {"a": 1}},
              "steps": [
                {"do": "subscribe", "id": "s1", "client": "A", "path": "/l/a", "events": ["value"]},
                {"do": "subscribe", "id": "s2", "client": "A", "path": "/l", "events": ["value"]},
                {"do": "hold", "client": "A"},
                {"do": "set", "client": "A", "path": "/l/a", "value": 3},
                {"do": "push", "client": "A", "path": "/l", "key": "c", "value": 4},
                {"do": "push", "client": "A", "path": "/l", "key": "b", "value": 5},
                {"do": "transaction", "client": "A", "path": "/l/b", "op": {"add": 0}},
                {"do": "release", "client": "A"},
                {"do": "unsubscribe", "id": "s2"}]\(requests.isEmpty ? "" : ", \"expect\": {\"requests.sent\": [\(lines)]}")}]
            """)
    }

    /// The damaged requests, each with its description.
    private static let wrongRequests: [(name: String, lines: [String])] = {
        var wrong: [(String, [String])] = []
        for index in requests.indices {
            var lines = requests
            let line = lines.remove(at: index)
            wrong.append(("missing", lines))
            lines.insert(contentsOf: [line, line], at: index)
            wrong.append(("extra", lines))
        }
        let swaps = [("start after stop", 1, 2), ("pushes out of order", 4, 5), ("write before listen", 2, 3)]
        for (name, first, second) in swaps {
            var lines = requests
            lines.swapAt(first, second)
            wrong.append((name, lines))
        }
        let changes = [
            ("key", 4, "/l/c", "/l/d"), ("path", 1, "/l", "/m"), ("value", 3, "3", "4"), ("client", 0, "A", "B"),
        ]
        for (name, index, old, new) in changes {
            var lines = requests
            lines[index] = lines[index].replacing(old, with: new)
            wrong.append(("another " + name, lines))
        }
        var lines = requests
        lines[6] = "A put /l/b 5"
        wrong.append(("without the condition", lines))
        return wrong
    }()

    @Test("requests that differ in one run only are found without an expectation [operations 2; listens 1]")
    func requestsOfOneDialect() throws {
        let scenario = try Self.writing(expecting: [])
        let results = Self.results(
            of: scenario, Dialect.allCases.map { .dialect($0) } + [.mixed, .sequences, .typedSequences])
        #expect(Conformance.firstDifference(in: scenario, results) == nil)
        for result in results {
            #expect(result.outcome.lines[Trace.requests] == Self.requests)
            for wrong in Self.wrongRequests {
                let difference = Conformance.firstDifference(
                    in: scenario,
                    Self.doctored(results, Trace.requests, in: { $0.speaker == result.run.speaker }, wrong.lines))
                Self.expect(
                    difference, names: Trace.requests, [result.run.description],
                    Self.firstPair(Self.requests, wrong.lines), "\(result.run), \(wrong.name)")
            }
        }
    }

    @Test("requests that differ in all dialects are found by the expected ones [operations 2; listens 1]")
    func requestsOfAllDialects() throws {
        let scenario = try Self.writing(expecting: Self.requests)
        let results = Self.results(of: scenario, Dialect.allCases.map { .dialect($0) } + [.mixed])
        #expect(Conformance.firstDifference(in: scenario, results) == nil)
        for wrong in Self.wrongRequests {
            let difference = Conformance.firstDifference(
                in: scenario, Self.doctored(results, Trace.requests, in: { _ in true }, wrong.lines))
            Self.expect(
                difference, names: Trace.requests, ["legacy", "expected"],
                Self.firstPair(Self.requests, wrong.lines), wrong.name)
        }
    }

    // MARK: Ends

    @Test(
        "an event after the completion of a subscription is found in each run, even if all runs deliver it [events 6.1]",
        arguments: Conformance.allRuns.map(\.speaker))
    func lateEvents(speaker: ScenarioRun.Speaker) throws {
        let scenario = try Self.read(
            """
            [{"name": "n", "data": {"l": {"a": 1}}, "steps": [
              {"do": "subscribe", "id": "s1", "client": "A", "path": "/l", "events": ["value"]},
              {"do": "subscribe", "id": "s2", "client": "A", "path": "/l", \(Self.children)},
              {"do": "unsubscribe", "id": "s1"},
              {"do": "end", "client": "A"},
              {"do": "set", "client": "B", "path": "/l/a", "value": 2},
              {"do": "subscribe", "id": "s3", "client": "A", "path": "/l", "events": ["value"]}]}]
            """)
        let speakers = Set([ScenarioRun.Speaker.dialect(.async), speaker].map(\.description))
        let runs = Conformance.allRuns.filter { !$0.goesThroughText && speakers.contains($0.speaker.description) }
        let results = Self.results(of: scenario, runs.map(\.speaker))
        #expect(Conformance.firstDifference(in: scenario, results) == nil)
        for (id, steps) in [("s1", 2...5), ("s2", 3...5)] {
            for step in steps {
                let late = results.map { run, outcome -> Result in
                    let line = outcome.lines[id, default: []].last { $0 != "cancelled" } ?? "value acked value=1"
                    return (run, outcome.adding(line.withOtherDigit, to: id, of: "A", inStep: step))
                }
                let difference = Conformance.firstDifference(in: scenario, late)
                #expect(difference?.hasPrefix("x.json: n: ") == true, "\(speaker), \(id), step \(step)")
                #expect(difference?.contains("\(id): ") == true)
                #expect(difference?.contains("after") == true, "\(difference ?? "")")
            }
        }
    }
}

extension ScenarioRun.Speaker {
    /// Whether a subscription of the scenario is a live object or a live collection, whose lines have statuses.
    fileprivate func isLive(_ id: String) -> Bool {
        guard case .liveViews = self else { return false }
        return id == "object" || id == "list"
    }
}

extension ScenarioRun.Outcome {
    fileprivate func with(_ entries: [Entry]) -> Self {
        var outcome = Self(entries: entries, reportingCancellation: reportingCancellation)
        outcome.ordersSubscriptions = ordersSubscriptions
        outcome.sendsSameRequests = sendsSameRequests
        return outcome
    }

    /// Returns the outcome with other lines of an id, at the places of the first ones.
    fileprivate func replacing(_ id: String, by lines: [String]) -> Self {
        var rest = lines[...]
        var changed: [Entry] = []
        let last = entries.last { $0.id == id }
        for entry in entries {
            guard entry.id == id else {
                changed.append(entry)
                continue
            }
            let line = rest.popFirst()
            if let line { changed.append(Entry(id: id, client: entry.client, line: line, step: entry.step)) }
        }
        let added = rest.map { Entry(id: id, client: last?.client ?? "", line: $0, step: last?.step ?? 0) }
        return with(changed + added)
    }

    fileprivate func adding(_ line: String, to id: String, of client: String, inStep step: Int) -> Self {
        with(
            entries.filter { $0.step <= step } + [Entry(id: id, client: client, line: line, step: step)]
                + entries.filter { $0.step > step })
    }
}

extension String {
    /// The text with another first digit.
    fileprivate var withOtherDigit: String {
        guard let index = firstIndex(where: \.isNumber), let digit = self[index].wholeNumberValue else {
            return self + "9"
        }
        return replacingCharacters(in: index, with: String((digit + 4) % 10))
    }

    private func replacingCharacters(in index: Index, with text: String) -> String {
        self[..<index] + text + self[self.index(after: index)...]
    }

    /// The line of a live view without its statuses.
    fileprivate var withoutStatuses: String {
        firstRange(of: " (loaded, fresh").map { String(self[..<$0.lowerBound]) } ?? self
    }
}
