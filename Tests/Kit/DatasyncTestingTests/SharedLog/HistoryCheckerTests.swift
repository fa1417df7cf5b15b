import DatasyncConcurrency
import DatasyncLog
import DatasyncTree
import DatasyncWire
import Dispatch
import TestSupport
import Testing

@testable import DatasyncTesting

/// The checker of histories finds a violation of each property in a history that had none.
@Suite("The checker of histories", .timeLimit(.minutes(30)))
struct HistoryCheckerTests {
    private struct Run {
        var histories: [History]
        var records: [DatasyncLog.LogRecord]

        var kinds: Set<HistoryViolation.Kind> {
            Set(HistoryChecker.violations(of: histories, records: records).map(\.kind))
        }

        /// Replaces all records after removing or adding some, so that their numbers are dense.
        mutating func renumber(_ entries: [(LogTime, LogEntry)]) {
            records = entries.enumerated().map { index, record in
                LogRecord(
                    position: LogPosition(incarnation: 1, number: UInt64(index + 1)), time: record.0, entry: record.1)
            }
        }

        var entries: [(LogTime, LogEntry)] { records.map { ($0.time, $0.entry) } }

        /// The index of an answered operation of a kind in the first history that has one.
        func first(_ isIncluded: (History.Operation) -> Bool) throws -> (history: Int, operation: Int) {
            for (index, history) in histories.enumerated() {
                if let operation = history.operations.firstIndex(where: { $0.status == .ok && isIncluded($0) }) {
                    return (index, operation)
                }
            }
            throw Violation(description: "no such operation")
        }
    }

    /// A log that says that nobody has to wait for it.
    private final class BoastfulLog: CommitLog {
        let log: FaultyLog

        init() {
            var faults = FaultyLog.Faults()
            faults.late = 9_990
            log = FaultyLog(seed: 1, faults: faults) { LogTime(5) }
        }

        func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
            log.append(entries, to: namespace, lost: lost)
        }

        func follow(
            _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
        ) -> any LogSubscription {
            log.follow(namespace, after: position, receive)
        }

        func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? {
            try await log.latestSnapshot(of: namespace)
        }

        func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {
            try await log.store(snapshot, of: namespace)
        }
    }

    private func run() async throws -> Run {
        let suite = SharedLogSuite(backends: 2, operations: 3_000, seed: Seed.value) {
            FaultyLog(seed: Seed.value) { LogTime(5) }
        }
        let outcome = try await HistoryRun(suite).outcome()
        let run = Run(histories: outcome.histories, records: outcome.records)
        try #require(run.kinds == [])
        return run
    }

    @Test("a changed response, order, record, effect, farewell or subscriber is a violation of its kind")
    func violations() async throws {
        let honest = try await run()

        var run = honest
        var place = try run.first { if case .increment = $0.kind { $0.number > 3 } else { false } }
        run.histories[place.history].operations[place.operation].data = .number(-1)
        #expect(run.kinds == [.response])

        run = honest
        run.histories[place.history].operations[place.operation].status = .permissionDenied
        #expect(run.kinds == [.response])

        // It began after everything else had a response, and is early in the log.
        run = honest
        let operation = run.histories[place.history].operations.remove(at: place.operation)
        var late = History.Operation(
            kind: operation.kind, place: operation.place, client: operation.client, number: operation.number,
            connection: operation.connection, invoked: .max - 1)
        (late.responded, late.status, late.data) = (.max, operation.status, operation.data)
        run.histories[place.history].operations.append(late)
        #expect(run.kinds == [.order])

        // Its record is gone; later numbers of its client are behind a gap then.
        run = honest
        run.renumber(
            run.entries.filter { $0.1.client != operation.client || $0.1.number != operation.number })
        #expect(run.kinds.contains(.missing))

        // It is there once more, as a write of nobody.
        run = honest
        let index = try #require(
            run.records.firstIndex { $0.entry.client == operation.client && $0.entry.number == operation.number })
        let entry = run.records[index].entry
        let copy = LogEntry(run: entry.run, session: entry.session, client: 1, number: 1, body: entry.body)
        var entries = run.entries
        entries.insert((run.records[index].time, copy), at: index)
        run.renumber(entries)
        #expect(run.kinds.isSuperset(of: [.effect, .response]))

        // A farewell that was lost, and one that ran twice.
        run = honest
        let farewell = run.histories.flatMap(\.connections).compactMap(\.farewell).first
        run.histories[0].connections[0].farewell = farewell?.parent?.child(Key(unchecked: "lost"))
        #expect(run.kinds == [.farewell])

        run = honest
        place = try run.first(\.kind.isRead)
        run.histories[place.history].operations[place.operation].data = .string("nobody wrote this")
        #expect(run.kinds == [.response])

        run = honest
        run.histories[0].shown = .null
        #expect(run.kinds == [.subscriber])

        run = honest
        run.histories[0].regressions = ["as its client says"]
        #expect(run.kinds == [.regression])

        run = honest
        run.renumber(run.entries + [(LogTime(5), LogEntry(run: 1, session: 1, body: [200]))])
        #expect(run.kinds == [.record])
    }

    @Test("clients go back in time on a log that does not tell how far it is [commits 22]")
    func boastful() async throws {
        var suite = SharedLogSuite(backends: 4, operations: 8_000, seed: Seed.value) { BoastfulLog() }
        suite.stay = 20
        let moving = suite
        await #expect {
            _ = try await moving.check()
        } throws: { "\($0)".contains("goes back from") }
    }
}
