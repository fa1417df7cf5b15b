import DatasyncLog
import DatasyncTree
import DatasyncWire
import Foundation
import Testing

@testable import DatasyncBackend

/// Records that the version before level 4 of the schema wrote, each with the state's hash and the response.
struct OlderEntriesTests {
    private struct Line {
        let record: DatasyncLog.LogRecord
        /// The beginning of the hash of the data after the record.
        let hash: Substring
        let response: Substring
    }

    private static func histories() throws -> [[Line]] {
        let url = try #require(
            Bundle.module.url(forResource: "level3-records", withExtension: "txt", subdirectory: "Resources"))
        let text = try String(contentsOf: url, encoding: .utf8)
        return try text.split(separator: "history ").map { history in
            try history.split(separator: "\n").dropFirst().enumerated().map { index, line in
                let parts = line.split(separator: " ", omittingEmptySubsequences: false)
                let bytes = try #require(Data(base64Encoded: String(parts[1])))
                let record = LogRecord(
                    position: LogPosition(incarnation: 1, number: UInt64(index + 1)),
                    time: LogTime(try #require(Int64(parts[0]))), entry: try LogEntry(bytes: Array(bytes)))
                return Line(record: record, hash: parts[2], response: parts[3])
            }
        }
    }

    private static func response(_ replayed: DatabaseState.Replayed?) -> String {
        replayed.map { "\($0.status.rawValue):\($0.data?.hash.prefix(6) ?? "")" } ?? "-"
    }

    @Test("entries of earlier levels give the same state and the same responses as in their version [commits 17]")
    func replay() throws {
        let histories = try Self.histories()
        #expect(histories.map(\.count) == [150, 150, 150, 150, 12])
        for (index, history) in histories.enumerated() {
            var state = DatabaseState()
            for line in history {
                let replayed = try state.replayed(line.record)
                #expect(state.data.hash.hasPrefix(line.hash), "history \(index + 1), \(line.record.position)")
                #expect(Self.response(replayed) == line.response, "history \(index + 1), \(line.record.position)")
            }
        }
    }

    @Test("the same changes at the current level are judged in its way, so the level decides [commits 17]")
    func currentLevel() throws {
        let history = try #require(try Self.histories().last)
        var state = DatabaseState()
        var different = 0
        for line in history {
            let entry = line.record.entry
            let content = DatabaseEntry(try DatabaseEntry(entry).change, lowestUnanswered: 0)
            let record = LogRecord(
                position: line.record.position, time: line.record.time,
                entry: LogEntry(Origin(entry, content), content))
            let replayed = try state.replayed(record)
            if Self.response(replayed) != line.response { different += 1 }
        }
        // Two conditional writes, three increments (the first one of another number), and the write with costly rules.
        #expect(different == 6)
    }

    @Test("a snapshot keeps the time of ended runs, and the source and comments of the rules [commits 18] [rules 9.7]")
    func snapshot() async throws {
        var state = DatabaseState()
        let text = "{\"rules\": { // for everyone\n\".read\": true}}"
        let rules = try RulesDocument(source: text.utf8, from: .file)
        let server = SessionName(run: 8, number: 1)
        _ = state.apply(.closeRun(4), from: Origin(session: server, sequence: 1), as: 3, at: 1_000)
        _ = state.apply(.closeRun(5), from: Origin(session: server, sequence: 2), at: 2_000)
        _ = state.apply(.setRules(rules), from: Origin(session: server, sequence: 3), at: 3_000)
        let position = LogPosition(incarnation: 1, number: 3)
        let restored = try await DatabaseState(state.snapshot(at: position))
        #expect(restored.closedRuns == [4: .infinity, 5: 2_000])
        #expect(restored.rules.text == text && restored.rules.source == .file && restored.rulesRun == 8)
    }

    @Test("an ended run is forgotten after seven days, unless an earlier version has ended it [commits 16]")
    func forgetting() {
        var state = DatabaseState()
        let server = SessionName(run: 8, number: 1)
        let week = DatabaseState.retention
        _ = state.apply(.closeRun(4), from: Origin(session: server, sequence: 1), as: 3, at: 1_000)
        _ = state.apply(.closeRun(5), from: Origin(session: server, sequence: 2), at: 2_000)
        _ = state.apply(.closeRun(6), from: Origin(session: server, sequence: 3), at: 2_000 + week)
        #expect(state.closedRuns.keys.sorted() == [4, 5, 6])
        _ = state.apply(.closeRun(7), from: Origin(session: server, sequence: 4), at: 2_001 + week)
        #expect(state.closedRuns.keys.sorted() == [4, 6, 7])
    }
}
