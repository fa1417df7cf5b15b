import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import Foundation
import TestSupport
import Testing

/// Tests for the members of the promise form that read, increment, copy and run transactions.
@Suite("Reads and transactions in the promise form", .timeLimit(.minutes(30)))
struct PromiseReadingTests {
    struct Point: Codable, Equatable, Sendable {
        var x: Int
        var y: Int
    }

    let fixture: ClientFixture
    let manager: DatasyncManager
    let node: DatasyncNode.PromiseWrapper

    init() throws {
        fixture = try ClientFixture(["at": ["x": 1, "y": 2], "n": 5, "word": "hello", "flag": true])
        manager = fixture.device().manager()
        node = try manager.nodeThrows(for: "/at").promise
    }

    private func at(_ path: String) throws -> DatasyncNode.PromiseWrapper { try manager.nodeThrows(for: path).promise }

    @Test("a value arrives with its acknowledgement status")
    func reading() async throws {
        let value = try await node.value().value
        #expect(value.description == #"{"x":1,"y":2}"#)
        #expect(value.isAcknowledged)
        #expect(!value.isNull)
        #expect(try await at("nothing").value().value.isNull)
    }

    @Test("a value decodes, with the type named or inferred")
    func decoding() async throws {
        let inferred: Point = try await node.decodedValue().value
        #expect(inferred == Point(x: 1, y: 2))
        #expect(try await node.decodedValue(as: Point.self).value == inferred)
    }

    @Test("a value that cannot be decoded rejects with the path and the type")
    func decodingFails() async throws {
        for promise in [try at("word").decodedValue(as: Point.self), try at("word").decodedValue()] {
            let error = await #expect(throws: WebcomError.self) { try await promise.value }
            #expect(error?.code == .decodingFailed)
            #expect(error?.path == "/word")
            #expect(error?.message.contains("Point") == true)
        }
    }

    @Test("an increment adds, uses the start value where there is none, and refuses a value that is no number")
    func incrementing() async throws {
        #expect(try await at("n").increment().value == 6)
        #expect(try await at("n").increment(by: -2.5).value == 3.5)
        #expect(try await at("new").increment(from: 10, by: 5).value == 15)
        #expect(try await at("fresh").increment().value == 1)
        let error = await #expect(throws: WebcomError.self) { try await at("word").increment().value }
        #expect(error?.code == .notANumber)
        #expect(try await at("word").decodedValue(as: String.self).value == "hello")
    }

    @Test("concurrent increments of several clients all count")
    func concurrentIncrements() async throws {
        let other = fixture.device()
        let others = other.manager()
        other.port.hold()
        let theirs = try (0..<10).map { _ in try others.nodeThrows(for: "n").promise.increment() }
        for _ in 0..<10 { _ = try await at("n").increment().value }
        other.port.release()
        for promise in theirs { _ = try await promise.value }
        #expect(try await at("n").decodedValue(as: Int.self).value == 25)
    }

    @Test("a transaction sets, clears, or aborts")
    func transactions() async throws {
        let doubled = try await at("n").runTransaction { .set((($0.decoded(as: Int.self) ?? 0) * 2)) }.value
        #expect(doubled.status == .committed)
        #expect(doubled.value.decoded(as: Int.self) == 10)
        let raw = try await at("n").runTransaction { _ in .set(.raw, ["a": [1, 2]]) }.value
        #expect(raw.value.description == #"{"a":{"0":1,"1":2}}"#)
        let aborted = try await at("n").runTransaction { _ in .abort }.value
        #expect(aborted.status == .aborted)
        #expect(try await at("n/a/0").decodedValue(as: Int.self).value == 1)
        let cleared = try await at("n").runTransaction { _ in .clear }.value
        #expect(cleared.status == .committed)
        #expect(try await at("n").value().value.isNull)
    }

    @Test("a transaction runs again when another client writes first")
    func transactionRunsAgain() async throws {
        let other = fixture.device()
        other.port.hold()
        let others = other.manager()
        let runs = Log()
        let promise = try others.nodeThrows(for: "n").promise.runTransaction { value in
            runs.note(value.description)
            return .set((value.decoded(as: Int.self) ?? 0) + 1)
        }
        try await at("n").set(100).value
        other.port.release()
        #expect(try await promise.value.value.decoded(as: Int.self) == 101)
        #expect(runs.entries.last == "100")
        #expect(runs.entries.count >= 2)
    }

    @Test("toggle negates, starts with its default, and aborts on any other value")
    func toggling() async throws {
        #expect(try await at("flag").runTransaction(DatasyncTransaction.toggle()).value.value.decoded() == false)
        #expect(try await at("flag").runTransaction(DatasyncTransaction.toggle()).value.value.decoded() == true)
        let fresh = try await at("fresh").runTransaction(DatasyncTransaction.toggle(defaultValue: true)).value
        #expect(fresh.value.decoded() == true)
        #expect(try await at("other").runTransaction(DatasyncTransaction.toggle()).value.value.decoded() == false)
        let word = try await at("word").runTransaction(DatasyncTransaction.toggle()).value
        #expect(word.status == .aborted)
        #expect(try await at("word").decodedValue(as: String.self).value == "hello")
    }

    @Test("toggle between two values alternates, starts with the first, and aborts on any other value")
    func togglingBetween() async throws {
        let toggle = DatasyncTransaction.toggle(between: "on", and: "off")
        var seen: [String?] = []
        for _ in 0..<3 { seen.append(try await at("lamp").runTransaction(toggle).value.value.decoded()) }
        #expect(seen == ["on", "off", "on"])
        #expect(try await at("word").runTransaction(toggle).value.status == .aborted)
        #expect(try await at("at").runTransaction(toggle).value.status == .aborted)
    }

    @Test("a value is copied to a node or to an absolute path, and replaces the old value")
    func copying() async throws {
        try await at("there").set(["old": 1]).value
        let copied = try await node.copyValue(to: at("there")).value
        #expect(copied.decoded(as: Point.self) == Point(x: 1, y: 2))
        #expect(try await at("there").value().value.description == #"{"x":1,"y":2}"#)
        _ = try await node.copyValue(to: "/deep/copy").value
        #expect(try await at("deep/copy").decodedValue(as: Point.self).value == Point(x: 1, y: 2))
        _ = try await at("nothing").copyValue(to: "there").value
        #expect(try await at("there").value().value.isNull)
        let error = await #expect(throws: WebcomError.self) { try await node.copyValue(to: "a#b").value }
        #expect(error?.code == .invalidPath)
    }
}
