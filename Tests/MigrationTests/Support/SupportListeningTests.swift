import DatasyncClient
import Dispatch
import Testing

@Suite("Support: listening as in the dialect of string events", .timeLimit(.minutes(30)))
struct SupportListeningTests {
    private static let children = ["list": ["a": 1, "b": 2, "c": 3]]
    private static let closed = #"{"rules": {".read": false, ".write": true}}"#

    @Test("events of values and children, acknowledgements among them", arguments: Rewritten.allCases)
    func events(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 14) { face, stage in
            face.on("value", "value")
            face.on("acked", "value", "value_ack")
            face.on("added", "child_added")
            face.on("gone", "child_changed", "child_removed")
            face.on("all", "child_added", "child_changed", "child_removed", "child_ack")
            stage.flush()
            face.set(4, "list/d")
            stage.flush()
            face.remove("list/a")
            face.update(["b": 20, "e/f": true], "list")
            stage.flush()
            try stage.embedded.setData(["list": ["0", "1"]])
        }
    }

    @Test("acknowledgements alone", arguments: [Rewritten.callbackRests, .asyncSteps, .asyncRests])
    func acknowledgements(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 3) { face, stage in
            face.on("value", "value_ack")
            face.on("child", "child_ack")
            stage.flush()
            face.set(4, "list/d")
        }
    }

    @Test("queries", arguments: Rewritten.allCases)
    func windows(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 12) { face, stage in
            face.on("last", "child_added", "child_removed", shown: .last(2))
            face.on("first", "child_added", "child_removed", shown: .first(2))
            face.on("between", "value", shown: .between("b", "c"))
            stage.flush()
            face.set(0, "list/aa")
            face.set(0, "list/d")
            stage.flush()
            face.off("list", .all)
            face.set(0, "list/ab")
            stage.flush()
            face.off("list", .last(2))
            face.off("list", .between("a", "c"))
            face.set(0, "list/bb")
        }
    }

    @Test("a query or a path that makes no sense, with and without a closure for it", arguments: Rewritten.allCases)
    func nonsense(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 6) { face, stage in
            for tells in [true, false] {
                let end = face.on("path", "value", at: "a#b", tellsRevocations: tells)
                face.on("limit", "child_added", shown: .last(0), tellsRevocations: tells)
                face.on("bound", "child_added", shown: .between("a", "b/c"), tellsRevocations: tells, isOnce: true)
                stage.flush()
                end(["value"])
            }
            face.off("a#b", .all)
            face.off("list", .last(0))
            face.off(["value"], "list", .last(-1))
        }
    }

    @Test("once, of a value, of children and of what is not allowed", arguments: Rewritten.allCases)
    func once(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 4) { face, stage in
            face.on("value", "value", isOnce: true)
            face.on("child", "child_added", isOnce: true)
            face.on("removed", "child_removed", isOnce: true)
            stage.flush()
            face.set(4, "list/d")
            face.remove("list/a")
            face.remove("list/b")
            stage.flush()
            let end = face.on("ended", "child_removed", isOnce: true)
            end(["child_removed"])
            face.remove("list/c")
            try stage.embedded.setRules(Self.closed)
            face.on("refused", "value", isOnce: true)
            face.on("refused quietly", "value", tellsRevocations: false, isOnce: true)
        }
    }

    @Test("a revocation is told once, the own ending never", arguments: Rewritten.allCases)
    func revocation(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 8) { face, stage in
            face.on("told", "value")
            face.on("not told", "child_added", tellsRevocations: false)
            let end = face.on("ended", "value")
            stage.flush()
            end(["value"])
            try stage.embedded.setRules(Self.closed)
            stage.flush()
            try stage.embedded.setRules("null")
            face.set(1, "list/z")
            stage.flush()
            face.on("again", "value")
            stage.flush()
            // Ended before the revocation is delivered.
            stage.queue.suspend()
            try stage.embedded.setRules(Self.closed)
            face.off("list", .all)
            stage.queue.resume()
        }
    }

    @Test("off, with and without events, and of one alone", arguments: Rewritten.allCases)
    func off(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 20) { face, stage in
            func write(_ key: String) {
                stage.flush()
                face.set(0, "list/\(key)")
                stage.flush()
            }
            let first = face.on("value", "value")
            face.on("value too", "value")
            face.on("both", "value", "value_ack")
            face.on("child", "child_added")
            face.on("changed", "child_changed")
            face.on("removed and added", "child_removed", "child_added")
            face.on("query", "child_added", shown: .last(9))
            face.on("root", "value", at: "/")
            write("d")
            first(["child_added"])
            write("e")
            first(["value"])
            first(["value"])
            write("f")
            face.off(["child_removed"], "list", .all)
            write("g")
            face.off(["child_changed", "value"], "list", .all)
            write("h")
            face.off("list", .all)
            write("i")
            face.off(["child_added"], "list", .last(9))
            write("j")
            face.off("/", .all)
            write("k")
        }
    }

    @Test("what is ended while events are on their way hears none of them", arguments: Rewritten.allCases)
    func late(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 1) { face, stage in
            stage.queue.suspend()
            let end = face.on("ended", "value")
            face.on("stays", "value")
            face.set(4, "list/d")
            end(["value"])
            stage.queue.resume()
        }
    }
}
