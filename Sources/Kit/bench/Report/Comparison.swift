/// A comparison of the rows of two reports.
package struct Comparison: Sendable {
    /// A row of both reports.
    package struct Line: Sendable, Equatable {
        package let identity: String
        /// The factor by which the new result is slower, or larger for bytes.
        package let ratio: Double
        package let isTooSlow: Bool
    }

    package let lines: [Line]
    /// The rows of the new report that the old one lacks.
    package let unknown: [String]

    /// Compares the medians.
    ///
    /// - Parameters:
    ///   - new: The rows of the new report.
    ///   - old: The rows of the old report.
    ///   - tolerance: The accepted loss as a fraction; 0.25 accepts a ratio up to 1.25.
    package init(_ new: [RowResult], to old: [RowResult], tolerance: Double) {
        let known = Dictionary(old.map { ($0.identity, $0.median) }) { first, _ in first }
        lines = new.compactMap { row in
            guard let median = known[row.identity] else { return nil }
            let ratio = 1 / max(row.advantage(over: median), 1e-9)
            return Line(identity: row.identity, ratio: ratio, isTooSlow: ratio > 1 + tolerance)
        }
        unknown = new.map(\.identity).filter { known[$0] == nil }
    }

    /// The rows that are slower than the tolerance allows.
    package var slower: [Line] { lines.filter(\.isTooSlow) }
}
