import ClientTestSupport
import DatasyncClient
import DatasyncTesting
import DatasyncTree
import Foundation
import Testing

/// Comparison of the coders with `JSONEncoder` and `JSONDecoder` for values on which both must agree.
@Suite("Agreement with the strategies of JSONEncoder and JSONDecoder")
struct StrategyTests {
    struct Model: Codable, Equatable {
        enum Kind: String, Codable {
            case small, large
        }

        enum Shape: Codable, Equatable {
            case circle(radius: Double)
            case named(String, Int)
        }

        var identifier: UUID
        var createdAt: Date
        var imageData: Data
        var homePageURL: URL
        var kind: Kind
        var shape: Shape
        var flags: [Bool]
        var countsByName: [String: Int]
        var datesByName: [String: Date]
        var textsByNumber: [Int: String]
        var myHTTPName: String
        var nickName: Float
        var note: String?
    }

    struct Strategy: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let apply: @Sendable (JSONEncoder, JSONDecoder) -> Void

        init(_ name: String, _ apply: @escaping @Sendable (JSONEncoder, JSONDecoder) -> Void) {
            testDescription = name
            self.apply = apply
        }
    }

    static var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy/MM/dd HH:mm:ss"
        return formatter
    }

    struct AnyName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    static let strategies = [
        Strategy("default") { _, _ in },
        Strategy("seconds") {
            $0.dateEncodingStrategy = .secondsSince1970
            $1.dateDecodingStrategy = .secondsSince1970
        },
        Strategy("milliseconds") {
            $0.dateEncodingStrategy = .millisecondsSince1970
            $1.dateDecodingStrategy = .millisecondsSince1970
        },
        Strategy("ISO 8601") {
            $0.dateEncodingStrategy = .iso8601
            $1.dateDecodingStrategy = .iso8601
        },
        Strategy("formatted") {
            $0.dateEncodingStrategy = .formatted(formatter)
            $1.dateDecodingStrategy = .formatted(formatter)
        },
        Strategy("custom dates") {
            $0.dateEncodingStrategy = .custom { date, encoder in
                var container = encoder.container(keyedBy: AnyName.self)
                try container.encode(date.timeIntervalSince1970, forKey: AnyName(stringValue: "at"))
            }
            $1.dateDecodingStrategy = .custom { decoder in
                let container = try decoder.container(keyedBy: AnyName.self)
                return Date(
                    timeIntervalSince1970: try container.decode(Double.self, forKey: AnyName(stringValue: "at")))
            }
        },
        Strategy("deferred data") {
            $0.dataEncodingStrategy = .deferredToData
            $1.dataDecodingStrategy = .deferredToData
        },
        Strategy("custom data") {
            $0.dataEncodingStrategy = .custom { data, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(data.map { "\($0)" }.joined(separator: " "))
            }
            $1.dataDecodingStrategy = .custom { decoder in
                Data(
                    try decoder.singleValueContainer().decode(String.self).split(separator: " ").compactMap {
                        UInt8($0)
                    })
            }
        },
        Strategy("snake case") {
            $0.keyEncodingStrategy = .convertToSnakeCase
            $1.keyDecodingStrategy = .custom { path in
                // In Foundation too, acronyms do not survive convertFromSnakeCase.
                let camel = ["my_http_name": "myHTTPName", "home_page_url": "homePageURL", "nick_name": "nickName"]
                let name = path.last?.stringValue ?? ""
                let known = ["created_at": "createdAt", "image_data": "imageData", "counts_by_name": "countsByName"]
                let more = ["dates_by_name": "datesByName", "texts_by_number": "textsByNumber"]
                return AnyName(stringValue: camel[name] ?? known[name] ?? more[name] ?? name)
            }
        },
        Strategy("custom keys") {
            $0.keyEncodingStrategy = .custom { path in
                AnyName(stringValue: "\(path.count)-" + (path.last?.stringValue ?? ""))
            }
            $1.keyDecodingStrategy = .custom { path in
                AnyName(stringValue: String((path.last?.stringValue ?? "").drop { $0 != "-" }.dropFirst()))
            }
        },
    ]

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    private func model(_ random: SeededRandom) throws -> Model {
        let date = Date(timeIntervalSince1970: Double(random.below(2_000_000_000)))
        let names = ["a", "aB", "a_b", "Ünder", "x y"]
        return Model(
            identifier: UUID(), createdAt: date, imageData: Data((0...random.below(40)).map { UInt8($0) }),
            homePageURL: try #require(URL(string: "https://example.com/\(random.below(100))?q=1")),
            kind: random.pick([.small, .large]),
            shape: random.pick([.circle(radius: Double(random.below(100)) / 8), .named("n", random.below(9))]),
            flags: (0...random.below(4)).map { $0 % 2 == 0 }, countsByName: [random.pick(names): random.below(1000)],
            datesByName: [random.pick(names): date], textsByNumber: [10 + random.below(40): "text"],
            myHTTPName: random.pick(["", "é\u{0}\"\\", "日本"]), nickName: Float(random.below(1000)) / 7,
            note: random.pick([nil, "note"]))
    }

    @Test("both encode alike, and each decodes the other's output", arguments: strategies, 1...8)
    func agreement(strategy: Strategy, seed: Int) throws {
        let (encoder, decoder) = (stage.application.jsonEncoder, stage.application.jsonDecoder)
        strategy.apply(encoder, decoder)
        let model = try model(SeededRandom(seed: UInt64(seed)))
        let text = try encoder.encode(model)
        let theirs = try Node(try JSONParser.parse(Array(text)))
        let ours = try stage.application.writeValue(model, at: .root).node
        #expect(ours == theirs, "seed \(seed)")
        #expect(try stage.application.decode(Model.self, from: theirs, at: .root) == model, "seed \(seed)")
        // JSONDecoder reads arrays only from arrays.
        let json = Data(ours.json(readsArrays: true).text.utf8)
        #expect(try decoder.decode(Model.self, from: json) == model, "seed \(seed)")
    }

    struct Named: Codable {
        let name: String
        var value = 1

        init(name: String) { self.name = name }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(value, forKey: AnyName(stringValue: name))
        }

        init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: AnyName.self).allKeys.first?.stringValue ?? ""
        }
    }

    static let names = [
        "a", "A", "aB", "AB", "ABc", "oneTwoThree", "myURLProperty", "isURL", "_leading", "trailing_", "__both__", "_",
        "a__b", "a_b", "a_B_c", "A_B", "x1Y2", "éÉa", "ßA", "a1", "URLOf", "already_snake_case", "oneTWOThree", "aBC",
        "日本Go", "İx", "one_two_three", "_one_two_", "one__two", "ONE_TWO",
    ]

    @Test("snake case is the same as Foundation's", arguments: names)
    func snakeCase(name: String) throws {
        let (encoder, decoder) = (stage.application.jsonEncoder, stage.application.jsonDecoder)
        encoder.keyEncodingStrategy = .convertToSnakeCase
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let text = String(decoding: try encoder.encode(Named(name: name)), as: UTF8.self)
        #expect(try stage.encode(Named(name: name)) == text)
        let json = "{\"\(name)\":1}"
        let theirs = try decoder.decode(Named.self, from: Data(json.utf8)).name
        #expect(try stage.decode(Named.self, json).name == theirs)
    }

    @Test("snake case of random names is the same as Foundation's", arguments: 1...20)
    func randomSnakeCase(seed: Int) throws {
        let random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<20 {
            let name = (0...random.below(8)).map { _ in random.pick(["a", "B", "_", "1", "É", "c"]) }.joined()
            try snakeCase(name: name)
        }
    }

    @Test("the keys of dictionaries are data and are not converted")
    func dictionaryKeys() throws {
        stage.application.jsonEncoder.keyEncodingStrategy = .convertToSnakeCase
        stage.application.jsonDecoder.keyDecodingStrategy = .convertFromSnakeCase
        struct Holder: Codable, Equatable {
            var someNames: [String: [String: Int]]
        }
        let holder = Holder(someNames: ["camelCase": ["snake_case": 1]])
        #expect(try stage.encode(holder) == #"{"some_names":{"camelCase":{"snake_case":1}}}"#)
        #expect(try stage.roundTrip(holder) == holder)
    }

    @Test("the user information is available to the coded types")
    func userInfo() throws {
        struct Informed: Codable {
            var text = ""

            init() {}

            init(from decoder: any Decoder) throws {
                text = CodingUserInfoKey(rawValue: "k").flatMap { decoder.userInfo[$0] } as? String ?? ""
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(CodingUserInfoKey(rawValue: "k").flatMap { encoder.userInfo[$0] } as? String)
            }
        }
        let key = try #require(CodingUserInfoKey(rawValue: "k"))
        stage.application.jsonEncoder.userInfo[key] = "out"
        stage.application.jsonDecoder.userInfo[key] = "in"
        #expect(try stage.encode([Informed()]) == #"{"0":"out"}"#)
        #expect(try stage.decode([Informed].self, "[1]").first?.text == "in")
    }

    @Test("the error for a value of the wrong form names the strategy that reads it")
    func wrongForms() {
        stage.application.jsonDecoder.dateDecodingStrategy = .iso8601
        stage.expectFailure([Date].self, #"["today"]"#, at: "/at/0", ["Date", "today", "dateDecodingStrategy"])
        stage.expectFailure([Date].self, "[1]", at: "/at/0", ["Expected Date", "the number 1"])
        stage.expectFailure(Data.self, #""%""#, at: "/at", ["Data", "Base64", "dataDecodingStrategy"])
        stage.expectFailure(URL.self, #""""#, at: "/at", ["URL"])
        stage.expectFailure([String: URL].self, #"{"a": 1}"#, at: "/at/a", ["Expected URL", "the number 1"])
    }
}
