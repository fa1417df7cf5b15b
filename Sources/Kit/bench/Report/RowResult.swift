/// A row's result over all rounds.
package struct RowResult: Codable, Sendable, Equatable {
    package let name: String
    package let bed: String
    package let mode: String
    package let point: Int?
    package let unit: Row.Unit
    package let median: Double
    package let minimum: Double
    package let maximum: Double
    /// The median of the wall time in milliseconds.
    package let wall: Double
    /// The largest growth of the resident memory in bytes.
    package let peak: Int
    package let peer: Double?
    package let stage1: Double?
    package let stage1Wall: Double?

    /// Summarizes the samples of a row; `nil` if there are none.
    package init?(_ row: Row, _ samples: [Sample]) {
        guard let values = Summary(samples.map(\.value)), let walls = Summary(samples.map(\.wall)) else { return nil }
        name = row.name
        bed = row.bed
        mode = row.mode
        point = row.point
        unit = row.unit
        median = values.median
        minimum = values.minimum
        maximum = values.maximum
        wall = walls.median
        peak = samples.map(\.peak).max() ?? 0
        peer = row.reference.peer
        stage1 = row.reference.stage1
        stage1Wall = row.reference.stage1Wall
    }

    /// The name, bed, mode and point, which identify the row in another report.
    package var identity: String {
        [name, bed, mode, point.map { String($0) }].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the factor by which this result is faster than a figure, or smaller for bytes.
    package func advantage(over figure: Double) -> Double {
        unit.growsWithSpeed ? median / max(figure, 1e-9) : figure / max(median, 1e-9)
    }

    /// The factor by which this result is faster than the peer.
    package var peerRatio: Double? { peer.map(advantage) }

    /// The factor by which this result is faster than stage 1; wall times are compared with wall times.
    package var stage1Ratio: Double? { stage1.map(advantage) ?? stage1Wall.map { $0 / max(wall, 1e-9) } }
}
