import Testing
import bench

@Suite("Runs for a counter of instructions")
struct CountedRunTests {
    @Test(
        "a workload is executed once or twice, and passes the number of its operations",
        arguments: [("W1", "acked", 500), ("W2a", "push", 500), ("W4a", "push", 2_000), ("W5", "push", 500)],
        ["state", "engine"])
    func executions(row: (name: String, mode: String, count: Int), bed: String) throws {
        let run = try CountedRun(Arguments([row.name, "--bed", bed, "--mode", row.mode]))
        for executions in [1, 2] {
            var counts: [Int] = []
            try run.execute(executions) { counts.append($0) }
            #expect(counts == [row.count])
        }
    }

    @Test("a series is executed in the bed of the state", arguments: [("in-flight", "acked"), ("relisten", "push")])
    func series(name: String, mode: String) throws {
        let run = try CountedRun(Arguments([name, "--bed", "state", "--mode", mode]))
        for executions in [1, 2] {
            var counts: [Int] = []
            try run.execute(executions) { counts.append($0) }
            #expect(counts == [50])
        }
    }

    @Test(
        "a conversion of a text is executed, and passes its kilobytes",
        arguments: ["json-parse", "json-print", "tree-read", "frames-read", "tree-print", "hash"],
        ["records", "contacts", "deep"])
    func conversions(name: String, document: String) throws {
        let run = try CountedRun(Arguments([name, "--bed", "tree", "--mode", document]))
        for executions in [1, 2] {
            var counts: [Int] = []
            try run.execute(executions) { counts.append($0) }
            #expect(counts == [20])
        }
    }

    @Test(
        "changes of a list and conversions of values are executed, and pass their number",
        arguments: [
            ("child-lists", "tree", "push"), ("encode", "client", "contacts"), ("decode", "client", "contacts"),
        ])
    func values(row: (name: String, bed: String, mode: String)) throws {
        let run = try CountedRun(Arguments([row.name, "--bed", row.bed, "--mode", row.mode]))
        for executions in [1, 2] {
            var counts: [Int] = []
            try run.execute(executions) { counts.append($0) }
            #expect(counts == [50])
        }
    }

    @Test(
        "words that do not select one workload, bed and mode are an error",
        arguments: [
            [], ["W1"], ["W1", "--bed", "state"], ["W1", "W2b", "--bed", "state", "--mode", "push"],
            ["W1", "--bed", "state", "--bed", "engine", "--mode", "push"],
            ["W4a", "--bed", "state", "--mode", "acked"],
            ["hash", "--bed", "state", "--mode", "deep"], ["hash", "--bed", "tree", "--mode", "push"],
            ["relisten", "--bed", "engine", "--mode", "push"],
            ["relisten", "--bed", "state", "--mode", "acked"],
            ["decode", "--bed", "tree", "--mode", "contacts"], ["encode", "--bed", "client", "--mode", "push"],
        ])
    func selection(words: [String]) {
        let message =
            "--count needs one workload, bed and mode, such as W1 --bed state --mode push; or one series in the bed state, such as "
            + "in-flight --bed state --mode acked; or one conversion, such as json-parse --bed tree --mode deep, or "
            + "decode --bed client --mode contacts."
        #expect(throws: BenchError(message)) { _ = try CountedRun(Arguments(words)) }
    }
}
