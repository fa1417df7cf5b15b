import DatasyncClient
import DatasyncConcurrency
import Dispatch
import Foundation
import Testing

@Suite("Support: writing as in the dialect of string events", .timeLimit(.minutes(30)))
struct SupportWritingTests {
    private static let readOnly = #"{"rules": {".read": true, ".write": false}}"#

    @Test("writes and their answers, in their order among the events", arguments: Rewritten.allCases)
    func writes(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(["n": 1, "list": ["a": 1]], least: 12) { face, stage in
            face.on("value", "value", "value_ack", at: "list")
            stage.flush()
            face.set(["b": [1, 2], "c": NSNull()], "list")
            stage.flush()
            face.update(["b": 2, "d/e": "f"], "list")
            stage.flush()
            face.set(nil, "list/b")
            face.remove("list")
            face.increment("n", by: 2.5, from: 0)
            face.increment("m", by: 1, from: 10)
            stage.flush()
            face.get("n")
            face.get("m")
            face.get("nothing")
        }
    }

    @Test("writes that fail", arguments: Rewritten.allCases)
    func failures(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(["text": "x"], least: 12) { face, stage in
            face.set(1, "a#b")
            face.get("a#b")
            face.push(1, "a#b", isAnswered: true)
            stage.flush()
            face.set(Date(timeIntervalSince1970: 0), "list")
            face.set(["a.b": 1], "list")
            face.increment("text", by: 1, from: 0)
            face.push(Date(timeIntervalSince1970: 0), "list", isAnswered: true)
            stage.flush()
            face.push(Date(timeIntervalSince1970: 0), "list", isAnswered: false)
            stage.flush()
            stage.flush()
            try stage.embedded.setRules(Self.readOnly)
            face.set(1, "list")
            face.remove("text")
            face.update(["a": 1], "list")
            face.push(1, "list", isAnswered: true)
            stage.flush()
            face.push(1, "list", isAnswered: false)
            stage.flush()
        }
    }

    @Test("the child of a push is there at once, before the answer", arguments: Rewritten.allCases)
    func push(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(least: 3) { face, stage in
            stage.queue.suspend()
            face.push("x", "list", isAnswered: true)
            face.push("y", "list", isAnswered: false)
            #expect(stage.isSilent)
            stage.queue.resume()
        }
    }

    @Test("a transaction writes, aborts, removes, and tries again", arguments: Rewritten.allCases)
    func transactions(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(["n": 1], least: 12) { face, stage in
            let count: @Sendable (Any?) -> Any? = { [weak stage] present in
                stage?.tell("update \(SupportStage.text(present))")
                return ((present as? NSNumber)?.intValue ?? 0) + 1
            }
            face.on("n", "value", at: "n")
            stage.flush()
            face.transaction("n", appliesLocally: true, isAnswered: true, count)
            stage.flush()
            face.transaction("n", appliesLocally: false, isAnswered: true, count)
            stage.flush()
            face.transaction("n", appliesLocally: true, isAnswered: true) { _ in nil }
            stage.flush()
            let isFirst = Guarded(true)
            face.transaction("n", appliesLocally: true, isAnswered: true) { [weak stage] present in
                let isFirst = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if isFirst { try? stage?.embedded.setData(["n": 40]) }
                return count(present)
            }
            stage.flush()
            face.transaction("n", appliesLocally: true, isAnswered: false, count)
            stage.flush()
            face.transaction("n", appliesLocally: true, isAnswered: true) { _ in NSNull() }
            stage.flush()
        }
    }

    @Test("a transaction that fails", arguments: Rewritten.allCases)
    func failedTransactions(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(["n": 1], least: 3) { face, stage in
            face.transaction("a#b", appliesLocally: true, isAnswered: true) { _ in 1 }
            stage.flush()
            face.transaction("n", appliesLocally: true, isAnswered: true) { _ in Date() }
            stage.flush()
            face.transaction("n", appliesLocally: true, isAnswered: false) { _ in Date() }
            try stage.embedded.setRules(Self.readOnly)
            face.transaction("n", appliesLocally: true, isAnswered: true) { _ in 2 }
        }
    }
}
