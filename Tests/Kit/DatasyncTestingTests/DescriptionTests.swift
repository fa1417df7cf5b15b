import DatasyncTesting
import DatasyncTestingInternals
import DatasyncWire
import Testing

@Suite("Descriptions of scenarios and transports", .timeLimit(.minutes(30)))
struct DescriptionTests {
    @Test("scenarios, runs and their tools print their identifying members")
    func scenarios() {
        let scenario = ScenarioGenerator.scenario(seed: 1, index: 2)
        #expect("\(scenario)".hasPrefix("Scenario(random: random 1 2, steps: "))
        #expect(ScenarioGenerator(seed: 1, index: 2).description == "ScenarioGenerator(seed 1, index 2)")
        #expect(ScenarioRun(.mixed, throughText: true).description == "mixed through text")
        #expect("\(ScenarioRun.Speaker.dialect(.legacy))" == "dialect(legacy)")
        #expect(ManualClock(5).description == "ManualClock(5.0 ms)")
        #expect(
            RandomConformance.report(seed: 1, indices: 0..<0).description
                == "Report(0 passed, 0 failed, 0 of 0 subscriptions predicted)")
        let (random, same) = (SeededRandom(seed: 7), SeededRandom(seed: 7))
        #expect(random.description == "SeededRandom(state 7)")
        #expect(random.next() == same.next(), "printing draws no bits")
    }

    @Test("events of a transport print their text, cut when it is long")
    func transport() {
        #expect("\(TransportEvent.closed(reason: "gone"))" == "closed(reason: gone)")
        let long = TransportEvent.frame(String(repeating: "x", count: 500)).description
        #expect(long == "frame(" + String(repeating: "x", count: 200) + "…)")
    }
}
