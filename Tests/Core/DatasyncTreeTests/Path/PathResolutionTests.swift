import DatasyncTree
import TestSupport
import Testing

@Suite("Resolving paths")
struct PathResolutionTests {
    @Test(
        "a text resolves against a path [events 2.5]",
        arguments: [
            ("/foo/bar", "geek", "/foo/bar/geek"), ("/foo/bar", "/geek", "/foo/bar/geek"),
            ("/foo/bar", "geek/", "/foo/bar/geek"),
            ("/foo/bar", "/geek/", "/foo/bar/geek"), ("/foo/bar", "../geek/noob", "/foo/geek/noob"),
            ("/foo/bar", "../geek//noob/.", "/foo/geek/noob"), ("/foo/bar", "../geek/./noob/.", "/foo/geek/noob"),
            ("/foo/bar", "../geek/../..//../..", "/"), ("/foo/bar", "", "/foo/bar"), ("/foo/bar", "/", "/foo/bar"),
            ("/foo/bar", "//", "/foo/bar"), ("/foo/bar", ".", "/foo/bar"), ("/foo/bar", "./.", "/foo/bar"),
            ("/foo/bar", "..", "/foo"),
            ("/foo/bar", "../..", "/"), ("/foo/bar", "../../..", "/"), ("/foo/bar", "../../../x", "/x"),
            ("/", "..", "/"), ("/", "a", "/a"),
            ("/", "", "/"), ("/", "a/../..//b", "/b"), ("/foo", "a b/é/😀", "/foo/a b/é/😀"), ("/foo", " ", "/foo/ "),
            ("/foo", "0/-1", "/foo/0/-1"),
        ])
    func resolves(base: String, text: String, expected: String) throws {
        #expect(try Path(base).resolving(text).description == expected)
    }

    @Test(
        "an absolute path is read with and without its leading slash",
        arguments: [
            ("", "/"), ("/", "/"), ("a", "/a"), ("/a", "/a"), ("//a//", "/a"), ("/a/b/", "/a/b"),
            ("/a/./b/../c", "/a/c"),
        ])
    func absolute(text: String, expected: String) throws {
        #expect(try Path(text).description == expected)
    }

    @Test(
        "a path with a forbidden character is ill-formed",
        arguments: [
            "a.b", "...", "$a", "a/#", "[0]", "a[0]", "a]", "a\u{0}", "a/\n", "\u{7F}", "a/.b", "/a/..b", "a/b.",
            ".a/..",
        ])
    func illFormed(text: String) {
        for base in [Path.root, Path(keysOf: "x", "y")] {
            let error = dataError { _ = try base.resolving(text) }
            #expect(error?.code == .invalidPath)
            #expect(error?.path == text)
        }
    }

    @Test("the error names the path, its segment and a remedy")
    func message() {
        let error = dataError { _ = try Path("/a/b.c/d") }
        #expect(
            error?.message
                == "The path \"/a/b.c/d\" is ill-formed: its segment \"b.c\" holds \".\"; "
                + "the characters . $ # [ ] / are forbidden in keys, encode them.")
    }

    @Test("a segment that is too long makes the path ill-formed")
    func longSegment() {
        #expect(dataError { _ = try Path("a/" + String(repeating: "b", count: 257)) }?.code == .invalidPath)
        #expect(throws: Never.self) { try Path("a/" + String(repeating: "b", count: 256)) }
    }

    @Test("a slash followed by a combining mark still separates segments")
    func combiningMark() throws {
        let path = try Path("a/\u{301}b")
        #expect(path.count == 2)
        #expect(path.last == Key(unchecked: "\u{301}b"))
    }

    @Test("random texts resolve like a naive walk")
    func random() throws {
        var random = SeededGenerator(salt: 20)
        for _ in 0..<3000 {
            let segments = (0..<random.below(8)).map { _ in random.pick(["", ".", "..", "a", "b", "é", "0"]) }
            var stack = ["foo", "bar"]
            for segment in segments where segment != "" && segment != "." {
                if segment != ".." { stack.append(segment) } else if !stack.isEmpty { stack.removeLast() }
            }
            let text = segments.joined(separator: "/")
            #expect(
                try Path("/foo/bar").resolving(text).description == "/" + stack.joined(separator: "/"),
                "\(text), \(Seed.note)")
        }
    }
}

extension Path {
    fileprivate init(keysOf texts: String...) { self.init(texts.map { Key(unchecked: $0) }) }
}
