extension Report {
    /// The report as text: the machine, the table of rows, the exponents and the origin of the reference figures.
    package var text: String {
        var table = Table([
            "row", "bed", "mode", "point", "unit", "median", "min", "max", "wall ms", "peak MiB", "peer", "peer÷row",
            "stage 1", "stage 1÷row",
        ])
        for row in rows {
            table.add([
                row.name, row.bed, row.mode, row.point.map { String($0) } ?? "", row.unit.rawValue,
                Table.number(row.median), Table.number(row.minimum), Table.number(row.maximum), Table.number(row.wall),
                Table.number(Double(row.peak) / 1_048_576), Table.number(row.peer), Table.ratio(row.peerRatio),
                Table.number(row.stage1 ?? row.stage1Wall), Table.ratio(row.stage1Ratio),
            ])
        }
        var parts = [
            "\(date), \(machine), size \(size), \(rounds) rounds; times are process CPU time unless the row says otherwise",
            table.text,
        ]
        if !exponents.isEmpty {
            let lines = exponents.map { "  \($0.name) \($0.bed) \($0.mode): \(Table.number($0.exponent))" }
            parts.append("Exponents (0: constant, 1: proportional):\n" + lines.joined(separator: "\n"))
        }
        if rows.contains(where: { $0.peerRatio != nil || $0.stage1Ratio != nil }) {
            parts.append("Peer and stage 1: \(Reference.source). A ratio above 1 means that this run is faster.")
        }
        return parts.joined(separator: "\n\n")
    }
}

extension Comparison {
    /// The comparison as text: a line for each row, then the verdict.
    package var text: String {
        var table = Table(["row", "verdict", "", "new÷old"])
        for line in lines {
            table.add([line.identity, line.isTooSlow ? "TOO SLOW" : "ok", "", Table.ratio(line.ratio)])
        }
        var parts = [table.text]
        if !unknown.isEmpty { parts.append("Not in the old report: \(unknown.joined(separator: ", ")).") }
        parts.append("\(lines.count) rows compared, \(slower.count) too slow.")
        return parts.joined(separator: "\n\n")
    }
}
