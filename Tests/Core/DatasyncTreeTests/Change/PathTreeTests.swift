import DatasyncTree
import TestSupport
import Testing

@Suite("Values in a tree of paths")
struct PathTreeTests {
    private func branch(_ places: [(String, Int)]) throws -> PathTree<Int> {
        var branch = PathTree<Int>()
        for (text, value) in places { branch.modify(try Path(text)) { $0.value = value } }
        return branch
    }

    private func visited(_ branch: PathTree<Int>) -> [String] {
        var lines: [String] = []
        branch.visit { lines.append("\($0) \($1)") }
        return lines
    }

    @Test("values are visited from the leaves up, siblings in plain text order")
    func order() throws {
        let branch = try branch([
            ("/", 0), ("/a", 1), ("/a/x", 2), ("/9", 3), ("/10", 4), ("/b/c/d", 5), ("/B", 6), ("/a/x/y", 7),
        ])
        #expect(visited(branch) == ["/10 4", "/9 3", "/B 6", "/a/x/y 7", "/a/x 2", "/a 1", "/b/c/d 5", "/ 0"])
    }

    @Test("a node is found with its descendants, and only if it holds a value")
    func lookup() throws {
        let branch = try branch([("/a/b/c", 1), ("/a/b", 2)])
        #expect(branch[try Path("/a/b")]?.value == 2)
        #expect(branch[try Path("/a")]?.value == nil)
        #expect(branch[try Path("/a")]?.isEmpty == false)
        #expect(branch[try Path("/a/b/c")]?.value == 1)
        #expect(branch[try Path("/a/b/c/d")] == nil)
        #expect(branch[try Path("/x")] == nil)
        #expect(branch.child(Key(unchecked: "a")) != nil)
        #expect(branch.child(Key(unchecked: "b")) == nil)
    }

    @Test("an empty node is removed, up to the first ancestor that holds a value")
    func vanishing() throws {
        var branch = try branch([("/a/b/c", 1), ("/a", 2)])
        branch.modify(try Path("/a/b/c")) { $0.value = nil }
        #expect(branch[try Path("/a/b")] == nil)
        #expect(branch[try Path("/a")]?.value == 2)
        branch.modify(try Path("/a")) { $0.value = nil }
        #expect(branch.isEmpty)
        #expect(branch.modify(try Path("/x/y")) { $0.isEmpty })
        #expect(branch.isEmpty)
        #expect(PathTree(1).isEmpty == false)
    }

    @Test("after random edits the tree equals a dictionary by path")
    func random() throws {
        var random = SeededGenerator(salt: 80)
        var branch = PathTree<Int>()
        var model: [String: Int] = [:]
        for step in 0..<5000 {
            let text =
                "/" + (0..<random.below(4)).map { _ in random.pick(["a", "b", "10", "9", "é"]) }.joined(separator: "/")
            let value = random.below(3) == 0 ? nil : step
            branch.modify(try Path(text)) { $0.value = value }
            model[text] = value
        }
        let expected = model.map { "\($0.key) \($0.value)" }.sorted()
        #expect(visited(branch).sorted() == expected, "\(Seed.note)")
        for text in model.keys { branch.modify(try Path(text)) { $0.value = nil } }
        #expect(branch.isEmpty, "\(Seed.note)")
    }
}
