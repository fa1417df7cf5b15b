import DatasyncClient
import DatasyncConcurrency
import Foundation
import Testing

@Suite("Support: writing as in the legacy dialect", .timeLimit(.minutes(30)))
struct SupportWritingTests {
    private static let readOnly = #"{"rules": {".read": true, ".write": false}}"#

    @Test("writes and their acknowledgements are in the same order among the events", arguments: Rewritten.allCases)
    func writes(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(["n": 1, "list": ["a": 1]], least: 12) { dialect, fixture in
            dialect.on("value", "value", "value_ack", at: "list")
            fixture.flush()
            dialect.set(["b": [1, 2], "c": NSNull()], "list")
            fixture.flush()
            dialect.update(["b": 2, "d/e": "f"], "list")
            fixture.flush()
            dialect.set(nil, "list/b")
            dialect.remove("list")
            dialect.increment("n", by: 2.5, from: 0)
            dialect.increment("m", by: 1, from: 10)
            fixture.flush()
            dialect.get("n")
            dialect.get("m")
            dialect.get("nothing")
        }
    }

    @Test("writes that fail have the same errors", arguments: Rewritten.allCases)
    func failures(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(["text": "x"], least: 12) { dialect, fixture in
            dialect.set(1, "a#b")
            dialect.get("a#b")
            dialect.push(1, "a#b", isAnswered: true)
            fixture.flush()
            dialect.set(Date(timeIntervalSince1970: 0), "list")
            dialect.set(["a.b": 1], "list")
            dialect.increment("text", by: 1, from: 0)
            dialect.push(Date(timeIntervalSince1970: 0), "list", isAnswered: true)
            fixture.flush()
            dialect.push(Date(timeIntervalSince1970: 0), "list", isAnswered: false)
            fixture.flush()
            fixture.flush()
            try fixture.embedded.setRules(Self.readOnly)
            dialect.set(1, "list")
            dialect.remove("text")
            dialect.update(["a": 1], "list")
            dialect.push(1, "list", isAnswered: true)
            fixture.flush()
            dialect.push(1, "list", isAnswered: false)
            fixture.flush()
        }
    }

    @Test("the child of a push is returned at once, before the acknowledgement", arguments: Rewritten.allCases)
    func push(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(least: 3) { dialect, fixture in
            fixture.queue.suspend()
            dialect.push("x", "list", isAnswered: true)
            dialect.push("y", "list", isAnswered: false)
            #expect(fixture.isSilent)
            fixture.queue.resume()
        }
    }

    @Test("a transaction writes, aborts, removes, and runs again", arguments: Rewritten.allCases)
    func transactions(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(["n": 1], least: 12) { dialect, fixture in
            let count: @Sendable (Any?) -> Any? = { [weak fixture] present in
                fixture?.tell("update \(SupportFixture.text(present))")
                return ((present as? NSNumber)?.intValue ?? 0) + 1
            }
            dialect.on("n", "value", at: "n")
            fixture.flush()
            dialect.transaction("n", appliesLocally: true, isAnswered: true, count)
            fixture.flush()
            dialect.transaction("n", appliesLocally: false, isAnswered: true, count)
            fixture.flush()
            dialect.transaction("n", appliesLocally: true, isAnswered: true) { _ in nil }
            fixture.flush()
            let isFirst = Guarded(true)
            dialect.transaction("n", appliesLocally: true, isAnswered: true) { [weak fixture] present in
                let isFirst = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if isFirst { try? fixture?.embedded.setData(["n": 40]) }
                return count(present)
            }
            fixture.flush()
            dialect.transaction("n", appliesLocally: true, isAnswered: false, count)
            fixture.flush()
            dialect.transaction("n", appliesLocally: true, isAnswered: true) { _ in NSNull() }
            fixture.flush()
        }
    }

    @Test("a transaction that fails has the same errors", arguments: Rewritten.allCases)
    func failedTransactions(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(["n": 1], least: 3) { dialect, fixture in
            dialect.transaction("a#b", appliesLocally: true, isAnswered: true) { _ in 1 }
            fixture.flush()
            dialect.transaction("n", appliesLocally: true, isAnswered: true) { _ in Date() }
            fixture.flush()
            dialect.transaction("n", appliesLocally: true, isAnswered: false) { _ in Date() }
            fixture.flush()
            try fixture.embedded.setRules(Self.readOnly)
            dialect.transaction("n", appliesLocally: true, isAnswered: true) { _ in 2 }
        }
    }
}
