import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import Testing

@testable import MigrationPairs

@Suite("Pairs that write", .timeLimit(.minutes(30)))
@MainActor
struct WritingTests {
    @Test("writes follow one another until all is stored, or until the first that is refused")
    func writeWithCompletion() async throws {
        let versions = Versions(
            WriteWithCompletionLegacy.self, WriteWithCompletionCallback.self, WriteWithCompletionAsync.self)
        try await versions.play { stage in
            stage.act()
            await stage.hears("set", "updated", "pushed", "removed")
            stage.port.hold()
            stage.act()
            await stage.hearsNothing()
            stage.port.refuseNext(with: .permissionDenied)
            stage.port.release()
            await stage.hears("refused: permissionDenied")
            // Nobody may write what is not called ada: the third is refused.
            try stage.embedded.setRules(
                #"{"rules": {".read": true, "contacts": {"ada": {".write": true}}}}"#)
            stage.act()
            await stage.hears("set", "updated", "refused: permissionDenied")
            // Without a connection they wait.
            try stage.embedded.setRules("null")
            stage.port.drop()
            stage.act()
            await stage.hearsNothing()
            stage.port.restore()
            await stage.hears("set", "updated", "pushed", "removed")
        }
    }

    @Test("seats are taken as long as there are some, whoever takes them meanwhile")
    func transaction() async throws {
        let versions = Versions(TransactionLegacy.self, TransactionCallback.self, TransactionAsync.self)
        try await versions.play { stage in
            stage.act()
            await stage.hears("taken, 2 left")
            // Somebody else is faster: the function runs again.
            stage.port.hold()
            stage.act()
            await stage.hearsNothing()
            stage.other.child("seats").set(1)
            await stage.hearsNothing()
            stage.port.release()
            await stage.hears("taken, 0 left")
            stage.act()
            await stage.hears("sold out")
            stage.other.child("seats").set(3)
            stage.port.refuseNext(with: .permissionDenied)
            stage.act()
            await stage.hears("refused: permissionDenied")
            // One after the other: two tasks that wait at the same time may go on in any order.
            stage.act()
            await stage.hears("taken, 2 left")
            stage.act()
            await stage.hears("taken, 1 left")
        }
    }

    @Test("likes are counted, also those of others meanwhile, unless there is no number")
    func increment() async throws {
        let versions = Versions(IncrementLegacy.self, IncrementCallback.self, IncrementAsync.self)
        try await versions.play { stage in
            stage.act()
            await stage.hears("1 likes")
            stage.port.hold()
            stage.act()
            await stage.hearsNothing()
            stage.other.child("likes").increment(by: 5)
            stage.port.release()
            await stage.hears("7 likes")
            stage.other.child("likes").set("many")
            stage.act()
            await stage.hears("not counted: notANumber")
            stage.other.child("likes").set(2)
            try stage.embedded.setRules(#"{"rules": {".read": true}}"#)
            stage.act()
            await stage.hears("not counted: permissionDenied")
        }
    }

    @Test(
        "a server timestamp is an estimate first; the real one comes as a change, or as an acknowledgement if it is equal"
    )
    func serverTimestamp() async throws {
        let versions = Versions(ServerTimestampLegacy.self, ServerTimestampCallback.self, ServerTimestampAsync.self)
        try await versions.play { stage in
            stage.start()
            await stage.hears("never")
            stage.act()
            await stage.hears("at about 1700000000000", "at 1700000000000")
            stage.port.hold()
            stage.clock.advance(byMilliseconds: 1000)
            stage.act()
            await stage.hears("at about 1700000001000")
            stage.clock.advance(byMilliseconds: 1500)
            stage.port.release()
            await stage.hears("at 1700000002500")
            stage.clock.advance(byMilliseconds: 500)
            stage.other.child("lastVisit").set(Webcom.ServerValue.TIMESTAMP)
            await stage.hears("at 1700000003000")
        }
    }

    @Test("what is written without a connection is stored when there is one again, and told then")
    func offline() async throws {
        let versions = Versions(OfflineLegacy.self, OfflineCallback.self, OfflineAsync.self)
        try await versions.play { stage in
            stage.act()
            await stage.hears("sent")
            stage.start()
            stage.act()
            stage.act()
            await stage.hearsNothing()
            stage.note("(back end: \((stage.embedded.data as? [String: [String: String]])?["messages"]?.count ?? 0))")
            await stage.hears("(back end: 1)")
            stage.stop()
            await stage.hears("sent", "sent")
            stage.note("(back end: \((stage.embedded.data as? [String: [String: String]])?["messages"]?.count ?? 0))")
            await stage.hears("(back end: 3)")
            // What the back end refuses when it hears of it at last is told as refused.
            stage.start()
            stage.act()
            try stage.embedded.setRules(#"{"rules": {".read": true}}"#)
            await stage.hearsNothing()
            stage.stop()
            await stage.hears("refused: permissionDenied")
        }
    }

    @Test("what one dialect writes a listener of another hears, before the write is told to be stored")
    func mixing() async throws {
        let versions = Versions(MixingLegacy.self, MixingCallback.self, MixingAsync.self)
        try await versions.play(with: ["city": "Paris"]) { stage in
            stage.start()
            await stage.hears("Paris")
            stage.port.hold()
            stage.act()
            await stage.hears("Rome (saving)")
            stage.port.release()
            await stage.hears("Rome", "stored")
            stage.other.child("city").set("Oslo")
            await stage.hears("Oslo")
            // Held on purpose: what is answered at once is told by an `await` before the event that a callback waits to deliver.
            stage.port.hold()
            stage.port.refuseNext(with: .permissionDenied)
            stage.act()
            await stage.hears("Rome (saving)")
            stage.port.release()
            await stage.hears("Oslo", "refused")
        }
    }
}
