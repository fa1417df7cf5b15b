import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncTree
import Foundation
import TestSupport
import Testing

extension Regressions {
    @Suite("Foundation values that are deep, wide or no JSON", .timeLimit(.minutes(20)))
    struct FoundationInputTests {
        private let fixture: ClientFixture
        private let device: Device

        init() throws {
            fixture = try ClientFixture()
            device = fixture.device()
            device.application.diagnostics = { _ in }
        }

        /// Returns a number inside nested arrays or dictionaries.
        private static func nested(_ depth: Int, inArrays: Bool) -> Any {
            var value: Any = 1
            for _ in 0..<depth { value = inArrays ? [value] as [Any] : ["k": value] as [String: Any] }
            return value
        }

        @Test("values that are too deep fail with an error", arguments: [33, 2_500, 10_000], [true, false])
        func deep(depth: Int, inArrays: Bool) async throws {
            let value = Self.nested(depth, inArrays: inArrays)
            let error = #expect(throws: WebcomError.self) { try fixture.embedded.setData(value) }
            #expect(error?.code == .invalidValue)
            let log = Log()
            device.legacy.child("n").set(value, queue: nil) { log.note(end: $0) }
            device.legacy.child("n").update(["a": value], queue: nil) { log.note(end: $0) }
            device.legacy.onDisconnect().set(value, queue: nil) { log.note(end: $0) }
            log.note(device.node("n").set(value))
            let manager = device.manager()
            log.note(manager["n"].promise.set(.raw, value))
            log.note(manager["n"].promise.merge(.raw, with: ["a": value]))
            log.note(device.node("n").transaction { _ in Self.nested(depth, inArrays: inArrays) })
            fixture.flush()
            #expect(log.entries == Array(repeating: "invalidValue", count: 7))
            #expect(fixture.embedded.data == nil)
        }

        @Test("a tree of depth 20 is stored unchanged", arguments: [true, false])
        func allowedDepth(inArrays: Bool) throws {
            try fixture.embedded.setData(Self.nested(20, inArrays: inArrays))
            let expected = inArrays ? "{\"0\":" : "{\"k\":"
            let text = String(repeating: expected, count: 20) + "1" + String(repeating: "}", count: 20)
            #expect(fixture.embedded.backend.data == (try Node(JSONParser.parse(text))))
        }

        @Test("a wide array is stored unchanged")
        func wide() throws {
            let json = try JSON(foundation: (0..<200_000).map { $0 * 3 } as [Any])
            let elements = try #require(json.array)
            #expect(elements.count == 200_000)
            #expect(elements.indices.allSatisfy { elements[$0].number == Double($0 * 3) })
        }

        @Test("wide arrays inside an array are stored unchanged")
        func wideArrays() throws {
            let rows = (0..<4).map { row in (0..<50_000).map { $0 * 3 + row } as [Any] }
            try fixture.embedded.setData(rows)
            let data = try #require(fixture.embedded.data as? [[Any]])
            #expect(data.map(\.count) == Array(repeating: 50_000, count: 4))
            for (row, elements) in data.enumerated() {
                #expect(elements.indices.allSatisfy { elements[$0] as? Int == $0 * 3 + row })
            }
        }

        @Test("the error for a Date inside a value names its path")
        func dates() async throws {
            let value: [String: Any] = ["a": [1, ["when": Date(timeIntervalSince1970: 0)]] as [Any]]
            let error = #expect(throws: WebcomError.self) { try fixture.embedded.setData(value) }
            #expect(error?.message.contains("/a/1/when") == true)
            #expect(error?.message.contains("Date") == true)
            let message = Box("")
            device.legacy.child("n").set(value, queue: nil) { message.value = $0?.message ?? "" }
            fixture.flush()
            #expect(message.value.contains("/a/1/when") && message.value.contains("/n"), "\(message.value)")
        }
    }
}
