import DatasyncClient
import Dispatch
import Testing

@Suite("Support: listening as in the legacy dialect", .timeLimit(.minutes(30)))
struct SupportListeningTests {
    private static let children = ["list": ["a": 1, "b": 2, "c": 3]]
    private static let closed = #"{"rules": {".read": false, ".write": true}}"#

    @Test("events of values and children are the same, acknowledgements included", arguments: Rewritten.allCases)
    func events(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 14) { dialect, fixture in
            dialect.on("value", "value")
            dialect.on("acked", "value", "value_ack")
            dialect.on("added", "child_added")
            dialect.on("gone", "child_changed", "child_removed")
            dialect.on("all", "child_added", "child_changed", "child_removed", "child_ack")
            fixture.flush()
            dialect.set(4, "list/d")
            fixture.flush()
            dialect.remove("list/a")
            dialect.update(["b": 20, "e/f": true], "list")
            fixture.flush()
            try fixture.embedded.setData(["list": ["0", "1"]])
        }
    }

    @Test(
        "subscriptions to acknowledgements only are the same",
        arguments: [Rewritten.callbackRests, .asyncSteps, .asyncRests])
    func acknowledgements(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 3) { dialect, fixture in
            dialect.on("value", "value_ack")
            dialect.on("child", "child_ack")
            fixture.flush()
            dialect.set(4, "list/d")
        }
    }

    @Test("queries are the same", arguments: Rewritten.allCases)
    func windows(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 12) { dialect, fixture in
            dialect.on("last", "child_added", "child_removed", shown: .last(2))
            dialect.on("first", "child_added", "child_removed", shown: .first(2))
            dialect.on("between", "value", shown: .between("b", "c"))
            fixture.flush()
            dialect.set(0, "list/aa")
            dialect.set(0, "list/d")
            fixture.flush()
            dialect.off("list", .all)
            dialect.set(0, "list/ab")
            fixture.flush()
            dialect.off("list", .last(2))
            dialect.off("list", .between("a", "c"))
            dialect.set(0, "list/bb")
        }
    }

    @Test(
        "an invalid query or path fails in the same way, with and without a closure for it",
        arguments: Rewritten.allCases)
    func nonsense(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 6) { dialect, fixture in
            for tells in [true, false] {
                let end = dialect.on("path", "value", at: "a#b", tellsRevocations: tells)
                dialect.on("limit", "child_added", shown: .last(0), tellsRevocations: tells)
                dialect.on("bound", "child_added", shown: .between("a", "b/c"), tellsRevocations: tells, isOnce: true)
                fixture.flush()
                end(["value"])
            }
            dialect.off("a#b", .all)
            dialect.off("list", .last(0))
            dialect.off(["value"], "list", .last(-1))
        }
    }

    @Test("once is the same for a value, for children and for forbidden data", arguments: Rewritten.allCases)
    func once(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 4) { dialect, fixture in
            dialect.on("value", "value", isOnce: true)
            dialect.on("child", "child_added", isOnce: true)
            dialect.on("removed", "child_removed", isOnce: true)
            fixture.flush()
            dialect.set(4, "list/d")
            dialect.remove("list/a")
            dialect.remove("list/b")
            fixture.flush()
            let end = dialect.on("ended", "child_removed", isOnce: true)
            end(["child_removed"])
            dialect.remove("list/c")
            try fixture.embedded.setRules(Self.closed)
            dialect.on("refused", "value", isOnce: true)
            dialect.on("refused quietly", "value", tellsRevocations: false, isOnce: true)
        }
    }

    @Test("a revocation is delivered once, and a cancellation never", arguments: Rewritten.allCases)
    func revocation(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 8) { dialect, fixture in
            dialect.on("told", "value")
            dialect.on("not told", "child_added", tellsRevocations: false)
            let end = dialect.on("ended", "value")
            fixture.flush()
            end(["value"])
            try fixture.embedded.setRules(Self.closed)
            fixture.flush()
            try fixture.embedded.setRules("null")
            dialect.set(1, "list/z")
            fixture.flush()
            dialect.on("again", "value")
            fixture.flush()
            // Cancelled before the revocation is delivered.
            fixture.queue.suspend()
            try fixture.embedded.setRules(Self.closed)
            dialect.off("list", .all)
            fixture.queue.resume()
        }
    }

    @Test("off is the same with events, without events, and for one listener", arguments: Rewritten.allCases)
    func off(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 20) { dialect, fixture in
            func write(_ key: String) {
                fixture.flush()
                dialect.set(0, "list/\(key)")
                fixture.flush()
            }
            let first = dialect.on("value", "value")
            dialect.on("value too", "value")
            dialect.on("both", "value", "value_ack")
            dialect.on("child", "child_added")
            dialect.on("changed", "child_changed")
            dialect.on("removed and added", "child_removed", "child_added")
            dialect.on("query", "child_added", shown: .last(9))
            dialect.on("root", "value", at: "/")
            write("d")
            first(["child_added"])
            write("e")
            first(["value"])
            first(["value"])
            write("f")
            dialect.off(["child_removed"], "list", .all)
            write("g")
            dialect.off(["child_changed", "value"], "list", .all)
            write("h")
            dialect.off("list", .all)
            write("i")
            dialect.off(["child_added"], "list", .last(9))
            write("j")
            dialect.off("/", .all)
            write("k")
        }
    }

    @Test(
        "a subscription that is cancelled while events are queued receives none of them",
        arguments: Rewritten.allCases)
    func late(_ rewritten: Rewritten) throws {
        try rewritten.expectSame(Self.children, least: 1) { dialect, fixture in
            fixture.queue.suspend()
            let end = dialect.on("ended", "value")
            dialect.on("stays", "value")
            dialect.set(4, "list/d")
            end(["value"])
            fixture.queue.resume()
        }
    }
}
