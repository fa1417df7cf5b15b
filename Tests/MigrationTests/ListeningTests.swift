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
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"]]]) { stage in
            stage.start()
            await stage.hears("1 contacts")
            stage.other.child("contacts/bob").set(["name": "Bob"])
            await stage.hears("2 contacts")
            // One's own write is shown before it is answered, and not again when it is.
            stage.port.hold()
            stage.own.child("contacts/cid").set(["name": "Cid"])
            await stage.hears("3 contacts")
            stage.port.release()
            await stage.hearsNothing()
            // A refused one is shown until it is undone.
            stage.port.hold()
            stage.port.refuseNext(with: .permissionDenied)
            stage.own.child("contacts").set(nil) { _ in }
            await stage.hears("0 contacts")
            stage.port.release()
            await stage.hears("3 contacts")
            stage.stop()
            stage.other.child("contacts").set(nil)
            await stage.hearsNothing()
        }
    }

    @Test("a list is kept up to date by additions, changes and removals, each at its place")
    func childEvents() async throws {
        let versions = Versions(ChildEventsLegacy.self, ChildEventsCallback.self, ChildEventsAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"], "cid": ["name": "Cid"]]]) { stage in
            stage.start()
            await stage.hears("insert Ada after the top", "insert Cid after ada")
            stage.other.child("contacts/bob").set(["name": "Bob"])
            await stage.hears("insert Bob after ada")
            stage.own.child("contacts/ada/name").set("Ada L.")
            await stage.hears("update Ada L. after the top")
            stage.other.child("contacts/bob").remove()
            await stage.hears("delete Bob")
            // Several at once: removals, additions, changes.
            stage.other.child("contacts").update(
                ["ada": nil, "cid": ["name": "Cid C."], "dan": ["name": "Dan"]] as [String: Any?])
            await stage.hears("delete Ada L.", "insert Dan after cid", "update Cid C. after the top")
        }
    }

    @Test("rows are marked until they are acknowledged, and never when others wrote them")
    func acknowledgements() async throws {
        let versions = Versions(
            AcknowledgementsLegacy.self, AcknowledgementsCallback.self, AcknowledgementsAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"]]]) { stage in
            stage.start()
            await stage.hears("ada is here")
            stage.port.hold()
            stage.own.child("contacts/bob").set(["name": "Bob"])
            await stage.hears("bob is here (saving)")
            stage.other.child("contacts/cid").set(["name": "Cid"])
            await stage.hears("cid is here")
            stage.port.release()
            await stage.hears("bob is here")
            // Removals are marked too.
            stage.port.hold()
            stage.own.child("contacts/ada").remove()
            await stage.hears("ada is gone (saving)")
            stage.port.release()
            await stage.hears("ada is gone")
            // A refused addition is undone by a removal, a refused removal by an addition.
            stage.port.refuseNext(with: .permissionDenied)
            stage.own.child("contacts/eve").set(["name": "Eve"]) { _ in }
            await stage.hears("eve is here (saving)", "eve is gone")
            stage.port.refuseNext(with: .permissionDenied)
            stage.own.child("contacts/bob").remove { _ in }
            await stage.hears("bob is gone (saving)", "bob is here")
            // Without a connection it stays marked.
            stage.port.drop()
            stage.own.child("contacts/dan").set(["name": "Dan"])
            await stage.hears("dan is here (saving)")
            stage.port.restore()
            await stage.hears("dan is here")
            // A server timestamp comes back as a change, not as an acknowledgement.
            stage.port.hold()
            stage.own.child("contacts/fay").set(["name": "Fay", "date": Webcom.ServerValue.TIMESTAMP] as [String: Any])
            await stage.hears("fay is here (saving)")
            stage.clock.advance(byMilliseconds: 7)
            stage.port.release()
            await stage.hears("fay is here")
        }
    }

    @Test("the last three messages are shown: what enters pushes the oldest out, what leaves lets it in again")
    func windows() async throws {
        let versions = Versions(WindowsLegacy.self, WindowsCallback.self, WindowsAsync.self)
        try await versions.play(with: ["messages": ["m1": "one", "m2": "two", "m3": "three", "m4": "four"]]) { stage in
            stage.start()
            await stage.hears("show two", "show three", "show four")
            stage.other.child("messages/m5").set("five")
            await stage.hears("drop two", "show five")
            stage.own.child("messages/m6").set("six")
            await stage.hears("drop three", "show six")
            stage.other.child("messages/m6").remove()
            await stage.hears("drop six", "show three")
            // Older ones do not matter.
            stage.other.child("messages/m1").remove()
            await stage.hearsNothing()
        }
    }

    @Test("what is not stored in the expected form is told as such, and the next good value is shown again")
    func decodeErrors() async throws {
        let versions = Versions(DecodeErrorsLegacy.self, DecodeErrorsCallback.self, DecodeErrorsAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada", "phone": "555-0100"]]]) { stage in
            stage.start()
            await stage.hears("Ada")
            stage.other.child("contacts/ada/name").set(5)
            await stage.hears("not a contact")
            stage.other.child("contacts/ada").set("Ada")
            await stage.hears("not a contact")
            stage.other.child("contacts/ada").set(["name": "Ada L."])
            await stage.hears("Ada L.")
            stage.other.child("contacts/ada").set(["Ada", "Lovelace"])
            await stage.hears("not a contact")
            stage.other.child("contacts/ada").remove()
            await stage.hears("nobody")
            // Excepted, so not played: a good name with a bad telephone number. The legacy and callback versions look at the name
            // alone and tell it, the async version decodes all of the contact and tells that it is none.
            stage.other.child("contacts/ada").set(["name": "Ada"])
            await stage.hears("Ada")
        }
    }
}
