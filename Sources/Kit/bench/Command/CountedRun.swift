/// Executions of one row for a counter of instructions and allocations.
///
/// Two runs are prepared, and one or both are executed. The difference between the two counts is the cost of one run,
/// without the start of the process, the preparation, and anything that happens only once.
package struct CountedRun {
    /// Small numbers, as a counter makes a program about fifty times slower.
    static let size = Size(operations: 500, children: 500, siblings: 50, bulk: 2_000, depth: 10, scale: 500)

    /// The script or conversion that a run executes.
    private enum Subject {
        case script(Script, BedName)
        /// Anything else; the closure prepares a run of a number of units.
        case other(prepare: (Int) throws -> () throws -> Void)
    }

    private let subject: Subject
    /// The number of operations, of children of a list that arrives in one operation, of kilobytes of a text, or of values.
    private let unitCount: Int

    /// Finds the workload, series or conversion that the arguments select.
    ///
    /// - Throws: ``BenchError`` unless they select exactly one row, bed and mode.
    package init(_ arguments: Arguments) throws(BenchError) {
        guard arguments.rows.count == 1, arguments.beds.count == 1, arguments.modes.count == 1 else {
            throw Self.problem
        }
        let (row, mode) = (arguments.rows[0], arguments.modes[0])
        if let conversion = TextConversion(rawValue: row), let document = Document(rawValue: mode),
            arguments.beds == ["tree"]
        {
            subject = .other { try conversion.prepared(document, kilobytes: $0).execute }
            unitCount = 20
            return
        }
        if row == ListFold.name, mode == "push", arguments.beds == ["tree"] {
            subject = .other { count in
                var fold = ListFold()
                return { try fold.execute(count) }
            }
            unitCount = 50
            return
        }
        if let conversion = CodingConversion(rawValue: row), mode == "contacts", arguments.beds == ["client"] {
            subject = .other(prepare: conversion.prepared)
            unitCount = 50
            return
        }
        guard let bed = BedName(rawValue: arguments.beds[0]), let mode = Mode(rawValue: mode) else {
            throw Self.problem
        }
        if let workload = Workload(rawValue: row), workload.modes.contains(mode) {
            subject = .script(workload.script(mode, Self.size), bed)
            unitCount = workload.unitCount(Self.size)
        } else if let series = ScalingSeries(rawValue: row), series.modes.contains(mode), bed == .state {
            unitCount = 50
            subject = .script(series.script(Self.size.scale, mode, unitCount), bed)
        } else {
            throw Self.problem
        }
    }

    private static let problem = BenchError(
        "--count needs one workload, bed and mode, such as W1 --bed state --mode push; or one series in the bed state, such as "
            + "in-flight --bed state --mode acked; or one conversion, such as json-parse --bed tree --mode deep, or "
            + "decode --bed client --mode contacts."
    )

    /// Prepares two runs, executes some of them, and passes one run's number of operations to a closure.
    ///
    /// The closure should end the process, so that releasing the runs is not counted.
    ///
    /// - Throws: ``BenchError`` if the number of delivered events or the length of a text is wrong.
    package func execute(_ executions: Int, _ end: (Int) -> Void) throws {
        switch subject {
        case .script(let script, let bed):
            var runs = [try bed.prepared(script), try bed.prepared(script)]
            for index in 0..<executions { try script.check(try runs[index].run(), in: bed.rawValue) }
            end(unitCount)
            runs.removeAll()
        case .other(let prepare):
            let runs = [try prepare(unitCount), try prepare(unitCount)]
            for index in 0..<executions { try runs[index]() }
            end(unitCount)
            withExtendedLifetime(runs) {}
        }
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
