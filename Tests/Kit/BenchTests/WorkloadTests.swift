import Dispatch
import Synchronization
import Testing
import bench

@Suite("The workloads of the benchmark at a tiny size", .serialized)
struct WorkloadTests {
    /// The smallest size at which every workload has several operations.
    static let tiny = Size(operations: 20, children: 10, siblings: 5, bulk: 30, depth: 4, scale: 100)

    @Test("every workload delivers the right number of events in every bed", arguments: Workload.allCases)
    func counts(workload: Workload) async throws {
        for mode in workload.modes {
            for bed in BedName.allCases {
                let sample = try await measured { try bed.sample(workload.script(mode, Self.tiny)) }
                #expect(sample.value >= 0, "\(workload) \(mode) \(bed)")
            }
        }
    }

    @Test("every other row gives a value", arguments: Catalog.rows(tiny).filter { Workload(rawValue: $0.name) == nil })
    func series(row: Row) async throws {
        let sample = try await measured { try row.sample() }
        #expect(sample.value.isFinite, "\(row.name) \(row.bed) \(row.mode)")
    }

    @Test("a wrong number of events is an error that names the workload, the bed and both numbers")
    func wrongCount() throws {
        let script = Workload.w5.script(.push, Self.tiny)
        #expect(script.eventCount == 80)
        try script.check(80, in: "engine")
        let error = try #require(throws: BenchError.self) { try script.check(79, in: "engine") }
        #expect(error.description.hasPrefix("W5 push in the bed engine delivered 79 events, but 80 are right."))
    }

    @Test("the rounds are interleaved")
    func interleaving() throws {
        let order = Order()
        let rows = ["a", "b"].map { name in
            Row(name, bed: "state", summary: "") {
                order.note(name)
                return Sample(value: 1, wall: 1, peak: 0)
            }
        }
        let results = try Benchmark(rows: rows, rounds: 2).results { order.note("\($0)") }
        #expect(order.names == ["1", "a", "b", "2", "a", "b"])
        #expect(results.map(\.name) == ["a", "b"])
    }

    /// Runs a blocking measurement outside the threads of tasks, which the measured tasks need.
    private func measured(_ body: @escaping @Sendable () throws -> Sample) async throws -> Sample {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
        }
    }
}

/// The names of measured rows in order.
private final class Order: Sendable {
    private let notes = Mutex<[String]>([])

    var names: [String] { notes.withLock(\.self) }

    func note(_ name: String) { notes.withLock { $0.append(name) } }
}
