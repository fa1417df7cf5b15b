import Foundation

/// A fitted law `y = c · x^exponent`.
package struct PowerLaw: Sendable, Equatable {
    /// The exponent: 0 for a constant cost, 1 for a cost that grows with the number.
    package let exponent: Double

    /// Fits a law by least squares of the logarithms; points with a coordinate that is not positive are skipped.
    ///
    /// The result is `nil` if fewer than two points with different `x` are left.
    package init?(_ points: [(x: Double, y: Double)]) {
        let logs = points.filter { $0.x > 0 && $0.y > 0 }.map { (x: log($0.x), y: log($0.y)) }
        guard !logs.isEmpty else { return nil }
        let count = Double(logs.count)
        let center = (x: logs.map(\.x).reduce(0, +) / count, y: logs.map(\.y).reduce(0, +) / count)
        let spread = logs.map { ($0.x - center.x) * ($0.x - center.x) }.reduce(0, +)
        guard spread > 1e-12 else { return nil }
        exponent = logs.map { ($0.x - center.x) * ($0.y - center.y) }.reduce(0, +) / spread
    }
}
