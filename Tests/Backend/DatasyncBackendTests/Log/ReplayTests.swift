import DatasyncConcurrency
import DatasyncLog
import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@testable import DatasyncBackend

/// Replay: the state depends on the records alone, through their bytes and through snapshots.
struct ReplayTests {
    private func record(_ number: UInt64, _ change: Change, _ origin: Origin, _ time: Double) throws
        -> DatasyncLog.LogRecord
    {
        let content = DatabaseEntry(change, lowestUnanswered: origin.writeNumber?.lowestUnanswered ?? 0)
        // The bytes alone, as a log reads them from a file.
        let entry = try LogEntry(bytes: LogEntry(origin, content).bytes)
        return DatasyncLog.LogRecord(
            position: LogPosition(incarnation: 1, number: number), time: LogTime(Int64(time)), entry: entry)
    }

    /// The shared state as text, so that a difference can be read.
    private func summary(_ state: DatabaseState) -> String {
        let sessions = state.sessions.keys.sorted().map { name in
            let session = state.sessions[name]
            let principal =
                switch session?.principal {
                case .client(let user?): "client \(user.uid)"
                case .owner: "owner"
                case .client(nil), nil: "-"
                }
            return "\(name) \(principal) \(session?.onDisconnectWrites.count ?? 0) "
                + "\(session?.sequence ?? 0)"
        }
        let clients = state.clients.keys.sorted().map { client in
            "\(client) \(state.clients[client]?.highest ?? 0) \(state.clients[client]?.responses.count ?? 0)"
        }
        return "\(state.data.hash) \(state.time) \(state.rules.text) \(state.limits) \(sessions) \(clients) "
            + "\(state.closedRuns.sorted { $0.key < $1.key })"
    }

    @Test("two servers have the same state after each record of 1,000 random histories [commits 1, 2, 3]")
    func determinism() throws {
        for seed in UInt64(1)...1_000 {
            var changes = RandomChanges(seed: seed)
            var first = BackendState(following: DatabaseState(), at: nil, as: ServerRun.Place(run: 100))
            var second = BackendState(following: DatabaseState(), at: nil, as: ServerRun.Place(run: 101))
            var generator = SeededGenerator(seed: seed)
            for index in 1...8 {
                let (change, origin, time) = try changes.next()
                let record = try record(UInt64(index), change, origin, time)
                _ = try first.apply(record, now: time)
                // Indexes, which only listens need, must not change a result.
                second.database.data.modify(generator.path()) { $0.addIndex(.value) }
                _ = try second.apply(record, now: 0)
                let (mine, theirs) = (summary(first.database), summary(second.database))
                #expect(mine == theirs, "seed \(seed), record \(index): \(change)")
                if mine != theirs { return }
            }
        }
    }

    @Test("a state that is restored from a snapshot at any position continues as the original [commits 1, 18]")
    func snapshots() async throws {
        for seed in UInt64(1)...200 {
            var changes = RandomChanges(seed: seed)
            var state = DatabaseState()
            var restored: DatabaseState?
            for index in 1...30 {
                let (change, origin, time) = try changes.next()
                let mine = state.apply(change, from: origin, at: time)
                let theirs = restored?.apply(change, from: origin, at: time)
                if let theirs { #expect("\(mine.outcome)" == "\(theirs.outcome)", "seed \(seed), change \(index)") }
                if let restored { #expect(summary(restored) == summary(state), "seed \(seed), change \(index)") }
                if index == Int(seed % 30) + 1 {
                    let snapshot = LogSnapshot(
                        position: LogPosition(incarnation: 1, number: UInt64(index)), time: LogTime(Int64(time)),
                        body: state.snapshotBody)
                    restored = try await DatabaseState(snapshot)
                    #expect(restored.map(summary) == summary(state), "seed \(seed), snapshot at \(index)")
                }
            }
        }
    }

    @Test("a large state is written in pieces of bounded size, and read in pieces of any size [commits 18]")
    func largeSnapshots() async throws {
        var generator = SeededGenerator(seed: 7)
        var data = Node.null
        for index in 0..<30_000 {
            data.set(.string(String(repeating: "x", count: generator.below(20))), at: try Path("/list/k\(index)"))
        }
        for index in 0..<40 {
            data.set(.string(String(repeating: "y", count: 10_000)), at: try Path("/deep/a/b/c\(index % 3)/d\(index)"))
        }
        data.set(.number(5), at: Path([Key(unchecked: "deep"), .priority]))
        data.set(.string("p"), at: Path([Key(unchecked: "list"), .priority]))
        let state = DatabaseState(data: data)
        var pieces: [[UInt8]] = []
        for try await piece in state.snapshotBody { pieces.append(piece) }
        #expect(pieces.count > 10)
        #expect(pieces.allSatisfy { $0.count < 2 * SnapshotWriter.pieceSize })
        let bytes = pieces.flatMap(\.self)
        var reader = SnapshotReader()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = min(rest.count, 1 + generator.below(100_000))
            try reader.read(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let restored = try reader.finish()
        #expect(restored.data == data)
        #expect(restored.data.hash == data.hash)
    }

    @Test("entries and snapshots that are cut or changed are an error or another value, and never trap")
    func damagedBytes() async throws {
        var changes = RandomChanges(seed: 3)
        var generator = SeededGenerator(seed: 3)
        var state = DatabaseState()
        var unreadable = 0
        for _ in 0..<400 {
            let (change, origin, time) = try changes.next()
            _ = state.apply(change, from: origin, at: time)
            var body = DatabaseEntry(change, lowestUnanswered: 1).bytes
            if generator.chance(50) { body = Array(body.prefix(generator.below(body.count))) }
            for _ in 0..<generator.below(3) where !body.isEmpty {
                body[generator.below(body.count)] = UInt8(generator.below(256))
            }
            let entry = LogEntry(run: 1, session: 1, body: body)
            do throws(DatasyncError) {
                _ = try DatabaseEntry(entry)
            } catch {
                unreadable += 1
            }
        }
        #expect(unreadable > 100)
        let bytes = try await state.snapshotBody.bytes()
        for offset in 0..<min(bytes.count, 400) {
            var reader = SnapshotReader()
            try? reader.read(Array(bytes.prefix(offset)))
            #expect(throws: UnreadableBytes.self) { _ = try reader.finish() }
        }
    }

    @Test("an entry of a newer version is an error that names the remedy [commits 17]")
    func newerVersion() {
        #expect {
            _ = try DatabaseEntry(LogEntry(run: 1, session: 2, body: [9, 1, 1]))
        } throws: { error in
            (error as? DatasyncError)?.message.contains("Use the version that wrote it") == true
        }
    }
}
