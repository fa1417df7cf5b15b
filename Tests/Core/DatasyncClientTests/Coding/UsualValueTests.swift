import ClientTestSupport
import DatasyncClient
import DatasyncTesting
import DatasyncTree
import Foundation
import TestSupport
import Testing

/// Usual values and lists of them take a shorter way through the coders; the random tests take another way too, and compare.
@Suite("Usual values are coded as all others")
struct UsualValueTests {
    /// A value that has a decoder and an encoder, so that a list of them is not a usual one.
    struct Wrapped<Value: Codable & Equatable & Sendable>: Codable {
        let value: Value

        init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
        init(_ value: Value) { self.value = value }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    /// A value of any shape.
    indirect enum Tree: Sendable {
        case null
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case texts([String])
        case numbers([Double])
        case list([Tree])
        case object([(name: String, value: Tree)])

        init(_ random: SeededRandom, depth: Int) {
            switch random.below(depth == 0 ? 7 : 12) {
            case 0: self = .null
            case 1: self = .text("t\(random.below(9))")
            case 2: self = .integer(random.below(9))
            case 3: self = .number(Double(random.below(9)) / 4)
            case 4: self = .flag(random.below(2) == 0)
            case 5: self = .texts((0..<random.below(3)).map { "\($0)" })
            case 6: self = .numbers((0..<random.below(3)).map(Double.init))
            case 7, 8: self = .list((0..<random.below(4)).map { _ in Tree(random, depth: depth - 1) })
            default:
                // Many names, so that the order and the index of an object are tested too.
                let names = (0..<random.below(random.below(4) == 0 ? 40 : 4)).map { "\($0 % 3 == 0 ? "" : "n")\($0)" }
                self = .object(names.reversed().map { ($0, Tree(random, depth: depth - 1)) })
            }
        }
    }

    /// A tree that is written with the usual calls.
    struct Usual: Encodable {
        let tree: Tree

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch tree {
            case .null: try container.encodeNil()
            case .text(let text): try container.encode(text)
            case .integer(let integer): try container.encode(integer)
            case .number(let number): try container.encode(number)
            case .flag(let flag): try container.encode(flag)
            case .texts(let texts): try container.encode(texts)
            case .numbers(let numbers): try container.encode(numbers)
            case .list(let elements):
                var list = encoder.unkeyedContainer()
                for element in elements {
                    switch element {
                    case .null: try list.encodeNil()
                    case .texts(let texts): try list.encode(texts)
                    case .numbers(let numbers): try list.encode(numbers)
                    case .text(let text): try list.encode(text)
                    default: try list.encode(Usual(tree: element))
                    }
                }
            case .object(let members):
                var object = encoder.container(keyedBy: Name.self)
                for (name, value) in members {
                    let name = Name(stringValue: name)
                    switch value {
                    case .null: try object.encodeNil(forKey: name)
                    case .texts(let texts): try object.encode(texts, forKey: name)
                    case .numbers(let numbers): try object.encode(numbers, forKey: name)
                    case .integer(let integer): try object.encode(integer, forKey: name)
                    default: try object.encode(Usual(tree: value), forKey: name)
                    }
                }
            }
        }
    }

    /// A tree that is written with nested encoders, which may be written to until the end.
    struct Nested: Encodable {
        let tree: Tree

        func encode(to encoder: any Encoder) throws {
            switch tree {
            case .list(let elements):
                var list = encoder.unkeyedContainer()
                for element in elements { try Nested(tree: element).encode(to: list.superEncoder()) }
            case .texts(let texts): try Nested(tree: .list(texts.map(Tree.text))).encode(to: encoder)
            case .numbers(let numbers): try Nested(tree: .list(numbers.map(Tree.number))).encode(to: encoder)
            case .object(let members):
                var object = encoder.container(keyedBy: Name.self)
                for (name, value) in members {
                    try Nested(tree: value).encode(to: object.superEncoder(forKey: Name(stringValue: name)))
                }
            default: try Usual(tree: tree).encode(to: encoder)
            }
        }
    }

    struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    @Test("random trees have the same node by both ways", arguments: 1...5)
    func trees(seed: Int) throws {
        let random = SeededRandom(seed: UInt64(seed))
        var stored = 0
        for _ in 0..<300 {
            let tree = Tree(random, depth: 4)
            let (usual, nested) = (try? stage.encode(Usual(tree: tree)), try? stage.encode(Nested(tree: tree)))
            #expect(usual == nested, "seed \(seed): \(tree)")
            if usual?.hasPrefix("{") == true { stored += 1 }
        }
        #expect(stored > 50, "seed \(seed)")
    }

    @Test("random nodes decode as a list by both ways, or fail at the same path", arguments: 1...5)
    func lists(seed: Int) throws {
        let random = SeededRandom(seed: UInt64(seed))
        var decoded = 0
        for _ in 0..<400 {
            let json = json(random)
            decoded += compare(String.self, json) + compare(Int.self, json) + compare(Double.self, json)
            decoded += compare(Bool.self, json)
        }
        #expect(decoded > 100, "seed \(seed)")
    }

    /// Compares a decoded list with one of wrapped elements; returns 1 if there is one, and 0 after a failure.
    private func compare<Value: Codable & Equatable & Sendable>(_ type: Value.Type, _ json: String) -> Int {
        let usual = Result { () throws(WebcomError) in try stage.decode([Value].self, json) }
        let wrapped = Result { () throws(WebcomError) in try stage.decode([Wrapped<Value>].self, json) }
        switch (usual, wrapped) {
        case (.success(let usual), .success(let wrapped)):
            #expect(usual == wrapped.map(\.value), "\(json)")
            return 1
        case (.failure(let usual), .failure(let wrapped)):
            #expect(usual.code == wrapped.code && usual.path == wrapped.path, "\(json): \(usual), \(wrapped)")
        default: Issue.record("\(json) as \(type): \(usual), \(wrapped)")
        }
        return 0
    }

    /// Returns a text that is a list of one kind, of one kind with an exception, with a gap, or with other names.
    private func json(_ random: SeededRandom) -> String {
        let kind = random.below(4)
        func value(_ kind: Int) -> String {
            switch kind {
            case 0: "\"t\(random.below(9))\""
            case 1: "\(random.below(9))"
            case 2: "\(random.below(9)).5"
            case 3: random.below(2) == 0 ? "true" : "false"
            case 4: "null"
            case 5: "{\".value\":\(random.below(9)),\".priority\":1}"
            default: "{\"0\":\"x\"}"
            }
        }
        var names = (0..<random.below(random.below(5) == 0 ? 40 : 4)).map { "\($0)" }
        if random.below(3) == 0 { names.append(["00", "-1", "a", "9", "65600", "01"][random.below(6)]) }
        let odd = random.below(3) == 0 ? random.below(7) : kind
        let members = names.map { "\"\($0)\":\(value(random.below(4) == 0 ? odd : kind))" }
        return "{\(members.joined(separator: ","))}"
    }

    @Test("a list at the depth limit is refused as any other value is")
    func depth() throws {
        struct Level: Encodable {
            var below: [Level]?
            var text: String?
            var wrappedText: Wrapped<String>?
            var texts: [String]?
            var wrappedTexts: [Wrapped<String>]?
        }
        func isRefused(_ levels: Int, _ last: Level) -> Bool {
            let value = (0..<levels).reduce(last) { level, _ in Level(below: [level]) }
            return (try? stage.encode(value)) == nil
        }
        var refused: [Bool] = []
        for levels in 10...18 {
            let list = isRefused(levels, Level(texts: ["a"]))
            #expect(list == isRefused(levels, Level(wrappedTexts: [Wrapped("a")])), "\(levels)")
            let leaf = isRefused(levels, Level(text: "a"))
            #expect(leaf == isRefused(levels, Level(wrappedText: Wrapped("a"))), "\(levels)")
            refused += [list, leaf]
        }
        #expect(Set(refused) == [true, false], "The limit lies between.")
    }

    @Test("long names, and names that are equal to Swift, are found")
    func names() throws {
        let values = try stage.decode([String: [String]].self, #"{"description":["a"],"cafe\u0301":["b"]}"#)
        #expect(values == ["description": ["a"], "caf\u{E9}": ["b"]])
        struct Cafe: Decodable {
            enum CodingKeys: String, CodingKey {
                case numbers = "caf\u{E9}"
                case description
            }

            let numbers: [Int]
            let description: Bool
        }
        let cafe = try stage.decode(Cafe.self, #"{"description":true,"cafe\u0301":[1,2]}"#)
        #expect(cafe.numbers == [1, 2] && cafe.description)
    }

    @Test("the priority of a node is not a member, whatever its siblings are called")
    func priority() throws {
        struct Member: Decodable, Equatable {
            enum CodingKeys: String, CodingKey {
                case number = "a"
                case priority = ".priority"
            }

            let number: Int
            let priority: Int?
        }
        let member = Member(number: 1, priority: nil)
        #expect(try stage.decode(Member.self, #"{"a":1,".priority":2}"#) == member)
        #expect(try stage.decode(Member.self, #"{"a":1,"\u00E9":0,".priority":2}"#) == member)
    }

    @Test("a computed property without a value is left out of a merge, also as an optional in a dictionary")
    func omitted() throws {
        var values: [String: ServerComputed<Double>?] = [
            "omitted": ServerComputed(wrappedValue: nil), "set": ServerComputed(wrappedValue: 1),
        ]
        values.updateValue(nil, forKey: "removed")
        #expect(try stage.merge(values).sorted() == ["removed=null", "set=1"])
        #expect(try stage.encode(values) == #"{"set":1}"#)
        #expect(stage.reports.count == 1, "Only the nil is reported.")
    }

    @Test("optionals of values are coded as the values")
    func optionals() throws {
        let dates = [Date(timeIntervalSince1970: 0), nil, Date(timeIntervalSince1970: 9)]
        #expect(try stage.roundTrip(dates) == dates)
        #expect(try stage.roundTrip(["a", nil, "b"]) == ["a", nil, "b"])
        #expect(try stage.roundTrip(["a": [1, nil, 2], "b": nil]) == ["a": [1, nil, 2]])
        #expect(try stage.roundTrip(Set(["a", "b"])) == ["a", "b"])
        #expect(stage.reports.map { $0.contains("/at/b") } == [true])
    }

    @Test("a list in a merge, and a merged list, stay members")
    func merge() throws {
        #expect(try stage.merge(["a/b": ["x"], "c": []]).sorted() == ["a/b={\"0\":\"x\"}", "c=null"])
        #expect(try stage.merge(["x", "y"]) == ["0=\"x\"", "1=\"y\""])
    }
}
