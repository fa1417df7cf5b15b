import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import Foundation
import Testing

/// Tests for the members of the promise form that write.
@Suite("Writes in the promise form", .timeLimit(.minutes(30)))
struct PromiseWritingTests {
    struct Unwritable: Encodable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "never"))
        }
    }

    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager
    let node: DatasyncNode.PromiseWrapper

    init() throws {
        fixture = try ClientFixture(["node": ["a": 1, "b": ["c": 2]]])
        device = fixture.device()
        manager = device.manager()
        node = try manager.nodeThrows(for: "/node").promise
    }

    private var stored: String {
        get async throws { try await node.value().value.description }
    }

    @Test("clearing removes the value")
    func clearing() async throws {
        try await node.clear().value
        #expect(try await stored == "null")
    }

    @Test("setting JSON replaces the whole value, and nil and NSNull remove it")
    func settingRaw() async throws {
        try await node.set(.raw, ["x": [true, "s", 1.5]]).value
        #expect(try await stored == #"{"x":{"0":true,"1":"s","2":1.5}}"#)
        try await node.set(.raw, nil).value
        #expect(try await stored == "null")
        try await node.set(.raw, 1).value
        try await node.set(.raw, NSNull()).value
        #expect(try await stored == "null")
    }

    @Test("setting a value encodes it, and nil and NSNull remove it")
    func setting() async throws {
        try await node.set(["x": [1, 2]]).value
        #expect(try await stored == #"{"x":{"0":1,"1":2}}"#)
        try await node.set(nil).value
        #expect(try await stored == "null")
        try await node.set("text").value
        try await node.set(NSNull()).value
        #expect(try await stored == "null")
        try await node.set("text").value
        try await node.set(nil as String?).value
        #expect(try await stored == "null")
    }

    @Test("the arrow operator sets a value")
    func arrow() async throws {
        try await (node <- ["x": 1]).value
        #expect(try await stored == #"{"x":1}"#)
        node <- nil as Int?
        #expect(try await stored == "null")
    }

    @Test("merging keeps the children that are not listed, one level deep")
    func merging() async throws {
        try await node.merge(with: ["b": ["d": 3]]).value
        #expect(try await stored == #"{"a":1,"b":{"d":3}}"#)
        try await node.merge(.raw, with: ["a": NSNull(), "b/e": 4]).value
        #expect(try await stored == #"{"b":{"d":3,"e":4}}"#)
        try await node.merge(with: ["first"]).value
        #expect(try await stored == #"{"0":"first","b":{"d":3,"e":4}}"#)
    }

    @Test("merging a value that is no object rejects and changes nothing")
    func mergingNoObject() async throws {
        let error = await #expect(throws: WebcomError.self) { try await node.merge(with: 5).value }
        #expect(error?.code == .notAnObject)
        #expect(try await stored == #"{"a":1,"b":{"c":2}}"#)
    }

    @Test("pushing returns the new child, in the order of the calls")
    func pushing() async throws {
        let list = try manager.nodeThrows(for: "list").promise
        let first = try await list.push("one").value
        let second = try await list.push(.raw, ["n": 2]).value
        // swift-format-ignore: NoAssignmentInExpressions
        let third = try await (list += "three").value
        #expect([first, second, third].map(\.wrapped.key) == [first, second, third].map(\.wrapped.key).sorted())
        #expect(try await second.parent.value == list)
        #expect(try await first.decodedValue(as: String.self).value == "one")
        #expect(try await second.value().value.description == #"{"n":2}"#)
        #expect(try await list.value().value.decoded(as: [String: Int].self) == nil)
        #expect(try await third.value().value.description == #""three""#)
    }

    @Test("writes start although nothing retains or awaits their promises")
    func discarding() throws {
        node.set("kept")
        #expect(fixture.embedded.data as? [String: String] == ["node": "kept"])
        node.push("x")
        node.increment()
        node.clear()
        #expect(fixture.embedded.data == nil)
    }

    @Test("a value that does not encode rejects and writes nothing", arguments: 0..<4)
    func unencodable(form: Int) async throws {
        let promise: Promise<Void> =
            switch form {
            case 0: node.set(Unwritable())
            case 1: node.merge(with: Unwritable())
            case 2: node.push(Unwritable()).asVoid()
            default: node <- Unwritable()
            }
        let error = await #expect(throws: WebcomError.self) { try await promise.value }
        #expect(error?.code == .encodingFailed)
        #expect(try await stored == #"{"a":1,"b":{"c":2}}"#)
    }

    @Test("a value that is no JSON, or has a forbidden key, rejects and writes nothing")
    func invalid() async throws {
        let noJSON = await #expect(throws: WebcomError.self) { try await node.set(.raw, Date()).value }
        #expect(noJSON?.code == .invalidValue)
        let badKey = await #expect(throws: WebcomError.self) { try await node.set(["a.b": 1]).value }
        #expect(badKey?.code == .invalidKey)
        #expect(try await stored == #"{"a":1,"b":{"c":2}}"#)
    }

    @Test("a write at the next disconnection runs once, then, and can be cancelled")
    func onDisconnection() async throws {
        try await node.set("gone", at: .nextDisconnection).value
        try await manager.nodeThrows(for: "kept").promise.clear(at: .nextDisconnection).value
        try await manager.nodeThrows(for: "kept").promise.cancelNextDisconnectionOperations().value
        try await manager.nodeThrows(for: "kept").promise.set("here").value
        #expect(try await stored == #"{"a":1,"b":{"c":2}}"#)
        device.port.drop()
        #expect(fixture.embedded.data as? [String: String] == ["node": "gone", "kept": "here"])
        device.port.restore()
        try await node.set("back").value
        device.port.drop()
        #expect(fixture.embedded.data as? [String: String] == ["node": "back", "kept": "here"])
    }

    @Test("a write on disconnection runs at each disconnection")
    func onEachDisconnection() async throws {
        try await node.merge(with: ["a": 0], at: .onDisconnection).value
        for _ in 0..<3 {
            try await node.set(["a": 5, "z": 6]).value
            device.port.drop()
            #expect(fixture.embedded.data as? [String: [String: Int]] == ["node": ["a": 0, "z": 6]])
            device.port.restore()
        }
    }
}
