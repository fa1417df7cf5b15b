import ClientTestSupport
import DatasyncClient
import DatasyncTesting
import DatasyncTree
import Foundation
import Testing

@Suite("Exact numbers")
struct NumberCodingTests {
    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    @Test("integers that a double holds exactly survive in every integer type")
    func integers() throws {
        #expect(try stage.roundTrip(Int64.min) == .min)
        #expect(try stage.roundTrip(UInt64(1) << 63) == 1 << 63)
        #expect(try stage.roundTrip(Int128(1) << 100) == 1 << 100)
        #expect(try stage.roundTrip([UInt128(1) << 127, 3]) == [1 << 127, 3])
        #expect(try stage.roundTrip(["a": Int128(-5)]) == ["a": -5])
        #expect(try stage.roundTrip(UInt8.max) == .max)
        #expect(try stage.roundTrip(Int8.min) == .min)
        #expect(try stage.roundTrip(9_007_199_254_740_992) == 9_007_199_254_740_992)
        #expect(try stage.encode(Int128(1) << 60) == "1152921504606847000")
    }

    @Test("an integer that no double holds is an error that names value, path and remedy")
    func inexact() {
        stage.expectFailure(
            encoding: ["a": [9_007_199_254_740_993]], at: "/at/a/0", ["9007199254740993", "string"])
        stage.expectFailure(encoding: Int64.max, at: "/at", ["Int64 9223372036854775807", "string"])
        stage.expectFailure(encoding: UInt64.max, at: "/at", ["18446744073709551615"])
        stage.expectFailure(encoding: [Int128.max], at: "/at/0", ["\(Int128.max)"])
    }

    @Test("a number decodes as an integer only if the integer type holds it exactly")
    func ranges() {
        stage.expectFailure([Int].self, "[1.5]", at: "/at/0", ["Int", "1.5", "fraction", "Double"])
        stage.expectFailure(Int8.self, "128", at: "/at", ["Int8", "128", "range"])
        stage.expectFailure(UInt.self, "-1", at: "/at", ["UInt", "-1", "range"])
        stage.expectFailure(Int64.self, "9223372036854775807", at: "/at", ["Int64", "9223372036854776000", "strings"])
        stage.expectFailure(UInt64.self, "1e300", at: "/at", ["UInt64", "strings"])
        stage.expectFailure(Float.self, "1e300", at: "/at", ["Float", "Double"])
        stage.expectFailure(Int.self, "true", at: "/at", ["Int", "the boolean true"])
        stage.expectFailure(Bool.self, "1", at: "/at", ["Bool", "the number 1"])
    }

    @Test("random integers survive or fail, but never change", arguments: 1...5)
    func random(seed: Int) throws {
        let random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<500 {
            let number = Int64(bitPattern: random.next()) >> random.below(64)
            if Int64(exactly: Double(number)) == number {
                #expect(try stage.roundTrip(number) == number, "seed \(seed)")
            } else {
                #expect(throws: WebcomError.self, "seed \(seed)") { try stage.encode(number) }
            }
        }
    }

    @Test("floats are stored by their shortest text and survive a round trip")
    func floats() throws {
        #expect(try stage.encode(Float(0.1)) == "0.1")
        #expect(try stage.roundTrip(Float.leastNonzeroMagnitude) == .leastNonzeroMagnitude)
        #expect(try stage.roundTrip(Float.greatestFiniteMagnitude) == .greatestFiniteMagnitude)
        #expect(try stage.encode(-0.0) == "0")
        #expect(try stage.roundTrip(Double.leastNonzeroMagnitude) == .leastNonzeroMagnitude)
    }

    @Test("numbers that are not finite follow the strategies")
    func nonConforming() throws {
        for number in [Double.infinity, -.infinity, .nan] {
            stage.expectFailure(
                encoding: ["a": number], at: "/at/a", ["\(number)", "nonConformingFloatEncodingStrategy"])
        }
        stage.application.jsonEncoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        stage.application.jsonDecoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "?")
        #expect(try stage.encode([Double.infinity, -.infinity, .nan]) == #"{"0":"+","1":"-","2":"?"}"#)
        #expect(try stage.roundTrip([Float.infinity, -.infinity]) == [.infinity, -.infinity])
        #expect(try stage.roundTrip(Double.nan).isNaN)
        stage.expectFailure(Double.self, #""x""#, at: "/at", ["Double", "\"x\""])
    }

    @Test(
        "decimals of up to fifteen digits survive as numbers",
        arguments: [
            "0", "0.1", "-0.1", "3.14", "123456789012345", "0.000000000123456", "99999999999.9999", "1e20", "-1e-20",
        ])
    func decimals(text: String) throws {
        let decimal = try #require(Decimal(string: text))
        #expect(try stage.roundTrip(decimal) == decimal)
        #expect(try stage.roundTrip(["a": decimal]) == ["a": decimal])
    }

    @Test("random decimals of up to fifteen digits survive as numbers", arguments: 1...5)
    func randomDecimals(seed: Int) throws {
        let random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<200 {
            let digits = Int64(random.next() % 1_000_000_000_000_000) / Int64(random.pick([1, 10, 1000, 1_000_000]))
            let decimal = Decimal(sign: .plus, exponent: random.below(30) - 20, significand: Decimal(digits))
            #expect(try stage.roundTrip(decimal) == decimal, "seed \(seed)")
        }
    }

    @Test("a decimal that no double holds is an error with a remedy that works")
    func longDecimals() throws {
        let decimal = try #require(Decimal(string: "12345678901234567.89"))
        stage.expectFailure(
            encoding: ["total": decimal], at: "/at/total", ["12345678901234567.89", "decimalCodingStrategy", ".string"])
        #expect(stage.application.decimalCodingStrategy == .number)
        stage.expectFailure(Decimal.self, #""1.5""#, at: "/at", ["decimalCodingStrategy"])
        stage.application.decimalCodingStrategy = .string
        #expect(try stage.encode(decimal) == #""12345678901234567.89""#)
        #expect(try stage.roundTrip(decimal) == decimal)
        #expect(try stage.decode(Decimal.self, "1.5") == Decimal(string: "1.5"))
        stage.expectFailure(Decimal.self, #""1.5 EUR""#, at: "/at", ["1.5 EUR", "not a decimal"])
        stage.expectFailure(Decimal.self, "true", at: "/at", ["Decimal", "boolean"])
    }
}
