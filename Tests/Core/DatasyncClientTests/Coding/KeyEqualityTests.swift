import ClientTestSupport
import DatasyncClient
import DatasyncTree
import Testing

@Suite("Keys are equal by their bytes")
struct KeyEqualityTests {
    struct Composed: Codable, Equatable {
        enum CodingKeys: String, CodingKey {
            case value = "caf\u{E9}"
        }
        var value: Int
    }

    enum Decomposed: String, CodingKey {
        case value = "cafe\u{301}"
    }

    static let composed = "caf\u{E9}"
    static let decomposed = "cafe\u{301}"

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    @Test("a name is looked up by bytes first, then by canonical equivalence")
    func lookup() throws {
        #expect(try stage.decode(Composed.self, "{\"\(Self.decomposed)\": 1}") == Composed(value: 1))
        #expect(try stage.decode(Composed.self, "{\"\(Self.composed)\": 2}") == Composed(value: 2))
        struct Either: Decodable {
            var first: Int
            var second: Int

            init(from decoder: any Decoder) throws {
                first = try decoder.container(keyedBy: Composed.CodingKeys.self).decode(Int.self, forKey: .value)
                second = try decoder.container(keyedBy: Decomposed.self).decode(Int.self, forKey: .value)
            }
        }
        let either = try stage.decode(Either.self, "{\"\(Self.decomposed)\": 1, \"\(Self.composed)\": 2}")
        #expect(either.first == 2)
        #expect(either.second == 1)
        // The Kelvin sign is canonically equivalent to an ASCII letter.
        struct Kelvin: Decodable {
            enum CodingKeys: String, CodingKey {
                case value = "K"
            }
            var value: Int
        }
        #expect(try stage.decode(Kelvin.self, "{\"\u{212A}\": 3}").value == 3)
    }

    @Test("reading all keys fails if two are equal as Swift strings, and the error names both")
    func duplicates() throws {
        let both = "{\"\(Self.decomposed)\": 1, \"\(Self.composed)\": 2, \"x\": 3}"
        stage.expectFailure(
            [String: Int].self, both, at: "/at",
            ["U+00E9", "U+0065 U+0301", "children(as:)", "Dictionary<String, Int>"])
        stage.expectFailure([[String: Int]?].self, "[\(both)]", at: "/at/0", ["U+00E9", "U+0065 U+0301"])
        struct Forgiving: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try? decoder.singleValueContainer().decode([String: Int].self)
            }
        }
        stage.expectFailure(Forgiving.self, both, at: "/at", ["U+00E9"])
        #expect(try stage.decode(Composed.self, both) == Composed(value: 2))
    }

    @Test("two keys with the same integer fail for a dictionary of integers, not for one of strings")
    func integers() throws {
        stage.expectFailure([Int: Int].self, #"{"1": 1, "01": 2}"#, at: "/at", ["\"1\"", "\"01\""])
        #expect(try stage.decode([String: Int].self, #"{"1": 1, "01": 2}"#) == ["1": 1, "01": 2])
    }
}
