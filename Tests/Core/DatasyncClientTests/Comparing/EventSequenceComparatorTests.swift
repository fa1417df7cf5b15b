import DatasyncAsync
import DatasyncClient
import DatasyncTree
import Dispatch
import TestSupport
import Testing

@Suite("The comparator of event sequences")
struct EventSequenceComparatorTests {
    private let reports = Record<EventDivergence>()

    private func comparator(
        neighbours: Int = 2, patience: Double = 1000, maximumWaiting: Int = 100, at times: Record<Double> = Record()
    ) -> EventSequenceComparator {
        EventSequenceComparator(
            path: "list", neighbours: neighbours, patience: patience, maximumWaiting: maximumWaiting,
            clock: { times.entries.last ?? 0 }
        ) { [reports] in reports.note($0) }
    }

    private func event(
        _ key: String?, kind: String = "child_added", after previousKey: String? = nil, isAcknowledged: Bool = true,
        value: Int = 1
    ) throws -> ComparedEvent {
        try ComparedEvent(
            kind: kind, key: key, previousKey: previousKey, isAcknowledged: isAcknowledged, value: value)
    }

    @Test("equal sequences are not reported, whichever side is ahead")
    func equal() throws {
        let comparator = comparator()
        let events = try ["a", "b", "c", "d"].map { try event($0) }
        for event in events[..<3] { comparator.record(from: .old, event) }
        #expect(comparator.countOfWaiting == 3)
        for event in events { comparator.record(from: .new, event) }
        #expect(comparator.countOfWaiting == 1, "the new side is ahead now")
        comparator.record(from: .old, events[3])
        #expect((comparator.countOfEqual, comparator.countOfWaiting) == (4, 0))
        #expect(comparator.isComparing)
        comparator.finish()
        #expect(!comparator.isComparing)
        #expect(reports.entries == [])
    }

    @Test("the report has the first difference with the events around it on both sides, the path and the time")
    func report() throws {
        let times = Record<Double>()
        let comparator = comparator(at: times)
        times.note(1_700_000_000_000)
        for key in ["a", "b", "c"] {
            try comparator.record(from: .old, event(key))
            try comparator.record(from: .new, event(key))
        }
        for key in ["d", "e", "f", "g"] { try comparator.record(from: .old, event(key, after: "c")) }
        times.note(1_700_000_000_005)
        try comparator.record(from: .new, event("d", after: "b", isAcknowledged: false))
        #expect(reports.entries == [], "the events after the difference are awaited")
        for key in ["e", "f", "g"] { try comparator.record(from: .new, event(key)) }
        let divergence = try #require(reports.entries.first)
        #expect(reports.entries.count == 1)
        #expect(divergence.reason == .differentEvents)
        #expect(divergence.eventPath == "list/d")
        #expect(divergence.time == 1_700_000_000_005)
        #expect(
            divergence.description == """
                list/d: after 3 equal events, at 1700000000005 ms: the events differ
                  child_added b after nothing, acknowledged | child_added b after nothing, acknowledged
                  child_added c after nothing, acknowledged | child_added c after nothing, acknowledged
                > child_added d after c, acknowledged       | child_added d after b, local
                  child_added e after c, acknowledged       | child_added e after nothing, acknowledged
                  child_added f after c, acknowledged       | child_added f after nothing, acknowledged
                """)
        #expect(!comparator.isComparing)
        try comparator.record(from: .old, event("x"))
        try comparator.record(from: .new, event("y"))
        comparator.finish()
        #expect(reports.entries.count == 1, "only the first difference is reported")
    }

    @Test("values are compared, and printed only on request")
    func values() throws {
        let comparator = comparator(neighbours: 0)
        try comparator.record(from: .old, event(nil, kind: "value", value: 41))
        try comparator.record(from: .new, event(nil, kind: "value", value: 42))
        let divergence = try #require(reports.entries.first)
        #expect(divergence.description.hasPrefix("list: after 0 equal events, at 0 ms: the values differ\n"))
        #expect(!divergence.description.contains("41"))
        #expect(!divergence.description.contains("42"))
        #expect(
            divergence.text(includingValues: true).hasSuffix("\n> value, acknowledged, 41 | value, acknowledged, 42"))
    }

    @Test("an event without a counterpart is reported once it has waited too long")
    func patience() throws {
        let times = Record<Double>()
        let comparator = comparator(at: times)
        try comparator.record(from: .new, event("a"))
        times.note(1000)
        try comparator.record(from: .new, event("b"))
        #expect(reports.entries == [], "exactly the permitted time has passed")
        times.note(1001)
        try comparator.record(from: .new, event("c"))
        let divergence = try #require(reports.entries.first)
        #expect(divergence.reason == .missingInOld)
        #expect((divergence.old, divergence.new?.key) == (nil, "a"))
        #expect(divergence.newAfter.map(\.key) == ["b", "c"])
        #expect(divergence.description.contains("> nothing | child_added a"))
    }

    @Test("events without counterparts are reported before they fill the memory")
    func waiting() throws {
        let comparator = comparator(maximumWaiting: 3)
        for key in ["a", "b", "c"] { try comparator.record(from: .old, event(key)) }
        #expect(reports.entries == [])
        try comparator.record(from: .old, event("d"))
        #expect(reports.entries.map(\.reason) == [.missingInNew])
        #expect(reports.entries.first?.old?.key == "a")
        #expect(comparator.countOfWaiting == 0, "nothing is retained after the report")
    }

    @Test("a difference whose following events never arrive is reported at the end, when released or when time is up")
    func incomplete() throws {
        let diverge = { (comparator: EventSequenceComparator) in
            try comparator.record(from: .old, event("a"))
            try comparator.record(from: .new, event("b"))
        }
        let finished = comparator()
        try diverge(finished)
        finished.finish()
        #expect(reports.entries.count == 1)
        try diverge(comparator())
        #expect(reports.entries.count == 2, "the comparator was released")
        let times = Record<Double>()
        let late = comparator(at: times)
        try diverge(late)
        times.note(1001)
        try late.record(from: .old, event("c"))
        #expect(reports.entries.count == 3)
        #expect(reports.entries.last?.oldAfter.map(\.key) == ["c"])
    }

    @Test(
        "events that one side has not delivered are reported at the end, with their number and the index of the first",
        arguments: [EventSequenceComparator.Side.old, .new])
    func missingAtEnd(side: EventSequenceComparator.Side) throws {
        let (ahead, other) = (side, side == .old ? EventSequenceComparator.Side.new : .old)
        let comparator = comparator()
        for key in ["a", "b", "c"] {
            try comparator.record(from: ahead, event(key))
            try comparator.record(from: other, event(key))
        }
        for key in ["d", "e", "f", "g"] { try comparator.record(from: ahead, event(key)) }
        #expect(reports.entries == [], "they may still be in delivery")
        comparator.finish()
        let divergence = try #require(reports.entries.first)
        #expect(divergence.reason == (side == .old ? .missingInNew : .missingInOld))
        #expect((divergence.old ?? divergence.new)?.key == "d")
        #expect(divergence.missing.map(\.key) == ["d", "e", "f", "g"])
        #expect(divergence.countOfEqual == 3)
        #expect((side == .old ? divergence.oldAfter : divergence.newAfter).map(\.key) == ["e", "f"])
        #expect(
            divergence.description.hasPrefix(
                "list/d: after 3 equal events, at 0 ms: the \(other) subscription lacks 4 events of the \(ahead) one, "
                    + "from index 3\n"))
        comparator.finish()
        #expect(reports.entries.count == 1, "only the first call of finish reports")
    }

    @Test("a side that delivers nothing lacks every event, also if the comparator is sampled or only released")
    func silentSide() throws {
        for sampling in [EventSequenceComparator.Sampling.fraction(1, of: "ann"), .fraction(0, of: "ann"), .off] {
            var comparator: EventSequenceComparator? = EventSequenceComparator(
                path: "list", sampling: sampling, clock: { 0 }
            ) { [reports] in reports.note($0) }
            for key in ["a", "b"] { try comparator?.record(from: .old, event(key)) }
            #expect(comparator?.isComparing == sampling.isChosen)
            comparator = nil
        }
        #expect(reports.entries.map(\.missing.count) == [2])
        #expect(reports.entries.first?.countOfEqual == 0)
        #expect(reports.entries.first?.reason == .missingInNew)
        let finished = comparator()
        try finished.record(from: .new, event("a"))
        finished.finish()
        #expect(reports.entries.last?.description.contains("the old subscription lacks 1 event of the new one") == true)
    }

    @Test("a comparator that is off makes no event and reads no clock")
    func off() {
        let calls = Record<String>()
        let clock = { @Sendable () -> Double in
            calls.note("clock")
            return 0
        }
        let comparator = EventSequenceComparator(path: "list", sampling: .off, clock: clock) { _ in
            calls.note("report")
        }
        let event = { () -> ComparedEvent in
            calls.note("event")
            return .cancellation
        }
        comparator.record(from: .old, event())
        comparator.record(from: .new, event())
        comparator.finish()
        #expect(calls.entries == [])
        #expect(!comparator.isComparing)
    }

    @Test("sampling chooses the same keys each time, and about as many as the fraction says")
    func sampling() {
        let chosen = { (fraction: Double) in
            (0..<10_000).filter { EventSequenceComparator.Sampling.fraction(fraction, of: "user-\($0)").isChosen }
        }
        #expect(chosen(0) == [])
        #expect(chosen(1).count == 10_000)
        let tenth = chosen(0.1)
        #expect((900...1100).contains(tenth.count))
        #expect(tenth == chosen(0.1))
        #expect(Set(chosen(0.01)).isSubset(of: tenth), "a larger fraction adds keys and drops none")
    }

    @Test("an event that is changed, removed, added or swapped at random is found at its position")
    func random() throws {
        var generator = SeededGenerator(salt: 1207)
        for _ in 0..<300 {
            let events = try (0..<30).map { try event("k\($0)", value: generator.below(3)) }
            var changed = events
            let index = generator.below(29)
            switch generator.below(4) {
            case 0: changed[index] = try event("k\(index)", value: 9)
            case 1: changed.remove(at: index)
            case 2: changed.insert(try event("new"), at: index)
            default: changed.swapAt(index, index + 1)
            }
            let reports = Record<EventDivergence>()
            let comparator = EventSequenceComparator(path: "/", neighbours: 3) { reports.note($0) }
            var (old, new) = (events[...], changed[...])
            while !(old.isEmpty && new.isEmpty) {
                if new.isEmpty || !old.isEmpty && generator.below(2) == 0 {
                    comparator.record(from: .old, old.removeFirst())
                } else {
                    comparator.record(from: .new, new.removeFirst())
                }
            }
            comparator.finish()
            #expect(reports.entries.map(\.countOfEqual) == [index])
            #expect(reports.entries.first?.before == Array(events[max(0, index - 3)..<index]))
            #expect(reports.entries.first?.old == events[index])
        }
    }

    @Test("two threads may record at the same time")
    func threads() throws {
        let comparator = comparator(maximumWaiting: 10_000)
        let events = try (0..<2000).map { try event("k\($0)") }
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            for event in events { comparator.record(from: index == 0 ? .old : .new, event) }
        }
        #expect((comparator.countOfEqual, comparator.countOfWaiting) == (2000, 0))
        #expect(reports.entries == [])
    }

    @Test("a value that no node can hold is refused")
    func invalid() {
        let error = #expect(throws: WebcomError.self) {
            try ComparedEvent(kind: "value", key: nil, previousKey: nil, isAcknowledged: true, value: ["a/b": 1])
        }
        #expect(error?.code == .invalidKey)
    }
}
