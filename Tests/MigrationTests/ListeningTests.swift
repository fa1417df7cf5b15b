import DatasyncBackend
import DatasyncLegacy
import DatasyncTesting
import Testing

@testable import MigrationPairs

@Suite("Pairs that listen", .timeLimit(.minutes(30)))
@MainActor
struct ListeningTests {
    @Test("a count is kept on the screen, whoever writes")
    func value() async throws {
        let versions = Versions(ValueLegacy.self, ValueCallback.self, ValueAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"]]]) { fixture in
            fixture.start()
            await fixture.hears("1 contacts")
            fixture.other.child("contacts/bob").set(["name": "Bob"])
            await fixture.hears("2 contacts")
            // One's own write is shown before it is answered, and not again when it is.
            fixture.port.hold()
            fixture.own.child("contacts/cid").set(["name": "Cid"])
            await fixture.hears("3 contacts")
            fixture.port.release()
            await fixture.hearsNothing()
            // A refused one is shown until it is undone.
            fixture.port.hold()
            fixture.port.refuseNext(with: .permissionDenied)
            fixture.own.child("contacts").set(nil) { _ in }
            await fixture.hears("0 contacts")
            fixture.port.release()
            await fixture.hears("3 contacts")
            fixture.stop()
            fixture.other.child("contacts").set(nil)
            await fixture.hearsNothing()
        }
    }

    @Test("a list is kept up to date by additions, changes and removals, each at its place")
    func childEvents() async throws {
        let versions = Versions(ChildEventsLegacy.self, ChildEventsCallback.self, ChildEventsAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"], "cid": ["name": "Cid"]]]) { fixture in
            fixture.start()
            await fixture.hears("insert Ada after the top", "insert Cid after ada")
            fixture.other.child("contacts/bob").set(["name": "Bob"])
            await fixture.hears("insert Bob after ada")
            fixture.own.child("contacts/ada/name").set("Ada L.")
            await fixture.hears("update Ada L. after the top")
            fixture.other.child("contacts/bob").remove()
            await fixture.hears("delete Bob")
            // Several at once: removals, additions, changes.
            fixture.other.child("contacts").update(
                ["ada": nil, "cid": ["name": "Cid C."], "dan": ["name": "Dan"]] as [String: Any?])
            await fixture.hears("delete Ada L.", "insert Dan after cid", "update Cid C. after the top")
        }
    }

    @Test("rows are marked until they are acknowledged, and never when others wrote them")
    func acknowledgements() async throws {
        let versions = Versions(
            AcknowledgementsLegacy.self, AcknowledgementsCallback.self, AcknowledgementsAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"]]]) { fixture in
            fixture.start()
            await fixture.hears("ada is here")
            fixture.port.hold()
            fixture.own.child("contacts/bob").set(["name": "Bob"])
            await fixture.hears("bob is here (saving)")
            fixture.other.child("contacts/cid").set(["name": "Cid"])
            await fixture.hears("cid is here")
            fixture.port.release()
            await fixture.hears("bob is here")
            // Removals are marked too.
            fixture.port.hold()
            fixture.own.child("contacts/ada").remove()
            await fixture.hears("ada is gone (saving)")
            fixture.port.release()
            await fixture.hears("ada is gone")
            // A refused addition is undone by a removal, a refused removal by an addition.
            fixture.port.refuseNext(with: .permissionDenied)
            fixture.own.child("contacts/eve").set(["name": "Eve"]) { _ in }
            await fixture.hears("eve is here (saving)", "eve is gone")
            fixture.port.refuseNext(with: .permissionDenied)
            fixture.own.child("contacts/bob").remove { _ in }
            await fixture.hears("bob is gone (saving)", "bob is here")
            // Without a connection it stays marked.
            fixture.port.drop()
            fixture.own.child("contacts/dan").set(["name": "Dan"])
            await fixture.hears("dan is here (saving)")
            fixture.port.restore()
            await fixture.hears("dan is here")
            // A server timestamp comes back as a change, not as an acknowledgement.
            fixture.port.hold()
            fixture.own.child("contacts/fay").set(
                ["name": "Fay", "date": Webcom.ServerValue.TIMESTAMP] as [String: Any])
            await fixture.hears("fay is here (saving)")
            fixture.clock.advance(byMilliseconds: 7)
            fixture.port.release()
            await fixture.hears("fay is here")
        }
    }

    @Test("the last three messages are shown: what enters pushes the oldest out, what leaves lets it in again")
    func windows() async throws {
        let versions = Versions(WindowsLegacy.self, WindowsCallback.self, WindowsAsync.self)
        try await versions.play(with: ["messages": ["m1": "one", "m2": "two", "m3": "three", "m4": "four"]]) {
            fixture in
            fixture.start()
            await fixture.hears("show two", "show three", "show four")
            fixture.other.child("messages/m5").set("five")
            await fixture.hears("drop two", "show five")
            fixture.own.child("messages/m6").set("six")
            await fixture.hears("drop three", "show six")
            fixture.other.child("messages/m6").remove()
            await fixture.hears("drop six", "show three")
            // Older ones do not matter.
            fixture.other.child("messages/m1").remove()
            await fixture.hearsNothing()
        }
    }

    @Test("what is not stored in the expected form is told as such, and the next good value is shown again")
    func decodeErrors() async throws {
        let versions = Versions(DecodeErrorsLegacy.self, DecodeErrorsCallback.self, DecodeErrorsAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada", "phone": "555-0100"]]]) { fixture in
            fixture.start()
            await fixture.hears("Ada")
            fixture.other.child("contacts/ada/name").set(5)
            await fixture.hears("not a contact")
            fixture.other.child("contacts/ada").set("Ada")
            await fixture.hears("not a contact")
            fixture.other.child("contacts/ada").set(["name": "Ada L."])
            await fixture.hears("Ada L.")
            fixture.other.child("contacts/ada").set(["Ada", "Lovelace"])
            await fixture.hears("not a contact")
            fixture.other.child("contacts/ada").remove()
            await fixture.hears("nobody")
            // Excepted, so not played: a good name with a bad telephone number. The legacy and callback versions look at the name
            // alone and tell it, the async version decodes all of the contact and tells that it is none.
            fixture.other.child("contacts/ada").set(["name": "Ada"])
            await fixture.hears("Ada")
        }
    }
}
