/// All rows of the benchmark.
package enum Catalog {
    /// Returns the rows in the order of the table.
    package static func rows(_ size: Size) -> [Row] {
        // Memory comes before the rows that release objects on other threads.
        [CalibrationRow.row] + MemoryRows.rows(children: size.bulk) + Workload.rows(size) + ScalingSeries.rows(size)
            + TextConversion.rows(kilobytes: max(1, size.bulk / 100)) + CodingConversion.rows(size.operations / 10)
            + DeliveryRows.rows(size) + ListRows.rows(size.operations / 10)
            + [FairnessRow.row(listeners: size.siblings, writesOfEach: max(1, size.operations / 400))]
    }

    /// The distinct names of the rows, in order.
    package static let names: [String] = names { $0.name }

    /// The distinct names of the beds, in order.
    package static let beds: [String] = names { $0.bed }

    /// The distinct modes of the rows, in order; for the text rows, the documents.
    package static let modes: [String] = names { $0.mode }

    private static func names(_ name: (Row) -> String) -> [String] {
        var seen: Set<String> = []
        return rows(.full).map(name).filter { seen.insert($0).inserted }
    }
}

extension Workload {
    /// The rows of all workloads in all beds and modes.
    ///
    /// Only rows of the full size have reference figures.
    fileprivate static func rows(_ size: Size) -> [Row] {
        allCases.flatMap { workload in
            workload.modes.flatMap { mode in
                BedName.allCases.map { bed in
                    Row(
                        workload.rawValue, bed: bed.rawValue, mode: mode.rawValue, summary: workload.summary,
                        reference: size.isReference ? .reference(workload, mode, bed) : .none
                    ) {
                        try bed.sample(workload.script(mode, size))
                    }
                }
            }
        }
    }
}
