import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import Dispatch
import Testing

@Suite("Live objects: one trace through string events, callbacks and sequences", .timeLimit(.minutes(30)))
struct LiveObjectRowTests {
    @Test("L1: nothing cached: loading, nothing there, no event yet")
    func unknown() async throws {
        try await expectStory(1, ["made loading/notExist none"]) { stage in
            stage.hold()
            try await stage.create()
        }
    }

    @Test("L2 and L3: the answer comes: three events, once each, in order, all with the final values")
    func answered() async throws {
        try await expectStory(
            1,
            [
                "made loading/notExist none", "loadingStatusChanged loaded/fresh 1", "dataStatusChanged loaded/fresh 1",
                "dataUpdated loaded/fresh 1",
            ]
        ) { stage in
            stage.hold()
            try await stage.create()
            await stage.release()
        }
    }

    @Test("L4 and L5: a cached copy shows at once; an equal answer changes the statuses alone")
    func equalCopy() async throws {
        try await expectStory(
            ["name": "Ada"],
            [
                #"made loading/local {"name":"Ada"}"#, #"loadingStatusChanged loaded/fresh {"name":"Ada"}"#,
                #"dataStatusChanged loaded/fresh {"name":"Ada"}"#,
            ]
        ) { stage in
            await stage.remember()
            stage.hold()
            try await stage.create()
            await stage.release()
        }
    }

    @Test("L6: another answer than the cached copy: all three events")
    func otherCopy() async throws {
        try await expectStory(
            1,
            [
                "made loading/local 1", "loadingStatusChanged loaded/fresh 2", "dataStatusChanged loaded/fresh 2",
                "dataUpdated loaded/fresh 2",
            ]
        ) { stage in
            await stage.remember()
            await stage.otherWrites(2)
            stage.hold()
            try await stage.create()
            await stage.release()
        }
    }

    @Test("L7: where the data are listened to already: everything at once, no event, no request")
    func listenedTo() async throws {
        try await expectStory(1, ["made loaded/fresh 1"]) { stage in
            stage.mine.legacy.on("value", queue: nil) { _, _ in }
            await stage.flush()
            let count = stage.listenCount
            stage.hold()
            try await stage.create()
            #expect(stage.listenCount == count)
            await stage.release()
            #expect(stage.listenCount == count)
        }
    }

    @Test("L8: refused, nothing cached: both statuses, then the error")
    func refused() async throws {
        try await expectStory(
            1,
            [
                "made loading/notExist none", "loadingStatusChanged error/error none",
                "dataStatusChanged error/error none",
                "dataError error/error none permissionDenied",
            ]
        ) { stage in
            try await stage.rules(closed)
            stage.hold()
            try await stage.create()
            await stage.release()
            await stage.otherWrites(2)
        }
    }

    @Test("L9: refused with a cached copy: the same, and the model stays")
    func refusedCopy() async throws {
        try await expectStory(
            1,
            [
                "made loading/local 1", "loadingStatusChanged error/error 1", "dataStatusChanged error/error 1",
                "dataError error/error 1 permissionDenied",
            ]
        ) { stage in
            await stage.remember()
            try await stage.rules(closed)
            stage.hold()
            try await stage.create()
            await stage.release()
        }
    }

    private static let begun = [
        "made loading/notExist none", "loadingStatusChanged loaded/fresh 1", "dataStatusChanged loaded/fresh 1",
        "dataUpdated loaded/fresh 1",
    ]

    /// A story that goes on after L2.
    private func expect(
        after lines: [String], sourceLocation: SourceLocation = #_sourceLocation,
        _ story: (LiveFixture) async throws -> Void
    ) async throws {
        try await expectStory(1, Self.begun + lines, sourceLocation: sourceLocation) { stage in
            stage.hold()
            try await stage.create()
            await stage.release()
            try await story(stage)
        }
    }

    @Test("L10: a change by another client: the data alone")
    func otherClient() async throws {
        try await expect(after: ["dataUpdated loaded/fresh 2"]) { stage in await stage.otherWrites(2) }
    }

    @Test("L11: a local write: local and the data; its acknowledgement: fresh alone")
    func localWrite() async throws {
        try await expect(
            after: [
                "dataStatusChanged loaded/local 2", "dataUpdated loaded/local 2", "dataStatusChanged loaded/fresh 2",
            ]
        ) { stage in
            stage.hold()
            await stage.write(2)
            await stage.release()
        }
    }

    @Test("L12: a local write that is rejected: fresh again, with the old model")
    func rejectedWrite() async throws {
        try await expect(
            after: [
                "dataStatusChanged loaded/local 2", "dataUpdated loaded/local 2", "dataStatusChanged loaded/fresh 1",
                "dataUpdated loaded/fresh 1",
            ]
        ) { stage in
            try await stage.rules(readOnly)
            stage.hold()
            await stage.write(2)
            await stage.release()
        }
    }

    @Test("L13: equal content again: nothing")
    func equalContent() async throws {
        try await expect(after: []) { stage in
            await stage.otherWrites(1)
            await stage.write(1.0)
            await stage.otherWrites(1)
        }
    }

    @Test("L20: the answer is null: the statuses alone, and no model")
    func answeredNull() async throws {
        try await expectStory(
            nil,
            [
                "made loading/notExist none", "loadingStatusChanged loaded/fresh none",
                "dataStatusChanged loaded/fresh none",
            ]
        ) { stage in
            stage.hold()
            try await stage.create()
            await stage.release()
        }
    }

    @Test("L21: removed by another client: no model any more; by this one: local until it is acknowledged")
    func removed() async throws {
        try await expect(after: ["dataUpdated loaded/fresh none"]) { stage in await stage.otherWrites(nil) }
        try await expect(
            after: [
                "dataStatusChanged loaded/local none", "dataUpdated loaded/local none",
                "dataStatusChanged loaded/fresh none",
            ]
        ) { stage in
            stage.hold()
            await stage.write(nil)
            await stage.release()
        }
    }

    @Test("L22: a local write before the first answer shows at once, and loading goes on")
    func writtenBefore() async throws {
        try await expectStory(
            1,
            [
                "made loading/notExist none", "dataStatusChanged loading/local 2", "dataUpdated loading/local 2",
                "loadingStatusChanged loaded/local 2", "dataStatusChanged loaded/fresh 2",
            ]
        ) { stage in
            stage.hold()
            try await stage.create()
            await stage.write(2)
            await stage.release()
        }
    }

    @Test("L22: the same, and the write is rejected")
    func rejectedBefore() async throws {
        try await expectStory(
            1,
            [
                "made loading/notExist none", "dataStatusChanged loading/local 2", "dataUpdated loading/local 2",
                "loadingStatusChanged loaded/local 2", "dataStatusChanged loaded/fresh 1", "dataUpdated loaded/fresh 1",
            ]
        ) { stage in
            try await stage.rules(readOnly)
            stage.hold()
            try await stage.create()
            await stage.write(2)
            await stage.release()
        }
    }

    @Test(
        "L23: made offline it waits without an error, with the cached copy where there is one, and goes on when connected"
    )
    func offline() async throws {
        try await expectStory(
            1,
            [
                "made loading/notExist none", "loadingStatusChanged loaded/fresh 1", "dataStatusChanged loaded/fresh 1",
                "dataUpdated loaded/fresh 1",
            ]
        ) { stage in
            await stage.drop()
            try await stage.create()
            await stage.restore()
        }
        try await expectStory(
            1,
            [
                "made loading/local 1", "loadingStatusChanged loaded/fresh 2", "dataStatusChanged loaded/fresh 2",
                "dataUpdated loaded/fresh 2",
            ]
        ) { stage in
            await stage.remember()
            await stage.drop()
            try await stage.create()
            await stage.otherWrites(2)
            await stage.restore()
        }
    }

    @Test("L23: a write below a cached copy shows at once, offline too")
    func offlineWriteBelow() async throws {
        try await expectStory(
            ["a": 1, "b": 2],
            [
                #"made loading/local {"a":1,"b":2}"#, #"dataUpdated loading/local {"a":1,"b":3}"#,
                #"loadingStatusChanged loaded/local {"a":1,"b":3}"#, #"dataStatusChanged loaded/fresh {"a":1,"b":3}"#,
            ]
        ) { stage in
            await stage.remember()
            await stage.drop()
            try await stage.create()
            await stage.write(3, at: "b")
            await stage.restore()
        }
    }

    @Test("L24: revoked later: the statuses, then the error, and the model stays; nothing follows")
    func revoked() async throws {
        try await expect(
            after: [
                "loadingStatusChanged error/error 1", "dataStatusChanged error/error 1",
                "dataError error/error 1 permissionDenied",
            ]
        ) { stage in
            try await stage.rules(closed)
            try await stage.rules(#"{"rules": {".read": true, ".write": true}}"#)
            await stage.otherWrites(2)
        }
    }

    @Test(
        "L19: disposed of: nobody hears, both statuses are error, no model; again is harmless, late answers are ignored"
    )
    func disposed() async throws {
        try await expect(after: ["is error/error none", "is error/error none"]) { stage in
            let count = stage.listenCount
            await stage.dispose()
            #expect(stage.listenCount == count - 1)
            await stage.otherWrites(2)
            await stage.dispose()
        }
        try await expectStory(1, ["made loading/notExist none", "is error/error none"]) { stage in
            stage.hold()
            try await stage.create()
            await stage.dispose()
            await stage.release()
            #expect(stage.listenCount == 0)
        }
    }

    @Test("a disconnection changes nothing by itself, and what was written meanwhile arrives afterwards")
    func disconnected() async throws {
        try await expect(after: ["dataUpdated loaded/fresh 2"]) { stage in
            await stage.drop()
            await stage.otherWrites(2)
            await stage.restore()
        }
    }

    @Test("a path that is none is told as an error")
    func illFormed() async throws {
        let fixture = try ClientFixture()
        let node = fixture.device().legacy.child("a#b")
        let heard = Box<[String]>([])
        // On the queue of the object, which therefore tells of nothing before there is a listener.
        let object = fixture.queue.sync {
            let object = node.liveObject(queue: nil)
            object.on("dataError", queue: nil) { heard.value.append($0.error?.code.rawValue ?? "") }
            #expect(object.loadingStatus == .loading)
            return object
        }
        fixture.flush()
        #expect(heard.value == ["invalidPath"])
        #expect(object.loadingStatus == .error)
    }
}
