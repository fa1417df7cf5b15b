import ClientTestSupport
import DatasyncAsync
import DatasyncClient
import DatasyncTesting
import DatasyncTree
import Foundation
import Testing

@Suite("Server values in models and raw writes", .timeLimit(.minutes(30)))
struct ServerValueCodingTests {
    struct Message: Codable, Equatable {
        var text: String
        @ServerComputed var sentAt: Double?
        @ServerComputed var visits: Int?
    }

    let stage: CodingFixture

    init() throws { stage = try CodingFixture() }

    @Test("a server value encodes as itself with this encoder and with any other")
    func encoding() throws {
        let values: [ServerValue] = [.timestamp, .increment(1), .increment(-2.5, from: 7)]
        let texts = [
            #"{".sv":"timestamp"}"#, #"{".sv":{"from":0,"increment":1}}"#, #"{".sv":{"from":7,"increment":-2.5}}"#,
        ]
        let other = JSONEncoder()
        other.outputFormatting = .sortedKeys
        other.keyEncodingStrategy = .convertToSnakeCase
        for (value, text) in zip(values, texts) {
            #expect(String(decoding: try other.encode(value), as: UTF8.self) == text)
            let writeValue = try stage.application.writeValue(value, at: .root)
            #expect(writeValue.deferred.map(\.value) == [value.deferred])
            #expect(try JSON(foundation: value).text == value.deferred.json.text)
        }
        #expect(values.map(\.description) == ["timestamp", "increment by 1", "increment by -2.5 from 7"])
        stage.expectFailure(encoding: ["a": ServerValue.increment(.nan)], .invalidValue, at: "/at/a", ["finite"])
    }

    @Test("decoding a server value fails with a remedy")
    func decoding() {
        stage.expectFailure([ServerValue].self, "[1]", at: "/at/0", ["@ServerComputed"])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ServerValue.self, from: Data("1".utf8)) }
    }

    @Test("a computed property encodes its value or its server value, or is left out")
    func wrapper() throws {
        var message = Message(text: "a", sentAt: nil, visits: 2)
        #expect(try stage.encode(message) == #"{"text":"a","visits":2}"#)
        message.$sentAt = .timestamp
        message.$visits = .increment(1)
        #expect(
            try stage.encode(message)
                == #"{"text":"a","sentAt":{".sv":"timestamp"},"visits":{".sv":{"increment":1,"from":0}}}"#)
        #expect(try stage.merge(Message(text: "a", sentAt: nil, visits: nil)) == [#"text="a""#])
        #expect(stage.reports == [])
        message.$visits = nil
        #expect(message.visits == 2)
        let read = try stage.decode(Message.self, #"{"text": "b", "sentAt": 5}"#)
        #expect(read == Message(text: "b", sentAt: 5, visits: nil))
        #expect(read.sentAt == 5)
        #expect(read.$sentAt == nil)
        stage.expectFailure(Message.self, #"{"text": "b", "sentAt": "x"}"#, at: "/at/sentAt", ["Double", "\"x\""])
    }

    @Test("a computed property works with other coders, missing keys included")
    func otherCoders() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var message = Message(text: "a", sentAt: nil, visits: nil)
        #expect(String(decoding: try encoder.encode(message), as: UTF8.self) == #"{"text":"a"}"#)
        #expect(try JSONDecoder().decode(Message.self, from: Data(#"{"text":"a"}"#.utf8)) == message)
        message.$sentAt = .timestamp
        #expect(
            String(decoding: try encoder.encode(message), as: UTF8.self)
                == #"{"sentAt":{".sv":"timestamp"},"text":"a"}"#)
    }

    @Test("the back end computes server values in models, merges and raw JSON")
    func computed() async throws {
        let device = stage.fixture.device()
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "message")
        stage.fixture.clock.advance(byMilliseconds: 5000)
        var message = Message(text: "a", sentAt: nil, visits: 1)
        message.$sentAt = .timestamp
        try await node.set(message)
        let now = try #require(try await node.decodedValue(as: Message.self).sentAt)
        #expect(now == stage.fixture.clock.now)
        try await node.merge(with: ["visits": ServerValue.increment(2)])
        #expect(try await node.decodedValue(as: Message.self) == Message(text: "a", sentAt: now, visits: 3))
        try await node.merge(
            .raw, with: ["visits": ServerValue.increment(1, from: 10), "new": ServerValue.increment(1, from: 10)])
        #expect(try await node.decodedValue(as: Message.self).visits == 4)
        #expect(try await node.value().json as? [String: Any] != nil)
        try await node.set(.raw, ServerValue.timestamp)
        #expect(try await node.decodedValue(as: Double.self) == now)
    }
}
