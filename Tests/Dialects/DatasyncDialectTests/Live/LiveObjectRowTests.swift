import ClientTestSupport
import DatasyncClient
import DatasyncLegacy
import DatasyncLive
import Dispatch
import Testing

@Suite("Live objects in all three dialects", .timeLimit(.minutes(30)))
struct LiveObjectRowTests {
    @Test("L1: without cached data the object is loading, has no data and delivers no event")
    func unknown() async throws {
        try await expectStory(1, ["made loading/notExist none"]) { stage in
            stage.hold()
            try await stage.create()
        }
    }

    @Test("L2 and L3: the first response gives three events, once each, in order, with the final values")
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

    @Test("L4 and L5: cached data are available at once; an equal response changes only the statuses")
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

    @Test("L6: a response that differs from the cached data gives all three events")
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

    @Test("L7: data with an active subscription are available at once, without event or request")
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

    @Test("L8: a refusal without cached data changes both statuses, then delivers the error")
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

    @Test("L9: a refusal with cached data does the same, and the model stays")
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

    /// Runs steps that follow those of L2.
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

    @Test("L10: a change by another client changes only the data")
    func otherClient() async throws {
        try await expect(after: ["dataUpdated loaded/fresh 2"]) { stage in await stage.otherWrites(2) }
    }

    @Test("L11: a local write changes the status to local and the data; its acknowledgement only the status")
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

    @Test("L12: a rejected local write restores the fresh status and the old model")
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

    @Test("L13: writing equal content again delivers no event")
    func equalContent() async throws {
        try await expect(after: []) { stage in
            await stage.otherWrites(1)
            await stage.write(1.0)
            await stage.otherWrites(1)
        }
    }

    @Test("L20: a null response changes only the statuses, and there is no model")
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

    @Test("L21: a removal by another client removes the model; a local removal is local until acknowledged")
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

    @Test("L22: a local write before the first response is available at once, and loading continues")
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

    @Test("L22: a local write before the first response that is rejected is reverted")
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
        "L23: an object made offline waits without an error, uses cached data, and loads after the connect"
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

    @Test("L23: a local write below cached data is available at once, offline too")
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

    @Test("L24: a later revocation changes the statuses, then delivers the error; the model stays")
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
        "L19: after dispose no event follows, both statuses are error, and there is no model; responses are ignored"
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

    @Test("a disconnect alone delivers no event, and changes in the meantime arrive after the reconnect")
    func disconnected() async throws {
        try await expect(after: ["dataUpdated loaded/fresh 2"]) { stage in
            await stage.drop()
            await stage.otherWrites(2)
            await stage.restore()
        }
    }

    @Test("an ill-formed path is reported as an error")
    func illFormed() async throws {
        let fixture = try ClientFixture()
        let node = fixture.device().legacy.child("a#b")
        let heard = Box<[String]>([])
        // Created on the object's queue, so no event is delivered before a listener is added.
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
