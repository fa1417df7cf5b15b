import DatasyncTree
import Testing

@Suite("Structural sharing")
struct SharingTests {
    private func wide(_ count: Int) throws -> Node {
        Node(Children(try (0..<count).map { (try Key("k\($0)"), try node("{\"a\":{\"b\":\($0)},\"c\":{\"d\":1}}")) }))
    }

    @Test("an edit leaves every other child identical by reference")
    func untouched() throws {
        let old = try wide(2000)
        let edited = old.setting(.string("new"), at: try Path("/k1234/a/b"))
        #expect(!edited.isIdentical(to: old))
        for (key, child) in edited.children {
            #expect(child.isIdentical(to: old[key]) == (key.text != "k1234"), "\(key)")
        }
        #expect(edited[try Path("/k1234/c")].isIdentical(to: old[try Path("/k1234/c")]))
        #expect(old[try Path("/k1234/a/b")] == .number(1234))
    }

    @Test("adding and removing children leaves the others identical by reference")
    func addAndRemove() throws {
        let old = try wide(500)
        var edited = old
        edited.set(.number(1), at: try Path("/new/x"))
        edited.set(.null, at: try Path("/k77"))
        #expect(edited.children.count == 500)
        for (key, child) in edited.children where key.text != "new" {
            #expect(child.isIdentical(to: old[key]), "\(key)")
        }
        #expect(old.children.count == 500)
        #expect(!old[try Path("/k77")].isNull)
        #expect(old[try Path("/new")].isNull)
    }

    @Test("a copy is identical to the original by reference")
    func copy() throws {
        let old = try wide(100)
        let copy = old
        #expect(copy.isIdentical(to: old))
        #expect(Node.null.isIdentical(to: .null))
        #expect(!Node.null.isIdentical(to: old))
        #expect(!(try wide(100)).isIdentical(to: old))
    }

    @Test("a diff visits only the children that changed, in key order")
    func difference() throws {
        let old = try wide(2000)
        var new = old
        new.set(.null, at: try Path("/k5"))
        new.set(.number(1), at: try Path("/k1999/a"))
        new.set(.number(2), at: try Path("/added"))
        new.set(.number(7), at: try Path("/k7/a/b"))  // the present value
        var seen: [String] = []
        new.children.forEachDifference(from: old.children) { key, before, after in
            seen.append("\(key) \(before.isNull) \(after.isNull)")
        }
        #expect(seen == ["added true false", "k1999 false false", "k5 false true"])
    }

    @Test("children have neighbours and ends")
    func neighbours() throws {
        let children = try node("{\"9\":1,\"10\":2,\"a\":3}").children
        #expect(children.first?.key.text == "9")
        #expect(children.last?.key.text == "a")
        #expect(children.entry(before: Key(unchecked: "10"))?.key.text == "9")
        #expect(children.entry(before: Key(unchecked: "9")) == nil)
        #expect(children.entry(after: Key(unchecked: "10"))?.key.text == "a")
        #expect(children.entry(after: Key(unchecked: "99"))?.key.text == "a")
        #expect(children.entry(after: Key(unchecked: "a")) == nil)
        #expect(children.entries(from: Key(unchecked: "10")).map(\.key.text) == ["10", "a"])
        #expect(children.entriesBackwards(from: Key(unchecked: "10")).map(\.key.text) == ["10", "9"])
        #expect(children.contains(Key(unchecked: "9")))
        #expect(!children.contains(Key(unchecked: "09")))
    }

    @Test("the sums of a node are correct after every edit of its children")
    func sums() throws {
        var children = Children()
        children.set(.string("é"), for: try Key("né"))
        #expect((children.size, children.keyBytes, children.count) == (4 + 3 + 4, 3, 1))
        children.modify(try Key("né")) { $0 = .boolean(true) }
        #expect((children.size, children.keyBytes, children.count) == (5 + 3 + 4, 3, 1))
        children.modify(try Key("x")) { #expect($0.isNull) }
        #expect((children.size, children.keyBytes, children.count) == (12, 3, 1))
        children.modify(try Key("né")) { $0 = .null }
        #expect((children.size, children.keyBytes, children.count) == (0, 0, 0))
        #expect(children.isEmpty)
        #expect(Node(children).isNull)
        #expect(Children([(try Key("b"), .null), (try Key("a"), .number(1))]).count == 1)
    }
}
