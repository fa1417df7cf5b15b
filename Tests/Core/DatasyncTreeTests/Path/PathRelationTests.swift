import DatasyncTree
import TestSupport
import Testing

@Suite("Relations between paths")
struct PathRelationTests {
    @Test("the parts of a path are its keys")
    func parts() throws {
        let path = try Path("/a/b/c")
        #expect(path.count == 3)
        #expect(path.map(\.text) == ["a", "b", "c"])
        #expect(path.first?.text == "a")
        #expect(path.last?.text == "c")
        #expect(path.tail == (try Path("b/c")))
        #expect(path.parent == (try Path("/a/b")))
        #expect(path.child(Key(unchecked: "d")) == (try Path("/a/b/c/d")))
        #expect(path.relativeText == "a/b/c")
        #expect(path.description == "/a/b/c")
    }

    @Test("the root has no keys and no parent")
    func root() {
        #expect(Path.root.isRoot)
        #expect(Path.root.count == 0)
        #expect(Path.root.first == nil)
        #expect(Path.root.last == nil)
        #expect(Path.root.parent == nil)
        #expect(Path.root.tail.isRoot)
        #expect(Path.root.relativeText == "")
        #expect(Path.root.description == "/")
    }

    @Test(
        "a path is at or below its ancestors and itself, and no other path",
        arguments: [
            ("/", "/", true, "/"), ("/a", "/", true, "/a"), ("/a/b", "/a", true, "/b"), ("/a/b", "/a/b", true, "/"),
            ("/a", "/a/b", false, nil), ("/ab", "/a", false, nil), ("/b/a", "/a", false, nil), ("/", "/a", false, nil),
            ("/é", "/e\u{301}", false, nil),
        ] as [(String, String, Bool, String?)])
    func relation(path: String, ancestor: String, isBelow: Bool, rest: String?) throws {
        #expect(try Path(path).isAtOrBelow(Path(ancestor)) == isBelow)
        #expect(try Path(path).relative(to: Path(ancestor))?.description == rest)
    }

    @Test("a path built key by key equals the parsed one, with the same hash")
    func equality() throws {
        let read = try Path("/a/b")
        let walked = try Path("/x/a/b").tail
        let built = Path.root.child(Key(unchecked: "a")).appending(try Path("b"))
        #expect(read == walked)
        #expect(read == built)
        #expect(Set([read, walked, built]).count == 1)
        #expect(read != (try Path("/b/a")))
    }

    @Test("appending a relative path and taking it are inverse")
    func inverse() throws {
        for (left, right) in [("/", "/"), ("/a", "/"), ("/", "/a"), ("/a/b", "/c/d")] {
            let (one, two) = (try Path(left), try Path(right))
            #expect(one.appending(two).relative(to: one) == two)
            #expect(one.appending(two).count == one.count + two.count)
        }
    }

    @Test("siblings are in text order, after their ancestors")
    func textOrder() throws {
        let expected = ["/", "/10", "/10/a", "/10/b", "/9", "/A", "/a", "/a/z", "/a!", "/a\u{10000}", "/a\u{FFFF}"]
        var paths = try expected.map { try Path($0) }
        var random = SeededGenerator(salt: 21)
        paths.shuffle(using: &random)
        #expect(paths.sorted { $0.isTextuallyBefore($1) }.map(\.description) == expected, "\(Seed.note)")
    }
}
