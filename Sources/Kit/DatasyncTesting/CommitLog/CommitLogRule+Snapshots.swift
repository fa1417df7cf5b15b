import DatasyncConcurrency
import DatasyncLog

extension CommitLogRule {
    static let failing = [
        CommitLogRule(name: "a lost append is reported once and never appears", needsFailure: true) { bench in
            let follower = bench.follow(try shop())
            bench.append(["1"], to: try shop())
            try await follower.wait(for: 1)
            try await bench.suite.breakNextAppend?(bench.log)
            bench.append(["2"], to: try shop())
            try await bench.waitUntilLost("2")
            bench.append(["3"], to: try shop())
            try await follower.wait(for: 2)
            try await bench.step()
            let late = bench.follow(try shop())
            try await late.wait(for: 2)
            try require(late.texts, ["1", "3"], "the records")
            try require(follower.texts, ["1", "3"], "the records of the first follower")
            try require(["1", "2", "3"].map(bench.lostCount), [0, 1, 0], "the numbers of reports")
        }
    ]

    static let snapshots = [
        CommitLogRule(name: "a namespace without a snapshot has none") { bench in
            let snapshot = try await bench.log.latestSnapshot(of: try shop())
            try require(snapshot == nil, true, "whether there is no snapshot")
        },
        CommitLogRule(name: "the latest snapshot is the one with the highest position") { bench in
            let follower = try await filled(bench, 10)
            for (index, expected) in [(3, 3), (7, 7), (5, 7), (7, 7)] {
                let record = follower.records[index]
                let body = SnapshotBody(Array("state \(index)".utf8))
                try await bench.log.store(
                    LogSnapshot(position: record.position, time: record.time, body: body), of: try shop())
                try await bench.step()
                let latest = try await bench.log.latestSnapshot(of: try shop())
                let bytes = try await latest?.body.bytes() ?? []
                try require(String(decoding: bytes, as: UTF8.self), "state \(expected)", "the body")
                try require(latest?.position, follower.records[expected].position, "the position")
                try require(latest?.time, follower.records[expected].time, "the time")
            }
        },
        CommitLogRule(name: "a snapshot of several pieces is read again with the same bytes") { bench in
            let follower = try await filled(bench, 1)
            let pieces = (0..<5).map { [UInt8](repeating: UInt8($0), count: 100_000 + $0) }
            let body = SnapshotBody { pass(over: pieces) }
            let record = follower.records[0]
            try await bench.log.store(
                LogSnapshot(position: record.position, time: record.time, body: body), of: try shop())
            try await bench.step()
            let latest = try await bench.log.latestSnapshot(of: try shop())
            for _ in 0..<2 {
                let bytes = try await latest?.body.bytes() ?? []
                try require(bytes == (try await body.bytes()), true, "whether the bytes are the same")
            }
        },
        CommitLogRule(name: "a follower continues after a snapshot, and otherwise receives all or must reload") {
            bench in
            let follower = try await filled(bench, 10)
            let record = follower.records[5]
            try await bench.log.store(
                LogSnapshot(position: record.position, time: record.time, body: SnapshotBody([1])), of: try shop())
            try await bench.step()
            bench.append(["11"], to: try shop())
            let after = bench.follow(try shop(), after: record.position)
            try await after.wait(for: 5)
            try require(after.texts, ["7", "8", "9", "10", "11"], "the records after the snapshot")
            let before = bench.follow(try shop())
            try await before.wait(for: 11)
            try require(before.mustReload ? 0 : 11, before.records.count, "the records from the start")
        },
        CommitLogRule(name: "a snapshot that the log has not reached, or of another incarnation, is refused") { bench in
            let follower = try await filled(bench, 2)
            let last = follower.records[1].position
            for position in [
                LogPosition(incarnation: last.incarnation, number: 3),
                LogPosition(incarnation: last.incarnation + 1, number: 1),
            ] {
                var isRefused = false
                do {
                    let body = SnapshotBody([1])
                    try await bench.log.store(
                        LogSnapshot(position: position, time: follower.records[1].time, body: body), of: try shop())
                } catch {
                    isRefused = true
                }
                try require(isRefused, true, "whether a snapshot at \(position) is refused")
                try await bench.step()
                let latest = try await bench.log.latestSnapshot(of: try shop())
                try require(latest == nil, true, "whether there is no snapshot")
            }
        },
    ]

    /// Appends a number of records and returns a follower that has received them.
    private static func filled(_ bench: CommitLogBench, _ count: Int) async throws -> CommitLogFollower {
        let follower = bench.follow(try shop())
        for number in 1...count { bench.append(["\(number)"], to: try shop()) }
        try await follower.wait(for: count)
        try await bench.step()
        return follower
    }

    private static func pass(over pieces: [[UInt8]]) -> SnapshotBody.Pass {
        let rest = Guarded(pieces[...])
        return { rest.withLock { $0.popFirst() } }
    }
}
