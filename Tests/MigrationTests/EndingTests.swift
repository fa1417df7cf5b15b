import DatasyncBackend
import DatasyncLegacy
import Testing

@testable import MigrationPairs

@Suite("Pairs that end", .timeLimit(.minutes(30)))
@MainActor
struct EndingTests {
    @Test("others see who is online, and once the connection is lost who is not")
    func presence() async throws {
        let versions = Versions(PresenceLegacy.self, PresenceCallback.self, PresenceAsync.self)
        try await versions.play { stage in
            stage.start()
            await stage.hears("online")
            stage.noteData()
            stage.port.drop()
            stage.noteData()
            await stage.hears(
                #"(back end: ["status": ["ada": "online"]])"#, #"(back end: ["status": ["ada": "offline"]])"#)
            // It is done once: after a reconnect it has to be registered again.
            stage.port.restore()
            stage.own.child("status/ada").set("back")
            stage.port.drop()
            stage.noteData()
            await stage.hears(#"(back end: ["status": ["ada": "back"]])"#)
            stage.port.restore()
            stage.start()
            await stage.hears("online")
            stage.stop()
            await stage.hears("offline")
            // What was taken back does not happen.
            stage.own.child("status/ada").set("away")
            stage.port.drop()
            stage.noteData()
            await stage.hears(#"(back end: ["status": ["ada": "away"]])"#)
            stage.port.restore()
            try stage.embedded.setRules(#"{"rules": {".read": true}}"#)
            stage.start()
            await stage.hears("refused: permissionDenied")
            try stage.embedded.setRules("null")
            stage.stop()
            await stage.hears("offline")
            stage.release()
            await stage.hears("(released)")
        }
    }

    @Test("what may not be read, now or later, is told once; after that a new attempt is possible")
    func revocation() async throws {
        let versions = Versions(RevocationLegacy.self, RevocationCallback.self, RevocationAsync.self)
        let (closed, open) = (#"{"rules": {".read": false, ".write": true}}"#, "null")
        try await versions.play(with: ["secret": "42"]) { stage in
            stage.start()
            await stage.hears("42")
            stage.other.child("secret").set("43")
            try stage.embedded.setRules(closed)
            await stage.hears("43", "no more: permissionDenied")
            try stage.embedded.setRules(open)
            stage.other.child("secret").set("44")
            await stage.hearsNothing()
            // Forbidden from the start.
            try stage.embedded.setRules(closed)
            stage.start()
            await stage.hears("no more: permissionDenied")
            try stage.embedded.setRules(open)
            stage.start()
            await stage.hears("44")
            // Who ends it is told nothing.
            stage.stop()
            await stage.hearsNothing()
            try stage.embedded.setRules(closed)
            await stage.hearsNothing()
        }
    }

    @Test("a screen listens while it is visible, again when it comes back, and not when it is released")
    func screenLifetime() async throws {
        let versions = Versions(ScreenLifetimeLegacy.self, ScreenLifetimeCallback.self, ScreenLifetimeAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"]]]) { stage in
            stage.start()
            await stage.hears("1 contacts")
            stage.stop()
            stage.other.child("contacts/bob").set(["name": "Bob"])
            stage.noteListens()
            await stage.hears("(listens: 0)")
            stage.start()
            await stage.hears("2 contacts")
            // Another screen of this device listens to the same node.
            stage.own.child("contacts").on("value") { [weak stage] _, _ in stage?.note("(another screen)") }
            await stage.hears("(another screen)")
            stage.release()
            await stage.hears("(released)")
            stage.other.child("contacts").set(nil)
            await stage.hears("(another screen)")
            stage.own.child("contacts").off()
            stage.noteListens()
            await stage.hears("(listens: 0)")
        }
    }

    @Test("a screen that is released while it listens ends its listening at the back end")
    func release() async throws {
        let versions = Versions(ScreenLifetimeLegacy.self, ScreenLifetimeCallback.self, ScreenLifetimeAsync.self)
        try await versions.play { stage in
            stage.start()
            await stage.hears("0 contacts")
            stage.noteListens()
            stage.release()
            await stage.hears("(listens: 1)", "(released)")
            stage.noteListens()
            await stage.hears("(listens: 0)")
        }
    }

    @Test("a screen that was never visible ends nothing when it is released, and another screen listens on")
    func neverVisible() async throws {
        let versions = Versions(ScreenLifetimeLegacy.self, ScreenLifetimeCallback.self, ScreenLifetimeAsync.self)
        try await versions.play { stage in
            stage.own.child("contacts").on("value") { [weak stage] _, _ in stage?.note("(another screen)") }
            await stage.hears("(another screen)")
            stage.stop()
            stage.release()
            stage.other.child("contacts/ada").set(["name": "Ada"])
            await stage.hears("(released)", "(another screen)")
            stage.own.child("contacts").off()
        }
    }

    @Test("one listener ends itself, the others go on until all are ended")
    func cancellation() async throws {
        let versions = Versions(CancellationLegacy.self, CancellationCallback.self, CancellationAsync.self)
        try await versions.play(with: ["guests": ["ada": true]]) { stage in
            stage.start()
            await stage.hears("welcome ada", "1 guests")
            // Additions come before the value that they lead to.
            stage.other.child("guests/bob").set(true)
            await stage.hears("welcome bob", "2 guests")
            stage.own.child("guests/cid").set(true)
            await stage.hears("welcome cid")
            // Ended while events are on their way: they are not delivered any more.
            stage.other.child("guests/dan").set(true)
            stage.stop()
            await stage.hearsNothing()
            stage.other.child("guests/eve").set(true)
            await stage.hearsNothing()
            stage.noteListens()
            await stage.hears("(listens: 0)")
        }
    }
}
