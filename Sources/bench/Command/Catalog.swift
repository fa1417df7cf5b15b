/// All rows of the benchmark.
package enum Catalog {
    /// Returns the rows in the order of the table.
    package static func rows(_ size: Size) -> [Row] {
        [CalibrationRow.row] + Workload.rows(size) + ScalingSeries.rows(size)
            + TextRows.rows(kilobytes: size.bulk / 100) + CodingRows.rows(size.operations / 10)
            + DeliveryRows.rows(size)
            + [FairnessRow.row(listeners: size.siblings, writesOfEach: max(1, size.operations / 400))]
            + MemoryRows.rows(children: size.bulk)
    }

    /// The names of the rows, each once, in order.
    package static let names: [String] = names { $0.name }

    /// The names of the beds, each once, in order.
    package static let beds: [String] = names { $0.bed }

    /// The modes of the rows, each once, in order; for the text rows, the documents.
    package static let modes: [String] = names { $0.mode }

    private static func names(_ name: (Row) -> String) -> [String] {
        var seen: Set<String> = []
        return rows(.full).map(name).filter { seen.insert($0).inserted }
    }
}
