import Testing
import bench

@Suite("Medians and exponents")
struct StatisticsTests {
    @Test("the median of an odd number of values is the middle one, of an even number the mean of the two")
    func medians() throws {
        let odd = try #require(Summary([5, 1, 3]))
        #expect((odd.minimum, odd.median, odd.maximum) == (1, 3, 5))
        let even = try #require(Summary([4, 1, 2, 9]))
        #expect((even.minimum, even.median, even.maximum) == (1, 3, 9))
        #expect(Summary([7])?.median == 7)
    }

    @Test("there is no median of no values")
    func noMedian() {
        #expect(Summary([]) == nil)
    }

    @Test("the exponent of an exact power law is found", arguments: [-1, 0, 0.5, 1, 2] as [Double])
    func exponents(exponent: Double) throws {
        let points = [1, 10, 100, 1_000].map { x in (x: x, y: 3 * power(x, exponent)) }
        let law = try #require(PowerLaw(points))
        #expect(abs(law.exponent - exponent) < 1e-9)
    }

    @Test("points that have no logarithm are skipped, and one point has no exponent")
    func degenerate() throws {
        let law = try #require(PowerLaw([(x: 0, y: 9), (x: 1, y: 2), (x: 5, y: 10), (x: 7, y: -1)]))
        #expect(abs(law.exponent - 1) < 1e-9)
        #expect(PowerLaw([(x: 2, y: 3)]) == nil)
        #expect(PowerLaw([(x: 2, y: 3), (x: 2, y: 4)]) == nil)
        #expect(PowerLaw([]) == nil)
    }

    /// Returns `x` to an exponent that is a multiple of one half.
    private func power(_ x: Double, _ exponent: Double) -> Double {
        let whole = (0..<Int(abs(exponent))).reduce(1) { power, _ in power * x }
        let root = abs(exponent).truncatingRemainder(dividingBy: 1) == 0 ? 1 : x.squareRoot()
        return exponent < 0 ? 1 / (whole * root) : whole * root
    }
}
