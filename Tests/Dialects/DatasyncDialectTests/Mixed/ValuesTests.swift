import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncLegacy
import Foundation
import TestSupport
import Testing

@Suite("Decoded sequences, states and awaited operations", .timeLimit(.minutes(30)))
struct ValuesTests {
    let fixture: ClientFixture
    let device: Device
    let other: Webcom
    let manager: DatasyncManager
    let node: DatasyncNode

    init() throws {
        fixture = try ClientFixture(["list": ["ann": ["phone": "1"]]])
        device = fixture.device()
        other = fixture.device().legacy.child("list")
        manager = device.manager()
        node = try manager.nodeThrows(for: "list")
    }

    @Test("the current value is decoded first, then the latest value")
    func values() async throws {
        var iterator = node.values(as: [String: Contact].self).makeAsyncIterator()
        #expect(try await iterator.next() == ["ann": Contact(phone: "1")])
        for phone in 2...9 { other.set(contacts(["ann": "\(phone)"])) }
        #expect(try await iterator.next() == ["ann": Contact(phone: "9")])
    }

    @Test("a value that cannot be decoded throws an error with its path and type")
    func undecodable() async throws {
        var iterator = node.values(as: [String: Contact].self).makeAsyncIterator()
        _ = try await iterator.next()
        other.set("text")
        let error = await #expect(throws: WebcomError.self) { try await iterator.next() }
        #expect(error?.code == .decodingFailed)
        #expect(error?.path == "/list")
        #expect(error?.message.contains("Contact") == true)
    }

    @Test("children are decoded rows in order, with their acknowledgement")
    func children() async throws {
        other.set(["10": "j", "9": "i", "x": "k"])
        var iterator = node.children(as: String.self).makeAsyncIterator()
        let rows = try #require(try await iterator.next())
        #expect(rows.map(\.key) == ["9", "10", "x"])
        #expect(rows.map(\.value) == ["i", "j", "k"])
        #expect(rows.map(\.isAcknowledged) == [true, true, true])
        device.port.hold()
        node.promise.merge(with: ["9": nil, "a": "new"] as [String: String?])
        let local = try #require(try await iterator.next())
        #expect(local.map(\.key) == ["10", "a", "x"])
        #expect(local.map(\.isAcknowledged) == [true, false, true])
        device.port.release()
        var last = local
        while !last.allSatisfy(\.isAcknowledged) { last = try #require(try await iterator.next()) }
        #expect(last.map(\.value) == ["j", "new", "k"])
    }

    @Test("the first list is that of the known node, even if a write is acknowledged before that")
    func firstChildren() async throws {
        other.set(["b": "B"])
        device.port.hold()
        node.promise.merge(with: ["a": "A"])
        var iterator = node.children(as: String.self).makeAsyncIterator()
        device.port.release()
        #expect(try await iterator.next()?.map(\.key) == ["a", "b"])
    }

    @Test("a change that concerns no child gives no list")
    func unchangedChildren() async throws {
        other.set(["a": "A"])
        var iterator = node.children(as: String.self).makeAsyncIterator()
        #expect(try await iterator.next()?.map(\.key) == ["a"])
        other.setPriority(1)
        other.child("b").set("B")
        #expect(try await iterator.next()?.map(\.key) == ["a", "b"])
        other.set("primitive")
        other.set("another primitive")
        other.set(["c": "C"])
        #expect(try await iterator.next()?.isEmpty == true)
        #expect(try await iterator.next()?.map(\.key) == ["c"])
    }

    @Test("a constraint gives only the rows inside it, and an empty list if there are none")
    func constrained() async throws {
        other.set(["a": 1, "b": 2, "c": 3])
        var iterator = node.children(as: Int.self, childrenConstraint: .first(limit: 2)).makeAsyncIterator()
        #expect(try await iterator.next()?.map(\.key) == ["a", "b"])
        other.child("a").remove()
        #expect(try await iterator.next()?.map(\.key) == ["b", "c"])
        other.remove()
        #expect(try await iterator.next()?.isEmpty == true)
    }

    @Test("the lists that share rows have those of the arrays, after each random change", arguments: 0..<4)
    func sharedLists(salt: Int) async throws {
        var generator = SeededGenerator(salt: UInt64(9_800 + salt))
        let constraint: DatasyncChildrenConstraint = salt.isMultiple(of: 2) ? .all : .ordered(by: .value)
        other.set(Dictionary(uniqueKeysWithValues: (0..<300).map { ("k\($0)", $0) }))
        let rows = node.children(as: Int.self, childrenConstraint: constraint)
        var (arrays, lists) = (rows.makeAsyncIterator(), rows.lists.makeAsyncIterator())
        var kept: [(array: [DatasyncRow<Int>], list: DatasyncList<DatasyncRow<Int>>)] = []
        for _ in 0..<150 {
            let array = try #require(try await arrays.next())
            let list = try #require(try await lists.next())
            #expect(array.elementsEqual(list), "\(Seed.note)")
            kept.append((array, list))
            let key = "k\(generator.below(400))"
            // A value that no child has, so that each change gives a list.
            let value = generator.chance(30) && array.contains { $0.key == key } ? nil : 1_000 + kept.count
            if let value { other.child(key).set(value) } else { other.child(key).remove() }
        }
        #expect(kept.count == 150 && kept.allSatisfy { $0.array.elementsEqual($0.list) }, "\(Seed.note)")
    }

    @Test("the connection states begin with the current state and then follow it")
    func states() async throws {
        var iterator = manager.service.states.makeAsyncIterator()
        #expect(await iterator.next()?.connectionState == .connected(backEndTimeOffsetMS: 0))
        manager.service.isConnectionEnabled = false
        let off = await iterator.next()
        #expect(off?.connectionState == .disconnected(backEndTimeOffsetMS: 0, isInitializing: false))
        #expect(off == manager.service.state)
        #expect(off?.connectionState.backEndTimeOffsetMS == 0)
        manager.service.isConnectionEnabled = true
        #expect(await iterator.next()?.connectionState == .connected(backEndTimeOffsetMS: 0))
        device.port.drop()
        #expect(await iterator.next()?.connectionState == .disconnected(backEndTimeOffsetMS: 0, isInitializing: false))
    }

    @Test("a manager delivers connection states on its queue until it is released")
    func stateCallbacks() {
        let log = Log()
        var own: DatasyncManager? = device.manager()
        own?.subscribeToStateChange(queue: nil) { state in
            if case .connected = state.connectionState { log.note("on") } else { log.note("off") }
        }
        device.port.drop()
        device.port.restore()
        fixture.flush()
        #expect(log.take().first == "on")
        own = nil
        device.port.drop()
        fixture.flush()
        #expect(log.take() == [])
        #expect(own == nil)
    }

    @Test("awaited operations return their results")
    func awaited() async throws {
        try await node.set(["n": 1])
        #expect(try await node.value().description == #"{"n":1}"#)
        try await node.merge(with: ["m": 2])
        #expect(try await node.decodedValue(as: [String: Int].self) == ["n": 1, "m": 2])
        let inferred: [String: Int] = try await node.decodedValue()
        #expect(inferred.count == 2)
        let child: DatasyncNode = try await node.push(Contact(phone: "7"))
        #expect(try await child.decodedValue(as: Contact.self) == Contact(phone: "7"))
        #expect(child.parent == node)
        let counter = try #require(node.relativeNode(for: "n"))
        #expect(try await counter.increment(by: 1) == 2)
        #expect(try await counter.runTransaction(DatasyncTransaction.toggle()).status == .aborted)
        let copy = try manager.nodeThrows(for: "copy")
        #expect(try await counter.copyValue(to: copy).decoded(as: Int.self) == 2)
        #expect(try await copy.decodedValue(as: Int.self) == 2)
        try await node.clear()
        #expect(try await node.value().isNull)
        try await node.set(.raw, ["a": [1, 2]])
        #expect(try await node.value().json as? [String: [Int]] == ["a": [1, 2]])
        #expect(try await node.value().rawJSON as? [String: [String: Int]] == ["a": ["0": 1, "1": 2]])
        try await node.set(nil)
        #expect(try await node.value().json == nil)
        try await node.set("gone", at: .nextDisconnection)
        try await node.cancelNextDisconnectionOperations()
        device.port.drop()
        #expect((fixture.embedded.data as? [String: Int])?.keys.sorted() == ["copy"])
    }

    @Test("decoding throws its error or returns nil, as requested; integer keys decode as list and as dictionary")
    func decoding() async throws {
        try await node.set(["x", "y"])
        let value = try await node.value()
        #expect(value.decoded(as: [String].self) == ["x", "y"])
        #expect(value.decoded(as: [String: String].self) == ["0": "x", "1": "y"])
        #expect(value.decoded(as: Contact.self) == nil)
        let error = #expect(throws: WebcomError.self) { try value.decodedThrowing(as: Contact.self) }
        #expect(error?.code == .decodingFailed)
    }
}
