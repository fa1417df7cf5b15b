import ClientTestSupport
import DatasyncClient
import DatasyncConcurrency
import Foundation
import Testing

@Suite("The type decides how a node is decoded")
struct ContainerDecodingTests {
    struct Both: Codable, Equatable {
        var list: [Int]
        var map: [String: Int]
        var numbers: [Int: Int]
    }

    /// A type that counts how often it is decoded.
    struct Counted: Decodable {
        static let counter = CodingUserInfoKey(rawValue: "counter")

        init(from decoder: any Decoder) throws {
            _ = try decoder.singleValueContainer().decode(Int.self)
            let counter = Self.counter.flatMap { decoder.userInfo[$0] } as? Box<Int>
            counter?.value += 1
        }
    }

    /// A type that decodes nested containers and its superclass by hand.
    struct Nested: Decodable, Equatable {
        enum Name: String, CodingKey {
            case inner, list
        }

        let number: Int
        let elements: [Int]
        let paths: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            let inner = try container.nestedContainer(keyedBy: Name.self, forKey: .inner)
            let parent = try inner.superDecoder()
            var list = try container.nestedUnkeyedContainer(forKey: .list)
            var sublist = try list.nestedUnkeyedContainer()
            let keyed = try list.nestedContainer(keyedBy: Name.self)
            let last = try list.superDecoder()
            number = try Int(from: parent)
            elements = [
                try sublist.decode(Int.self), try keyed.decode(Int.self, forKey: .inner), try Int(from: last),
            ]
            let codingPaths = [
                inner.codingPath, parent.codingPath, list.codingPath, sublist.codingPath, keyed.codingPath,
                last.codingPath,
            ]
            paths = codingPaths.map { $0.map(\.stringValue).joined(separator: "/") }
        }
    }

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    @Test("integer keys decode as an array and as a dictionary in one value, at every level")
    func both() throws {
        let json = #"{"list": {"0": 1, "1": 2}, "map": {"0": 1, "1": 2}, "numbers": {"0": 1, "1": 2}}"#
        let both = Both(list: [1, 2], map: ["0": 1, "1": 2], numbers: [0: 1, 1: 2])
        #expect(try stage.decode(Both.self, json) == both)
        #expect(try stage.decode([[String: Both]].self, "[{\"0\": \(json)}]") == [["0": both]])
        #expect(
            try stage.decode([String: [[String: Both]]].self, "{\"x\": [{\"1\": \(json)}]}") == ["x": [["1": both]]])
    }

    @Test("holes in an array are nil, up to twice the count or 65,536")
    func holes() throws {
        #expect(try stage.decode([Int?].self, #"{"0": 1, "3": 4}"#) == [1, nil, nil, 4])
        #expect(try stage.decode([Int?].self, #"{"65536": 1}"#).count == 65_537)
        stage.expectFailure([Int?].self, #"{"65537": 1}"#, at: "/at", ["65537", "65536", "Decode a dictionary"])
        stage.expectFailure([Int].self, #"{"0": 1, "3": 4}"#, at: "/at/1", ["Int", "optionals"])
    }

    @Test("children with other keys are no array, and the error names one key", arguments: ["a", "01", "-1"])
    func otherKeys(key: String) throws {
        stage.expectFailure(
            [Int].self, #"{"0": 1, "\#(key)": 2}"#, at: "/at", ["Array<Int>", "\"\(key)\"", "not an array index"])
    }

    @Test("nested containers and superclasses have the right values and coding paths")
    func nested() throws {
        let value = try stage.decode(Nested.self, #"{"inner": {"super": 7}, "list": [[1], {"inner": 2}, 3]}"#)
        #expect(value.number == 7)
        #expect(value.elements == [1, 2, 3])
        #expect(value.paths == ["inner", "inner/super", "list", "list/0", "list/1", "list/2"])
    }

    @Test("each value is decoded once, at every level of nesting")
    func once() throws {
        let counter = Box(0)
        stage.application.jsonDecoder.userInfo[try #require(Counted.counter)] = counter
        typealias Level = [[String: [[String: Counted]]]]
        let inner = "{\"0\": {\"0\": 1, \"1\": 2}, \"1\": {\"0\": 3, \"1\": 4}}"
        _ = try stage.decode(Level.self, "[{\"0\": \(inner), \"1\": \(inner)}, {\"0\": \(inner)}]")
        #expect(counter.value == 12)
        // Decoding stops at the first value that cannot be decoded.
        counter.value = 0
        #expect(throws: WebcomError.self) { try stage.decode([Counted].self, #"[1, 2, "x", 4]"#) }
        #expect(counter.value == 2)
    }

    @Test("an element that fails to decode remains the next element")
    func retried() throws {
        struct Either: Decodable {
            var texts: [String] = []

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                while !container.isAtEnd {
                    if let number = try? container.decode(Int.self) {
                        texts.append("\(number)")
                    } else if try container.decodeNil() {
                        texts.append("-")
                    } else {
                        texts.append(try container.decode(String.self))
                    }
                }
                #expect(container.count == texts.count)
                #expect(throws: DecodingError.self) { try container.decode(Int.self) }
            }
        }
        #expect(try stage.decode(Either.self, #"{"0": 1, "1": "a", "4": 2}"#).texts == ["1", "a", "-", "-", "2"])
    }
}
