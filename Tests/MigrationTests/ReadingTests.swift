import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import Testing

@testable import MigrationPairs

@Suite("Pairs that read", .timeLimit(.minutes(30)))
@MainActor
struct ReadingTests {
    @Test("a contact is read once for each time it is asked for")
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
            // The answer is awaited. (A local write that is not answered yet would be an answer to `once`, and not to `get`.)
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

    @Test("page follows page, without gap or repetition, and what is added at the end makes a further page")
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
            // Where the last message shown is gone, the page is full nevertheless.
            fixture.other.child("messages").update(
                ["m8": nil, "m9": "nine", "n1": "ten", "n2": "eleven"] as [String: Any?])
            fixture.act()
            await fixture.hears("nine, ten, eleven")
            fixture.noteListens()
            await fixture.hears("(listens: 0)")
        }
    }

    @Test("where there is nothing there is no page")
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
