/// Times whose quantiles are printed.
struct Latencies: Sendable, CustomStringConvertible {
    private var nanoseconds: [UInt32] = []

    var count: Int { nanoseconds.count }

    mutating func add(_ time: UInt64) { nanoseconds.append(UInt32(clamping: time)) }

    /// The median and the 99th percentile, in milliseconds.
    var description: String {
        let sorted = nanoseconds.sorted()
        guard !sorted.isEmpty else { return "none" }
        func quantile(_ part: Double) -> String {
            let microseconds = Int(sorted[Int(Double(sorted.count - 1) * part)] / 1_000)
            return "\(Double(microseconds) / 1_000)"
        }
        return "p50 \(quantile(0.5)) ms, p99 \(quantile(0.99)) ms"
    }
}
