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
        try await versions.play(with: ["contacts": ["ada": ["name": "Ada"]]]) { stage in
            stage.act()
            await stage.hears("Ada")
            stage.other.child("contacts/ada/name").set("Ada L.")
            await stage.hearsNothing()
            stage.act()
            await stage.hears("Ada L.")
            stage.other.child("contacts/ada").remove()
            stage.act()
            await stage.hears("nobody")
            // The answer is awaited. (A local write that is not answered yet would be an answer to `once`, and not to `get`.)
            stage.port.hold()
            stage.act()
            await stage.hearsNothing()
            stage.other.child("contacts/ada").set(["name": "Ada K."])
            stage.port.release()
            await stage.hears("Ada K.")
            try stage.embedded.setRules(#"{"rules": {".read": false}}"#)
            stage.act()
            await stage.hears("cannot read: permissionDenied")
            stage.noteListens()
            await stage.hears("(listens: 0)")
        }
    }

    @Test("page follows page, without gap or repetition, and what is added at the end makes a further page")
    func pagination() async throws {
        let versions = Versions(PaginationLegacy.self, PaginationCallback.self, PaginationAsync.self)
        let texts = ["one", "two", "three", "four", "five", "six", "seven"]
        let messages = Dictionary(uniqueKeysWithValues: zip(1..., texts).map { ("m\($0)", $1) })
        try await versions.play(with: ["messages": messages]) { stage in
            stage.act()
            await stage.hears("one, two, three")
            stage.act()
            await stage.hears("four, five, six")
            stage.act()
            await stage.hears("seven")
            stage.act()
            await stage.hears("no more")
            stage.other.child("messages/m8").set("eight")
            stage.act()
            await stage.hears("eight")
            // Where the last message shown is gone, the page is full nevertheless.
            stage.other.child("messages").update(
                ["m8": nil, "m9": "nine", "n1": "ten", "n2": "eleven"] as [String: Any?])
            stage.act()
            await stage.hears("nine, ten, eleven")
            stage.noteListens()
            await stage.hears("(listens: 0)")
        }
    }

    @Test("where there is nothing there is no page")
    func noPage() async throws {
        let versions = Versions(PaginationLegacy.self, PaginationCallback.self, PaginationAsync.self)
        try await versions.play { stage in
            stage.act()
            await stage.hears("no more")
            stage.other.child("messages/m1").set("one")
            stage.act()
            await stage.hears("one")
        }
    }
}
