import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import Testing

@testable import MigrationPairs

@Suite("Pairs: reading", .timeLimit(.minutes(30)))
@MainActor
struct ReadingTests {
    @Test("each request reads a contact once")
    func once() async throws {
        let versions = Versions(OnceLegacy.self, OnceCallback.self, OnceAsync.self)
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"]]]) { fixture in
            fixture.act()
            await fixture.hears("Ada")
            fixture.other.child("contacts/ada/name").set("Ada L.")
            await fixture.hearsNothing()
            fixture.act()
            await fixture.hears("Ada L.")
            fixture.other.child("contacts/ada").remove()
            fixture.act()
            await fixture.hears("nobody")
            // The read waits for the response. (A pending local write would be a value for `once`, and not for `get`.)
            fixture.port.hold()
            fixture.act()
            await fixture.hearsNothing()
            fixture.other.child("contacts/ada").set(["name": "Ada K."])
            fixture.port.release()
            await fixture.hears("Ada K.")
            try fixture.embedded.setRules(#"{"rules": {".read": false}}"#)
            fixture.act()
            await fixture.hears("cannot read: permissionDenied")
            fixture.noteListens()
            await fixture.hears("(listens: 0)")
        }
    }

    @Test("pages follow each other without gap or repetition, and children added at the end make a further page")
    func pagination() async throws {
        let versions = Versions(PaginationLegacy.self, PaginationCallback.self, PaginationAsync.self)
        let texts = ["one", "two", "three", "four", "five", "six", "seven"]
        let messages = Dictionary(uniqueKeysWithValues: zip(1..., texts).map { ("m\($0)", $1) })
        try await versions.play(with: ["messages": messages]) { fixture in
            fixture.act()
            await fixture.hears("one, two, three")
            fixture.act()
            await fixture.hears("four, five, six")
            fixture.act()
            await fixture.hears("seven")
            fixture.act()
            await fixture.hears("no more")
            fixture.other.child("messages/m8").set("eight")
            fixture.act()
            await fixture.hears("eight")
            // If the last displayed message was removed, the page is still full.
            fixture.other.child("messages").update(
                ["m8": nil, "m9": "nine", "n1": "ten", "n2": "eleven"] as [String: Any?])
            fixture.act()
            await fixture.hears("nine, ten, eleven")
            fixture.noteListens()
            await fixture.hears("(listens: 0)")
        }
    }

    @Test("an empty list has no page")
    func noPage() async throws {
        let versions = Versions(PaginationLegacy.self, PaginationCallback.self, PaginationAsync.self)
        try await versions.play { fixture in
            fixture.act()
            await fixture.hears("no more")
            fixture.other.child("messages/m1").set("one")
            fixture.act()
            await fixture.hears("one")
        }
    }
}
