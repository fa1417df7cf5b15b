import DatasyncTree
import TestSupport
import Testing

@Suite("Numbers in the shortest ECMAScript form")
struct ShortestNumberTests {
    @Test(
        "a number prints as ECMAScript prints it [events 2.4]",
        arguments: [
            (0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (1.0, "1"), (10, "10"), (100, "100"), (1.5, "1.5"),
            (-1.5, "-1.5"),
            (0.1, "0.1"), (0.5, "0.5"), (0.3, "0.3"), (0.1 + 0.2, "0.30000000000000004"),
            (1.0 / 3, "0.3333333333333333"),
            (123.456, "123.456"), (1e5, "100000"), (1e20, "100000000000000000000"), (1e21, "1e+21"), (-1e21, "-1e+21"),
            (1e22, "1e+22"), (1.5e21, "1.5e+21"), (1.234e21, "1.234e+21"),
            (9.999999999999999e20, "999999999999999900000"),
            (1.2345678901234568e20, "123456789012345680000"), (1.2345678901234568e21, "1.2345678901234568e+21"),
            (0.1e-5, "0.000001"), (1e-6, "0.000001"), (1.5e-6, "0.0000015"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"),
            (-1e-7, "-1e-7"), (1.234e-6, "0.000001234"), (0.001, "0.001"), (1e-10, "1e-10"), (1.23e-10, "1.23e-10"),
            (9_007_199_254_740_991, "9007199254740991"), (9_007_199_254_740_992, "9007199254740992"),
            (-9_007_199_254_740_992, "-9007199254740992"), (9_007_199_254_740_994, "9007199254740994"),
            (0x1p63, "9223372036854776000"), (-0x1p63, "-9223372036854776000"),
            (0x1p64, "18446744073709552000"), (4_294_967_296, "4294967296"), (1e16, "10000000000000000"),
            (1.2e17, "120000000000000000"), (4.5, "4.5"), (1_700_000_000_000, "1700000000000"),
            (1_700_000_000_000.25, "1700000000000.25"), (Double.leastNonzeroMagnitude, "5e-324"),
            (2.2250738585072014e-308, "2.2250738585072014e-308"),
            (1.7976931348623157e308, "1.7976931348623157e+308"), (-1.7976931348623157e308, "-1.7976931348623157e+308"),
            (4.35, "4.35"), (0.000123, "0.000123"), (1e100, "1e+100"), (5e-7, "5e-7"),
            (123_456_789.125, "123456789.125"),
        ] as [(Double, String)])
    func table(number: Double, text: String) {
        #expect(number.shortestText == text)
    }

    @Test(
        "every power of ten reads back and uses the plain form exactly from 1e-6 to below 1e21", arguments: -323...308)
    func powers(exponent: Int) throws {
        let number = try #require(Double("1e\(exponent)"))
        let text = number.shortestText
        #expect(Double(text) == number)
        let expected =
            switch exponent {
            case 0...20: "1" + String(repeating: "0", count: exponent)
            case -6..<0: "0." + String(repeating: "0", count: -exponent - 1) + "1"
            case 21...: "1e+\(exponent)"
            default: "1e\(exponent)"
            }
        #expect(text == expected)
    }

    @Test("random doubles read back bit by bit, as JSON too")
    func roundTrip() throws {
        var random = SeededGenerator(salt: 3)
        for _ in 0..<10_000 {
            let number = random.double()
            let text = number.shortestText
            #expect(Double(text) == number, "\(text), \(Seed.note)")
            #expect(try json(text).number == number, "\(text), \(Seed.note)")
        }
    }

    @Test("random doubles use as few digits as Swift does")
    func shortest() {
        var random = SeededGenerator(salt: 4)
        for _ in 0..<10_000 {
            let number = random.double()
            #expect(significant(number.shortestText) == significant(number.description), "\(number), \(Seed.note)")
        }
    }

    /// Returns the digits without sign, point, exponent and outer zeros.
    private func significant(_ text: String) -> String {
        let mantissa = text.split(separator: "e")[0].filter { $0 != "." && $0 != "-" }
        return String(mantissa.drop { $0 == "0" }.reversed().drop { $0 == "0" }.reversed())
    }
}
