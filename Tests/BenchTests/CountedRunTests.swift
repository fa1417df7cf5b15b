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

    @Test(
        "words that do not select one workload, bed and mode are an error",
        arguments: [
            [], ["W1"], ["W1", "--bed", "state"], ["W1", "W2b", "--bed", "state", "--mode", "push"],
            ["W1", "--bed", "state", "--bed", "engine", "--mode", "push"],
            ["W4a", "--bed", "state", "--mode", "acked"],
            ["hash", "--bed", "tree", "--mode", "deep"],
        ])
    func selection(words: [String]) {
        let message = "--count needs one workload, bed and mode, such as W1 --bed state --mode push."
        #expect(throws: BenchError(message)) { _ = try CountedRun(Arguments(words)) }
    }
}
