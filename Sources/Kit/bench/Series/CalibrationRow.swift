/// The row for the machine: a fixed piece of work that uses nothing of the library.
///
/// Compare it before the other rows: if it differs between two runs, the machine or its load differs.
enum CalibrationRow {
    private final class Cell {
        var next: Cell?
        var number: UInt64

        init(_ number: UInt64, _ next: Cell?) {
            self.number = number
            self.next = next
        }
    }

    static let row = Row(
        "calibration", bed: "machine", summary: "arithmetic, allocations and hashing, without the library"
    ) {
        var result: UInt64 = 0
        let sample = Sample.time(MemoryGauge()) {
            for round in 0..<20 as Range<UInt64> { result &+= work(round) }
        }
        guard result != 0 else { throw BenchError("The calibration computed 0. Correct its work.") }
        return sample
    }

    private static func work(_ seed: UInt64) -> UInt64 {
        var number = seed &+ 1
        var cells: [UInt64: Cell] = [:]
        for _ in 0..<20_000 {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let key = number >> 52
            cells[key] = Cell(number, cells[key].map { Cell($0.number, nil) })
        }
        return cells.values.reduce(0) { $0 ^ $1.number ^ ($1.next?.number ?? 1) }
    }
}
