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
        try await versions.play { fixture in
            fixture.start()
            await fixture.hears("online")
            fixture.noteData()
            fixture.port.drop()
            fixture.noteData()
            await fixture.hears(
                #"(back end: ["status": ["ada": "online"]])"#, #"(back end: ["status": ["ada": "offline"]])"#)
            // It is done once: after a reconnect it has to be registered again.
            fixture.port.restore()
            fixture.own.child("status/ada").set("back")
            fixture.port.drop()
            fixture.noteData()
            await fixture.hears(#"(back end: ["status": ["ada": "back"]])"#)
            fixture.port.restore()
            fixture.start()
            await fixture.hears("online")
            fixture.stop()
            await fixture.hears("offline")
            // What was taken back does not happen.
            fixture.own.child("status/ada").set("away")
            fixture.port.drop()
            fixture.noteData()
            await fixture.hears(#"(back end: ["status": ["ada": "away"]])"#)
            fixture.port.restore()
            try fixture.embedded.setRules(#"{"rules": {".read": true}}"#)
            fixture.start()
            await fixture.hears("refused: permissionDenied")
            try fixture.embedded.setRules("null")
            fixture.stop()
            await fixture.hears("offline")
            fixture.release()
            await fixture.hears("(released)")
        }
    }

    @Test("what may not be read, now or later, is told once; after that a new attempt is possible")
    func revocation() async throws {
        let versions = Versions(RevocationLegacy.self, RevocationCallback.self, RevocationAsync.self)
        let (closed, open) = (#"{"rules": {".read": false, ".write": true}}"#, "null")
        try await versions.play(with: ["secret": "42"]) { fixture in
            fixture.start()
            await fixture.hears("42")
            fixture.other.child("secret").set("43")
            try fixture.embedded.setRules(closed)
            await fixture.hears("43", "no more: permissionDenied")
            try fixture.embedded.setRules(open)
            fixture.other.child("secret").set("44")
            await fixture.hearsNothing()
            // Forbidden from the start.
            try fixture.embedded.setRules(closed)
            fixture.start()
            await fixture.hears("no more: permissionDenied")
            try fixture.embedded.setRules(open)
            fixture.start()
            await fixture.hears("44")
            // Who ends it is told nothing.
            fixture.stop()
            await fixture.hearsNothing()
            try fixture.embedded.setRules(closed)
            await fixture.hearsNothing()
        }
    }

    @Test("a screen listens while it is visible, again when it comes back, and not when it is released")
    func screenLifetime() async throws {
        let versions = Versions(ScreenLifetimeLegacy.self, ScreenLifetimeCallback.self, ScreenLifetimeAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"]]]) { fixture in
            fixture.start()
            await fixture.hears("1 contacts")
            fixture.stop()
            fixture.other.child("contacts/bob").set(["name": "Bob"])
            fixture.noteListens()
            await fixture.hears("(listens: 0)")
            fixture.start()
            await fixture.hears("2 contacts")
            // Another screen of this device listens to the same node.
            fixture.own.child("contacts").on("value") { [weak fixture] _, _ in fixture?.note("(another screen)") }
            await fixture.hears("(another screen)")
            fixture.release()
            await fixture.hears("(released)")
            fixture.other.child("contacts").set(nil)
            await fixture.hears("(another screen)")
            fixture.own.child("contacts").off()
            fixture.noteListens()
            await fixture.hears("(listens: 0)")
        }
    }

    @Test("a screen that is released while it listens ends its listening at the back end")
    func release() async throws {
        let versions = Versions(ScreenLifetimeLegacy.self, ScreenLifetimeCallback.self, ScreenLifetimeAsync.self)
        try await versions.play { fixture in
            fixture.start()
            await fixture.hears("0 contacts")
            fixture.noteListens()
            fixture.release()
            await fixture.hears("(listens: 1)", "(released)")
            fixture.noteListens()
            await fixture.hears("(listens: 0)")
        }
    }

    @Test("a screen that was never visible ends nothing when it is released, and another screen listens on")
    func neverVisible() async throws {
        let versions = Versions(ScreenLifetimeLegacy.self, ScreenLifetimeCallback.self, ScreenLifetimeAsync.self)
        try await versions.play { fixture in
            fixture.own.child("contacts").on("value") { [weak fixture] _, _ in fixture?.note("(another screen)") }
            await fixture.hears("(another screen)")
            fixture.stop()
            fixture.release()
            fixture.other.child("contacts/ada").set(["name": "Ada"])
            await fixture.hears("(released)", "(another screen)")
            fixture.own.child("contacts").off()
        }
    }

    @Test("one listener ends itself, the others go on until all are ended")
    func cancellation() async throws {
        let versions = Versions(CancellationLegacy.self, CancellationCallback.self, CancellationAsync.self)
        try await versions.play(with: ["guests": ["ada": true]]) { fixture in
            fixture.start()
            await fixture.hears("welcome ada", "1 guests")
            // Additions come before the value that they lead to.
            fixture.other.child("guests/bob").set(true)
            await fixture.hears("welcome bob", "2 guests")
            fixture.own.child("guests/cid").set(true)
            await fixture.hears("welcome cid")
            // Ended while events are on their way: they are not delivered any more.
            fixture.other.child("guests/dan").set(true)
            fixture.stop()
            await fixture.hearsNothing()
            fixture.other.child("guests/eve").set(true)
            await fixture.hearsNothing()
            fixture.noteListens()
            await fixture.hears("(listens: 0)")
        }
    }
}
