import DatasyncBackend
import DatasyncLegacy
import Testing

@testable import MigrationPairs

@Suite("Pairs: presence, revocation and cancellation", .timeLimit(.minutes(30)))
@MainActor
struct EndingTests {
    @Test("presence is online while connected, and offline once the connection is lost")
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
            // The on-disconnect write runs once; after a reconnect it has to be registered again.
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
            // A cancelled on-disconnect write does not run.
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

    @Test("a revocation, immediate or later, is reported once, and a new attempt is possible afterwards")
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
            // The rules forbid reading from the start.
            try fixture.embedded.setRules(closed)
            fixture.start()
            await fixture.hears("no more: permissionDenied")
            try fixture.embedded.setRules(open)
            fixture.start()
            await fixture.hears("44")
            // Cancelling delivers no revocation.
            fixture.stop()
            await fixture.hearsNothing()
            try fixture.embedded.setRules(closed)
            await fixture.hearsNothing()
        }
    }

    @Test("a screen listens while it is visible, again when it reappears, and not after its release")
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
            // Another screen of this client listens to the same node.
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

    @Test("a screen that is released while it listens ends its listen at the back end")
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

    @Test("releasing a screen that was never visible leaves the listen of another screen active")
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

    @Test("one listener cancels itself, and the others continue until all are cancelled")
    func cancellation() async throws {
        let versions = Versions(CancellationLegacy.self, CancellationCallback.self, CancellationAsync.self)
        try await versions.play(with: ["guests": ["ada": true]]) { fixture in
            fixture.start()
            await fixture.hears("welcome ada", "1 guests")
            // Additions are delivered before the resulting value.
            fixture.other.child("guests/bob").set(true)
            await fixture.hears("welcome bob", "2 guests")
            fixture.own.child("guests/cid").set(true)
            await fixture.hears("welcome cid")
            // Cancelled while events are queued: they are not delivered.
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
