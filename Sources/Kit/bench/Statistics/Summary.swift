/// The median, the smallest and the largest of some numbers.
package struct Summary: Sendable, Equatable {
    package let median: Double
    package let minimum: Double
    package let maximum: Double

    /// Summarizes numbers; `nil` if there are none.
    package init?(_ numbers: [Double]) {
        let sorted = numbers.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let middle = sorted.count / 2
        median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        minimum = first
        maximum = last
    }
}
