/// A benchmark run: interleaved rounds of the selected rows.
package struct Benchmark {
    package let rows: [Row]
    package let rounds: Int

    package init(rows: [Row], rounds: Int) {
        self.rows = rows
        self.rounds = rounds
    }

    /// Measures all rows in each round, so that a disturbance of the machine does not hit all rounds of one row.
    ///
    /// - Parameter progress: Called with the number of each round before it starts.
    /// - Returns: The results of the rows.
    /// - Throws: ``BenchError`` if a row gives a wrong result.
    package func results(progress: (Int) -> Void = { _ in }) throws -> [RowResult] {
        var samples = [[Sample]](repeating: [], count: rows.count)
        for round in 1...rounds {
            progress(round)
            for (index, row) in rows.enumerated() {
                Stopwatch.waitForIdleProcess()
                samples[index].append(try row.sample())
            }
        }
        return zip(rows, samples).compactMap { RowResult($0, $1) }
    }
}
