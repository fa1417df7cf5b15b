import ClientTestSupport
import DatasyncAsync
import DatasyncLegacy
import TestSupport
import Testing

private struct NamedRow: Codable, Sendable, Equatable {
    var name: String
}

@Suite("Children that cannot be decoded", .timeLimit(.minutes(30)))
struct UndecodableRowTests {
    let fixture: ClientFixture
    let device: Device
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["list": ["a": ["name": "Ada"], "b": ["name": 7], "c": ["name": "Cid"]]])
        device = fixture.device()
        device.application.diagnostics = { [log] error in log.note("\(error.code) \(error.path ?? "")") }
    }

    @Test("a child has a row only while it can be decoded, and the list continues")
    func skipped() async throws {
        let manager = device.manager()
        var rows = manager["list"].children(as: NamedRow.self).makeAsyncIterator()
        #expect(try await rows.next()?.map(\.key) == ["a", "c"])
        #expect(log.take() == ["decodingFailed /list/b/name"])
        fixture.device().legacy.child("list/b/name").set("Bob")
        #expect(try await rows.next()?.map(\.value.name) == ["Ada", "Bob", "Cid"])
        fixture.device().legacy.child("list/a").set(1)
        #expect(try await rows.next()?.map(\.key) == ["b", "c"])
        #expect(log.take() == ["decodingFailed /list/a"])
    }

    @Test("a child that cannot be decoded ends the sequence under the corresponding policy")
    func ended() async throws {
        let manager = device.manager()
        var rows = manager["list"].children(as: NamedRow.self, undecodable: .end).makeAsyncIterator()
        await #expect(throws: WebcomError.self) { try await rows.next() }
    }

    @Test("a failable type gives a row with the failure in lists, dictionaries and live collections")
    func failures() async throws {
        let manager = device.manager()
        var rows = manager["list"].children(as: FailableDecodable<NamedRow>.self).makeAsyncIterator()
        let list = try #require(try await rows.next())
        #expect(list.map(\.key) == ["a", "b", "c"])
        #expect(list.map { $0.value.value?.name } == ["Ada", nil, "Cid"])
        #expect(list[1].value.error?.code == .decodingFailed)
        #expect(list[1].value.error?.message.contains("NamedRow") == true)
        let all = try await manager["list"].decodedValue(as: [String: FailableDecodable<NamedRow>].self)
        #expect(all.compactMapValues(\.value) == ["a": NamedRow(name: "Ada"), "c": NamedRow(name: "Cid")])
        #expect(log.take() == [])
    }
}
