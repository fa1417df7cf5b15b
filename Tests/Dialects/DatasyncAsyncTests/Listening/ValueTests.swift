import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import Foundation
import Testing

@Suite("Read values", .timeLimit(.minutes(30)))
struct ValueTests {
    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager

    init() throws {
        fixture = try ClientFixture([
            "ada": ["name": "Ada", "numbers": [1, 2.5, true], "snakeCase": 1e15], "bob": "text", "10": 1, "9": -0.5,
        ])
        device = fixture.device()
        manager = device.manager()
    }

    @Test("children are in key order with their values, and have children themselves")
    func children() async throws {
        let value = try await manager[""].value()
        #expect(value.keyedChildren.map(\.key) == ["9", "10", "ada", "bob"])
        for (key, child) in value.keyedChildren { #expect(child == value[key]) }
        #expect(value["ada"]["numbers/1"].decoded(as: Double.self) == 2.5)
        #expect(value.child("ada/name").decoded(as: String.self) == "Ada")
        #expect(value["ada"]["numbers"].keyedChildren.map(\.value.description) == ["1", "2.5", "true"])
        #expect(value["bob"].keyedChildren.isEmpty && value["none"].keyedChildren.isEmpty)
        #expect(value["none"].isNull && value["ada"]["../bob"].isNull)
        #expect(value["ada"].isAcknowledged)
    }

    @Test("values are equal by JSON and acknowledgement, independent of their path")
    func equality() async throws {
        let ada = manager["ada"]
        let (first, again) = (try await ada.value(), try await ada.value())
        #expect(first == again && first.hashValue == again.hashValue)
        #expect(try await ada.copyValue(to: manager["copy"]) == manager["copy"].value())
        #expect(first["name"] != first)
        #expect(Set([first, again, first["name"]]).count == 2)
        var events = ada.events().makeAsyncIterator()
        #expect(try await events.next()?.value == first)
        device.port.hold()
        ada.promise.set(["name": "Ada"])
        let local = try #require(try await events.next()?.value)
        device.port.release()
        let acknowledged = try await ada.value()
        #expect(local.description == acknowledged.description && local != acknowledged)
    }

    @Test("values encode as their JSON, whole numbers as integers, keys unchanged")
    func encoding() async throws {
        let value = try await manager[""].value()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let text = { String(decoding: try encoder.encode($0 as DatasyncValue), as: UTF8.self) }
        #expect(try text(value["ada"]) == #"{"name":"Ada","numbers":[1,2.5,true],"snakeCase":1000000000000000}"#)
        #expect(try text(value["bob"]) == #""text""#)
        #expect(try text(value["9"]) == "-0.5")
        #expect(try text(value["none"]) == "null")
        // As an `Encodable`, a value can be written to another node.
        try await manager["copy"].set(value["ada"])
        #expect(try await manager["copy"].value() == value["ada"])
    }

    @Test("rows are identified by their key, and compare, hash and encode with their values")
    func rows() async throws {
        var iterator = manager["ada/numbers"].children(as: Double.self, childrenConstraint: .first(limit: 2))
            .makeAsyncIterator()
        let rows = try #require(try await iterator.next())
        #expect(rows.map(\.id) == ["0", "1"])
        #expect(rows[0] == rows[0] && rows[0] != rows[1])
        #expect(Set(rows + rows).count == 2)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(rows[1]), as: UTF8.self)
        #expect(text == #"{"isAcknowledged":true,"key":"1","value":2.5}"#)
    }

    @Test("items of live collections compare and hash with their models")
    func liveItems() {
        let collection = manager["ada/numbers"].liveCollection(of: Double.self, pageSize: 2, queue: fixture.queue)
        fixture.flush()
        let items = collection.models
        #expect(items.count == 2 && items[0] == items[0] && items[0] != items[1])
        #expect(Set(items + items).count == 2)
    }

    @Test("reads accept a constraint, as a promise and as a function")
    func constrainedReads() async throws {
        let root = manager[""]
        #expect(try await root.value(childrenConstraint: .first(limit: 2)).description == #"{"9":-0.5,"10":1}"#)
        #expect(try await root.value(childrenConstraint: .startAt(key: "b")).description == #"{"bob":"text"}"#)
        #expect(try await root.value(childrenConstraint: .all) == root.value())
        let last = try await root.promise.value(childrenConstraint: .endAt(key: "10", limit: 1)).value
        #expect(last.keyedChildren.count == 1)
        for constraint in [DatasyncChildrenConstraint.first(limit: 0), .startAt(key: "a/b")] {
            let error = await #expect(throws: WebcomError.self) { try await root.value(childrenConstraint: constraint) }
            #expect(error?.code == .invalidConstraint)
        }
    }

    @Test("errors can be made, compared and put into sets")
    func errors() {
        let error = WebcomError(.permissionDenied, at: "/a", "The rules do not allow it.")
        #expect(error.code == .permissionDenied && error.path == "/a")
        #expect(error.localizedDescription == "The rules do not allow it.")
        #expect(error.description == "permissionDenied: The rules do not allow it.")
        #expect(error.debugDescription == "WebcomError(permissionDenied, at /a, The rules do not allow it.)")
        let other = WebcomError(.permissionDenied, "The rules do not allow it.")
        #expect(Set([error, other, error]).count == 2 && other.path == nil)
    }
}
