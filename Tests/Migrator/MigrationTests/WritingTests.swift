import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import Testing

@testable import MigrationPairs

@Suite("Pairs: writing", .timeLimit(.minutes(30)))
@MainActor
struct WritingTests {
    @Test("writes run in turn until all are stored, or until the first refusal")
    func writeWithCompletion() async throws {
        let versions = Versions(
            WriteWithCompletionLegacy.self, WriteWithCompletionCallback.self, WriteWithCompletionAsync.self)
        try await versions.play { fixture in
            fixture.act()
            await fixture.hears("set", "updated", "pushed", "removed")
            fixture.port.hold()
            fixture.act()
            await fixture.hearsNothing()
            fixture.port.refuseNext(with: .permissionDenied)
            fixture.port.release()
            await fixture.hears("refused: permissionDenied")
            // The rules allow only writes to ada, so the third write is refused.
            try fixture.embedded.setRules(
                #"{"rules": {".read": true, "contacts": {"ada": {".write": true}}}}"#)
            fixture.act()
            await fixture.hears("set", "updated", "refused: permissionDenied")
            // Without a connection the writes are queued.
            try fixture.embedded.setRules("null")
            fixture.port.drop()
            fixture.act()
            await fixture.hearsNothing()
            fixture.port.restore()
            await fixture.hears("set", "updated", "pushed", "removed")
        }
    }

    @Test("seats are taken while there are any, also during writes of other clients")
    func transaction() async throws {
        let versions = Versions(TransactionLegacy.self, TransactionCallback.self, TransactionAsync.self)
        try await versions.play { fixture in
            fixture.act()
            await fixture.hears("taken, 2 left")
            // Another client writes first, so the function runs again.
            fixture.port.hold()
            fixture.act()
            await fixture.hearsNothing()
            fixture.other.child("seats").set(1)
            await fixture.hearsNothing()
            fixture.port.release()
            await fixture.hears("taken, 0 left")
            fixture.act()
            await fixture.hears("sold out")
            fixture.other.child("seats").set(3)
            fixture.port.refuseNext(with: .permissionDenied)
            fixture.act()
            await fixture.hears("refused: permissionDenied")
            // In turn, as two waiting tasks may resume in any order.
            fixture.act()
            await fixture.hears("taken, 2 left")
            fixture.act()
            await fixture.hears("taken, 1 left")
        }
    }

    @Test("likes of all clients are counted, unless the value is no number")
    func increment() async throws {
        let versions = Versions(IncrementLegacy.self, IncrementCallback.self, IncrementAsync.self)
        try await versions.play { fixture in
            fixture.act()
            await fixture.hears("1 likes")
            fixture.port.hold()
            fixture.act()
            await fixture.hearsNothing()
            fixture.other.child("likes").increment(by: 5)
            fixture.port.release()
            await fixture.hears("7 likes")
            fixture.other.child("likes").set("many")
            fixture.act()
            await fixture.hears("not counted: notANumber")
            fixture.other.child("likes").set(2)
            try fixture.embedded.setRules(#"{"rules": {".read": true}}"#)
            fixture.act()
            await fixture.hears("not counted: permissionDenied")
        }
    }

    @Test(
        "a server timestamp is first an estimate, then the server value, or an acknowledgement if both are equal"
    )
    func serverTimestamp() async throws {
        let versions = Versions(ServerTimestampLegacy.self, ServerTimestampCallback.self, ServerTimestampAsync.self)
        try await versions.play { fixture in
            fixture.start()
            await fixture.hears("never")
            fixture.act()
            await fixture.hears("at about 1700000000000", "at 1700000000000")
            fixture.port.hold()
            fixture.clock.advance(byMilliseconds: 1000)
            fixture.act()
            await fixture.hears("at about 1700000001000")
            fixture.clock.advance(byMilliseconds: 1500)
            fixture.port.release()
            await fixture.hears("at 1700000002500")
            fixture.clock.advance(byMilliseconds: 500)
            fixture.other.child("lastVisit").set(Webcom.ServerValue.TIMESTAMP)
            await fixture.hears("at 1700000003000")
        }
    }

    @Test("a write without a connection is stored and reported after the reconnect")
    func offline() async throws {
        let versions = Versions(OfflineLegacy.self, OfflineCallback.self, OfflineAsync.self)
        try await versions.play { fixture in
            fixture.act()
            await fixture.hears("sent")
            fixture.start()
            fixture.act()
            fixture.act()
            await fixture.hearsNothing()
            fixture.note(
                "(back end: \((fixture.embedded.data as? [String: [String: String]])?["messages"]?.count ?? 0))")
            await fixture.hears("(back end: 1)")
            fixture.stop()
            await fixture.hears("sent", "sent")
            fixture.note(
                "(back end: \((fixture.embedded.data as? [String: [String: String]])?["messages"]?.count ?? 0))")
            await fixture.hears("(back end: 3)")
            // A write that the back end refuses after the reconnect is reported as refused.
            fixture.start()
            fixture.act()
            try fixture.embedded.setRules(#"{"rules": {".read": true}}"#)
            await fixture.hearsNothing()
            fixture.stop()
            await fixture.hears("refused: permissionDenied")
        }
    }

    @Test("a listener of another dialect receives a write before the write is reported as stored")
    func mixing() async throws {
        let versions = Versions(MixingLegacy.self, MixingCallback.self, MixingAsync.self)
        try await versions.play(with: ["city": "Paris"]) { fixture in
            fixture.start()
            await fixture.hears("Paris")
            fixture.port.hold()
            fixture.act()
            await fixture.hears("Rome (saving)")
            fixture.port.release()
            await fixture.hears("Rome", "stored")
            fixture.other.child("city").set("Oslo")
            await fixture.hears("Oslo")
            // Responses are held because `await` would otherwise return before the event of a callback is delivered.
            fixture.port.hold()
            fixture.port.refuseNext(with: .permissionDenied)
            fixture.act()
            await fixture.hears("Rome (saving)")
            fixture.port.release()
            await fixture.hears("Oslo", "refused")
        }
    }
}
