import ClientTestSupport
import DatasyncBackend
import DatasyncCallback
import Foundation
import TestSupport
import Testing

@Suite("Nodes of the callback dialect", .timeLimit(.minutes(30)))
struct NodeTests {
    let fixture: ClientFixture
    let device: Device
    let root: Webcom.ServerlessDbNode

    init() throws {
        fixture = try ClientFixture(["abc": ["a": 9, "b": 8, "c": 7], "n": 1, "text": "t"])
        device = fixture.device()
        root = Webcom.App(device.application).serverlessDb.rootNode
    }

    @Test("key, path and parent are those of the node, and the root has neither key nor parent")
    func places() {
        let node = root.relativeNode("abc/a")
        #expect(node.key == "a")
        #expect(node.path == "/abc/a")
        #expect(node.parent == root.relativeNode("abc"))
        #expect(node.relativeNode("../b").path == "/abc/b")
        #expect(root.key == nil)
        #expect(root.parent == nil)
        #expect(root.relativeNode("..") == root)
        #expect(root.relativeNode("a#b") != root)
    }

    @Test("unique keys sort in the order of their creation")
    func keys() {
        let database = Webcom.App(device.application).serverlessDb
        let keys = (0..<100).map { _ in database.generateUniqueKey() }
        #expect(keys == keys.sorted())
        #expect(Set(keys).count == 100)
    }

    @Test("a constraint limits reads and subscriptions alike, with its bounds included")
    func constraints() async throws {
        let cases: [(Webcom.Constraint, [String])] = [
            (.None, ["a", "b", "c"]), (.First(2), ["a", "b"]), (.Last(2), ["b", "c"]), (.EndAt("cba", 2), ["b", "c"]),
            (.Between("a", "abc"), ["a"]), (.StartAt("b"), ["b", "c"]), (.StartAt("a", 1), ["a"]),
            (.EndAt("b"), ["a", "b"]),
            (.Between("b", "b"), ["b"]), (.First(9), ["a", "b", "c"]),
        ]
        let node = root.relativeNode("abc")
        for (constraint, expected) in cases {
            let snapshot = try await node.get(constraint).value
            var keys: [String?] = []
            // swift-format-ignore: ReplaceForEachWithForLoop
            snapshot.forEach { keys.append($0.node.key) }
            #expect(keys == expected)
            let log = Log()
            let callback = Webcom.Callback(queue: nil) { log.note($0.node.key ?? "") }.onCanceled(queue: nil) { _ in }
            node.subscribe(Webcom.Event.Child.Addition, callback, constraint)
            fixture.flush()
            node.unsubscribe(callback)
            #expect(log.entries == expected)
        }
    }

    @Test("an invalid constraint and an ill-formed path reject every operation")
    func rejections() async {
        let callback = Webcom.Callback(queue: nil) { _ in }
        let node = root.relativeNode("abc")
        let bad = root.relativeNode("a.b")
        let promises: [(Promise<Void>, WebcomError.SDKCode)] = [
            (node.get(.First(0)).asVoid(), .invalidConstraint),
            (node.subscribe(Webcom.Event.ValueChange, callback, .Last(-1)).asVoid(), .invalidConstraint),
            (node.subscribe(Webcom.Event.ValueChange, callback, .StartAt("a/b")).asVoid(), .invalidConstraint),
            (bad.subscribe(Webcom.Event.ValueChange, callback).asVoid(), .invalidPath),
            (bad.get().asVoid(), .invalidPath), (bad.set(1), .invalidPath), (bad.merge(["a": 1]), .invalidPath),
            (bad.clear(), .invalidPath), (bad.push(1).asVoid(), .invalidPath), (bad.increment().asVoid(), .invalidPath),
            (bad.transaction { _ in 1 }.asVoid(), .invalidPath), (bad.cancelNextDisconnectionOps(), .invalidPath),
            (bad.set(1, at: Webcom.NEXT_DISCONNECTION), .invalidPath), (node.merge(5), .notAnObject),
            (node.set(Date()), .invalidValue), (root.relativeNode("text").increment().asVoid(), .notANumber),
        ]
        for (promise, code) in promises {
            let error = await #expect(throws: WebcomError.self) { try await promise.value }
            #expect(error?.code == code)
        }
        bad.unsubscribe(callback)
    }

    @Test("the promises are fulfilled with the results of their operations")
    func results() async throws {
        let pushed = try await root.relativeNode("list").push(["x": [1, 2]]).value
        #expect(pushed.parent == root.relativeNode("list"))
        let snapshot = try await pushed.get().value
        #expect(snapshot.child("x").val() as? [Double] == [1, 2])
        #expect(snapshot.childCount == 1)
        #expect(snapshot.acked)
        #expect(!snapshot.event.isValueChange && !snapshot.event.isAck && !snapshot.event.isRevocation)
        #expect(snapshot.node == pushed)
        #expect(try await root.relativeNode("n").increment(by: 2).value == 3)
        #expect(try await root.relativeNode("fresh").increment(by: 2, from: 40).value == 42)
        let result = try await root.relativeNode("n").transaction { (($0.val() as? Double) ?? 0) * 2 }.value
        #expect(result.committed)
        #expect(result.snapshot.text == "6")
        let aborted = try await root.relativeNode("n").transaction { _ in nil }.value
        #expect(!aborted.committed)
        try await root.relativeNode("n").merge(["a": 1]).value
        try await root.relativeNode("n").clear().value
        #expect(try await root.relativeNode("n").get().value.val() == nil)
    }

    @Test("forEach stops when the closure returns true")
    func stopping() async throws {
        let snapshot = try await root.relativeNode("abc").get().value
        var keys: [String?] = []
        // swift-format-ignore: ReplaceForEachWithForLoop
        let wasStopped = snapshot.forEach { child -> Bool in
            keys.append(child.node.key)
            return keys.count == 2
        }
        #expect(wasStopped)
        #expect(keys == ["a", "b"])
    }

    @Test("an on-disconnect write runs once or each time, as chosen, and can be cancelled")
    func times() async throws {
        try await root.relativeNode("once").set("x", at: Webcom.NEXT_DISCONNECTION).value
        try await root.relativeNode("each").set("x", at: Webcom.ON_DISCONNECTION).value
        try await root.relativeNode("abc").merge(["a": 0], at: Webcom.NEXT_DISCONNECTION).value
        try await root.relativeNode("text").clear(at: Webcom.NEXT_DISCONNECTION).value
        try await root.relativeNode("never").set("x", at: Webcom.NEXT_DISCONNECTION).value
        try await root.relativeNode("never").cancelNextDisconnectionOps().value
        #expect(try await root.relativeNode("once").get().value.val() == nil)
        device.port.drop()
        device.port.restore()
        let first = try await root.get().value
        #expect(first.text == #"{"abc":{"a":0,"b":8,"c":7},"each":"x","n":1,"once":"x"}"#)
        try await root.set(["now": 1], at: Webcom.NOW).value
        device.port.drop()
        device.port.restore()
        #expect(try await root.get().value.text == #"{"each":"x","now":1}"#)
    }

    @Test("a disconnected client sends nothing, and sends everything after the reconnect")
    func connection() async throws {
        let database = Webcom.App(device.application).serverlessDb
        database.disconnect()
        let promise = root.relativeNode("n").set(5)
        #expect(fixture.sessionCount == 0)
        #expect(try await root.relativeNode("n").get().value.acked == false)
        database.connect()
        try await promise.value
        #expect(fixture.sessionCount == 1)
    }
}
