import ClientTestSupport
import DatasyncAsync
import DatasyncClient
import DatasyncTesting
import Foundation
import TestSupport
import Testing

@Suite("Codable values through the async dialect", .timeLimit(.minutes(30)))
struct CodingDialectTests {
    struct Chore: Codable, Equatable, Sendable {
        var title: String
        var done = false
        var tags: [String] = []
        var due: Date?
        var steps: [String: [Int]] = [:]
    }

    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager
    let node: DatasyncNode
    let log = Log()

    init() throws {
        fixture = try ClientFixture()
        device = fixture.device()
        device.application.diagnostics = { [log] in log.note("\($0.path ?? "-") \($0.message)") }
        manager = device.manager()
        node = try manager.nodeThrows(for: "tasks")
    }

    @Test("values with empty and missing members are written and read")
    func written() async throws {
        let task = Chore(title: "a", due: Date(timeIntervalSince1970: 1000))
        try await node.set(["x": task])
        #expect(try await node.decodedValue(as: [String: Chore].self) == ["x": task])
        #expect(log.take().map { $0.prefix { $0 != " " } } == ["/tasks/x/tags", "/tasks/x/steps"])
        try await node.merge(with: ["x/done": true])
        var iterator = node.children(as: Chore.self).makeAsyncIterator()
        let rows = try #require(try await iterator.next())
        #expect(rows.map(\.value) == [Chore(title: "a", done: true, due: task.due)])
        try await node.clear()
        #expect(try await node.decodedValue(as: [String: Chore].self) == [:])
        #expect(try await node.decodedValue(as: Chore?.self) == nil)
        let error = await #expect(throws: WebcomError.self) { try await node.decodedValue(as: Chore.self) }
        #expect(error?.path == "/tasks")
    }

    @Test("merging an optional that is nil removes the child")
    func removed() async throws {
        try await node.set(["a": 1, "b": 2])
        try await node.merge(with: ["a": nil, "c": 3] as [String: Int?])
        #expect(try await node.decodedValue(as: [String: Int].self) == ["b": 2, "c": 3])
        #expect(log.take() == [])
    }

    @Test("a write that would store nothing of a value, or change a number, is rejected")
    func rejected() async throws {
        struct Empty: Codable {
            var nick: String?
        }
        try await node.set("before")
        let inexact = await #expect(throws: WebcomError.self) { try await node.set(Int.max) }
        #expect(inexact?.code == .encodingFailed)
        #expect(inexact?.path == "/tasks")
        let error = await #expect(throws: WebcomError.self) { try await node.set(Empty()) }
        #expect(error?.code == .encodingFailed)
        #expect(try await node.decodedValue(as: String.self) == "before")
    }

    @Test("random values survive a round trip through the back end", arguments: 1...10)
    func random(seed: Int) async throws {
        let random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<10 {
            let task = Chore(
                title: random.pick(["", "é", "e\u{301}", "日本"]), done: random.below(2) == 0,
                tags: (0..<random.below(4)).map { "t\($0)" },
                due: random.below(2) == 0
                    ? nil : Date(timeIntervalSinceReferenceDate: Double(random.below(1 << 40)) / 64),
                steps: Dictionary(
                    uniqueKeysWithValues: (0..<random.below(4)).map { ("\($0 * random.below(3))-\($0)", [$0, 1]) }))
            try await node.set(task)
            #expect(try await node.decodedValue(as: Chore.self) == task, "seed \(seed)")
            let list = (0..<random.below(5)).map { _ in Int64(bitPattern: random.next()) >> 11 }
            try await node.set(list)
            #expect(try await node.decodedValue(as: [Int64].self) == list, "seed \(seed)")
        }
    }
}
