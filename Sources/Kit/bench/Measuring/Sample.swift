/// The result of one round of a row.
package struct Sample: Sendable {
    /// The measured value in the unit of the row; for times, the process CPU time.
    package let value: Double
    /// The wall time in milliseconds.
    package let wall: Double
    /// The highest growth of the resident memory in bytes, including the prepared inputs.
    package let peak: Int

    package init(value: Double, wall: Double, peak: Int) {
        self.value = value
        self.wall = wall
        self.peak = peak
    }

    /// Reads the process CPU time in milliseconds.
    ///
    /// - Parameters:
    ///   - stopwatch: The stopwatch that was started before the measured code.
    ///   - gauge: The gauge that was created before the inputs of the measured code.
    ///   - scale: A factor for the time, such as 1,000 divided by a count for microseconds per operation.
    init(_ stopwatch: Stopwatch, _ gauge: MemoryGauge, scale: Double = 1) {
        let elapsed = stopwatch.elapsed
        self.init(value: elapsed.cpu * 1000 * scale, wall: elapsed.wall * 1000, peak: gauge.peakGrowth)
    }

    /// Measures a closure in milliseconds of process CPU time, multiplied by a factor.
    static func time(_ gauge: MemoryGauge, scale: Double = 1, _ body: () throws -> Void) rethrows -> Sample {
        let stopwatch = Stopwatch()
        try body()
        return Sample(stopwatch, gauge, scale: scale)
    }

    /// Returns the sample with a different value.
    func with(value: Double) -> Sample { Sample(value: value, wall: wall, peak: peak) }
}
