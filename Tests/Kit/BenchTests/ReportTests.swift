import Foundation
import Testing
import bench

@Suite("Reports of the benchmark and their comparison")
struct ReportTests {
    @Test("a report is equal after it has been written and read")
    func roundTrip() throws {
        let report = try report([
            result("W1", 2, samples: [1, 2, 9]), result("json-parse", 4, .megabytesPerSecond),
            result("children", 1, .microseconds, point: 10), result("children", 10, .microseconds, point: 100),
            result("children", 100, .microseconds, point: 1_000),
        ])
        let read = try Report(json: report.json, file: "old.json")
        #expect(read == report)
        #expect(read.rows[0].median == 2)
        #expect(read.rows[0].peak == 20)
        #expect(read.exponents.map(\.name) == ["children"])
        #expect(abs((read.exponents.first?.exponent ?? 0) - 1) < 1e-9)
    }

    @Test("a file that is not a report gives an error with its name")
    func malformed() throws {
        let error = try #require(throws: BenchError.self) {
            _ = try Report(json: Data("{}".utf8), file: "old.json")
        }
        #expect(error.description.contains("old.json"))
    }

    @Test("a row that loses more than the tolerance is too slow")
    func verdict() throws {
        let old = [try result("W1", 100), try result("W3", 100), try result("hash", 100, .megabytesPerSecond)]
        let new = [
            try result("W1", 124), try result("W3", 126), try result("hash", 70, .megabytesPerSecond),
            try result("W5", 1),
        ]
        let comparison = Comparison(new, to: old, tolerance: 0.25)
        #expect(comparison.lines.map(\.isTooSlow) == [false, true, true])
        #expect(comparison.unknown == ["W5 state push"])
        #expect(Comparison(new, to: old, tolerance: 0.5).slower.isEmpty)
        #expect(comparison.text.contains("3 rows compared, 2 too slow."))
    }

    @Test("a row with a reference figure shows the ratio")
    func ratios() throws {
        let row = Row(
            "W1", bed: "state", mode: "push", summary: "", reference: .reference(.w1, .push, .state)
        ) { sample(5.12) }
        let result = try #require(RowResult(row, [try row.sample()]))
        #expect(result.peerRatio == 5)
        #expect(try report([result]).text.contains("5.00×"))
    }

    private func report(_ rows: [RowResult]) throws -> Report {
        Report(
            date: "2026-11-22T00:00:00Z", machine: Machine(cpu: "a processor", cores: 2, swift: "Swift 6"),
            size: "full",
            rounds: 1, rows: rows)
    }

    private func result(
        _ name: String, _ value: Double, _ unit: Row.Unit = .milliseconds, point: Int? = nil, samples: [Double]? = nil
    ) throws -> RowResult {
        let row = Row(name, bed: "state", mode: "push", unit, point: point, summary: "") { sample(value) }
        return try #require(RowResult(row, (samples ?? [value]).map(sample)))
    }
}

private func sample(_ value: Double) -> Sample { Sample(value: value, wall: value, peak: 20) }
