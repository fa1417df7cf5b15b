/// The exponent of the cost in a series of rows.
package struct SeriesExponent: Codable, Sendable, Equatable {
    package let name: String
    package let bed: String
    package let mode: String
    package let exponent: Double

    /// Fits the exponents of all series with at least three points other than 0.
    static func exponents(of rows: [RowResult]) -> [SeriesExponent] {
        var seen: Set<[String]> = []
        return rows.filter { $0.point != nil && seen.insert([$0.name, $0.bed, $0.mode]).inserted }.compactMap { first in
            let points = rows.filter { $0.name == first.name && $0.bed == first.bed && $0.mode == first.mode }
                .compactMap { row in row.point.map { (x: Double($0), y: row.median) } }
            guard points.filter({ $0.x > 0 }).count >= 3, let law = PowerLaw(points) else { return nil }
            return SeriesExponent(name: first.name, bed: first.bed, mode: first.mode, exponent: law.exponent)
        }
    }
}
