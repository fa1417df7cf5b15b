import ClientTestSupport
import DatasyncClient
import Testing

@Suite("Decoding of missing and null values")
struct MissingValueTests {
    struct Address: Codable, Equatable {
        var street: String?
        var lines: [String]
    }

    struct Person: Codable, Equatable {
        var tags: [String]
        var scores: [String: Int]
        var numbers: Set<Int>
        var nick: String?
        var address: Address
    }

    struct Needy: Codable {
        struct Inner: Codable {
            struct Innermost: Codable {
                var name: String
            }
            var innermost: Innermost
        }
        var inner: Inner
        var list: [Int]
    }

    /// A recursive type that `try?` would decode without end.
    final class Chain: Decodable {
        enum Name: String, CodingKey {
            case left, right, mark
        }

        let left: Chain?
        let right: Chain?
        let mark: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            left = try? container.decode(Chain.self, forKey: .left)
            right = try? container.decode(Chain.self, forKey: .right)
            mark = try container.decodeIfPresent(String.self, forKey: .mark)
        }
    }

    enum Mode: Codable, Equatable {
        case off
        case level(Int)
    }

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    @Test("missing collections are empty, missing optionals are nil, and structs of these decode from nothing")
    func empty() throws {
        let empty = Person(tags: [], scores: [:], numbers: [], nick: nil, address: Address(street: nil, lines: []))
        #expect(try stage.decode(Person.self, #"{"other": 1}"#) == empty)
        #expect(try stage.decode([Person].self, #"{"1": {"other": 1}}"#) == [empty, empty])
        #expect(try stage.decode([[Int]].self, #"{"2": [1]}"#) == [[], [], [1]])
    }

    @Test("a value with empty and nil members survives a round trip")
    func roundTrip() throws {
        let person = Person(
            tags: ["a"], scores: [:], numbers: [3], nick: nil, address: Address(street: nil, lines: []))
        #expect(try stage.roundTrip(person) == person)
    }

    @Test("a missing child is missing at its own level, not at a deeper one")
    func level() throws {
        stage.expectFailure(
            Needy.self, #"{"list": [1]}"#, at: "/at/inner", ["Inner", "nothing stored there", "optional"])
        stage.expectFailure(
            Needy.self, #"{"inner": {"x": 1}}"#, at: "/at/inner/innermost", ["Innermost", "optional"])
        stage.expectFailure([String: Mode].self, #"{"a": {"other": 1}}"#, at: "/at/a", ["Mode"])
        struct Holder: Decodable {
            var mode: Mode
        }
        stage.expectFailure(Holder.self, #"{"a": 1}"#, at: "/at/mode", ["Mode", "nothing"])
    }

    @Test("a type that catches the error gets keyNotFound for that key")
    func caught() throws {
        struct Catching: Decodable {
            var text: String

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                do {
                    _ = try container.decode(Needy.Inner.self, forKey: .inner)
                    text = "decoded"
                } catch DecodingError.keyNotFound(let key, let context) {
                    text = key.stringValue + " in \(context.codingPath.map(\.stringValue))"
                }
            }

            enum Key: String, CodingKey {
                case inner
            }
        }
        #expect(try stage.decode([String: Catching].self, #"{"a": {"x": 1}}"#)["a"]?.text == #"inner in ["a"]"#)
    }

    @Test("at the top level null decodes as an empty collection or nil, and fails for any other type")
    func top() throws {
        #expect(try stage.decode([Int].self, "null") == [])
        #expect(try stage.decode([String: Int].self, "null") == [:])
        #expect(try stage.decode(Set<Int>.self, "null") == [])
        #expect(try stage.decode(Int?.self, "null") == nil)
        #expect(try stage.decode(Int??.self, "null") == .some(nil))
        #expect(try stage.decode(Person?.self, "null") == nil)
        stage.expectFailure(Int.self, "null", at: "/at", ["Int", "null"])
        stage.expectFailure(Address.self, "null", at: "/at", ["Address?"])
        stage.expectFailure(Mode.self, "null", at: "/at", ["Mode?"])
    }

    @Test("decoding a type that contains itself terminates")
    func recursive() throws {
        let chain = try stage.decode(Chain.self, #"{"mark": "x", "left": {"mark": "y"}}"#)
        #expect(chain.mark == "x")
        #expect(chain.left?.mark == "y")
        #expect(chain.right?.right?.right == nil)
    }
}
