/// Executions of one workload for a counter of instructions and allocations.
///
/// Two runs are prepared, and one or both are executed. The difference of the two counts is that of one run, without the
/// start of the process, the preparation, and all that happens only once.
package struct CountedRun {
    /// Small numbers: a counter makes a program about fifty times slower.
    static let size = Size(operations: 500, children: 500, siblings: 50, bulk: 2_000, depth: 10, scale: 500)

    private let script: Script
    /// The number of operations, or of children of a list that arrives in one operation.
    private let unitCount: Int
    private let bed: BedName

    /// Finds the workload or the series that the arguments select.
    ///
    /// - Throws: ``BenchError`` unless they select exactly one row, bed and mode.
    package init(_ arguments: Arguments) throws(BenchError) {
        guard arguments.rows.count == 1, arguments.beds.count == 1, arguments.modes.count == 1,
            let bed = BedName(rawValue: arguments.beds[0]), let mode = Mode(rawValue: arguments.modes[0])
        else { throw Self.problem }
        self.bed = bed
        if let workload = Workload(rawValue: arguments.rows[0]), workload.modes.contains(mode) {
            script = workload.script(mode, Self.size)
            unitCount = workload.unitCount(Self.size)
        } else if let series = ScalingSeries(rawValue: arguments.rows[0]), series.modes.contains(mode), bed == .state {
            unitCount = 50
            script = series.script(Self.size.scale, mode, unitCount)
        } else {
            throw Self.problem
        }
    }

    private static let problem = BenchError(
        "--count needs one workload, bed and mode, such as W1 --bed state --mode push, or one series in the bed state, such as "
            + "in-flight --bed state --mode acked.")

    /// Prepares two runs, executes some of them, and passes the number of operations of one run to a closure.
    ///
    /// The closure should end the process, so that the release of the runs is not counted.
    ///
    /// - Throws: ``BenchError`` if the number of delivered events is wrong.
    package func execute(_ executions: Int, _ end: (Int) -> Void) throws {
        var runs = [try bed.prepared(script), try bed.prepared(script)]
        for index in 0..<executions { try script.check(try runs[index].run(), in: bed.rawValue) }
        end(unitCount)
        runs.removeAll()
    }
}

extension Workload {
    /// The number of operations, or of children of a list that arrives in one operation.
    fileprivate func unitCount(_ size: Size) -> Int {
        switch self {
        case .w0, .w1, .w2b, .w3, .w5: size.operations
        case .w2a: size.children
        case .w4a, .w4b: size.bulk
        }
    }
}
