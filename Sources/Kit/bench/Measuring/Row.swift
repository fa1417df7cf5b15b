/// A line of the benchmark: a measurement repeated in each round.
package struct Row: Sendable {
    /// The unit of the measured value.
    package enum Unit: String, Codable, Sendable {
        case milliseconds = "ms"
        case microseconds = "µs"
        case megabytesPerSecond = "MB/s"
        case bytes

        /// Whether a larger value is better.
        package var growsWithSpeed: Bool { self == .megabytesPerSecond }
    }

    package let name: String
    package let bed: String
    package let mode: String
    package let unit: Unit
    /// The number that the rows of a series vary; `nil` outside a series.
    package let point: Int?
    /// A description for `--list`.
    package let summary: String
    package let reference: Reference
    private let measure: @Sendable () throws -> Sample

    package init(
        _ name: String, bed: String, mode: String = "-", _ unit: Unit = .milliseconds, point: Int? = nil,
        summary: String, reference: Reference = .none, measure: @escaping @Sendable () throws -> Sample
    ) {
        self.name = name
        self.bed = bed
        self.mode = mode
        self.unit = unit
        self.point = point
        self.summary = summary
        self.reference = reference
        self.measure = measure
    }

    /// Measures one round.
    ///
    /// - Throws: ``BenchError`` if the measured code gave a wrong result.
    package func sample() throws -> Sample { try measure() }
}

extension Row: CustomStringConvertible {
    /// The name, the bed, the mode and the point.
    package var description: String {
        [name, bed, mode, point.map { String($0) }].compactMap(\.self).joined(separator: " ")
    }
}
