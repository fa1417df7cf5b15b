import ClientTestSupport
import DatasyncLegacy
import Foundation
import TestSupport
import Testing

@Suite("Snapshots of the legacy dialect", .timeLimit(.minutes(30)))
struct SnapshotTests {
    let fixture: ClientFixture
    let node: Webcom

    init() throws {
        fixture = try ClientFixture([
            "x": [
                "flag": true, "list": ["a", "b", "c"], "n": 1.5, "nothing": NSNull(), "sparse": ["0": 1, "9": 2],
                "text": "t", "tree": ["10": 1, "9": 2, "b": ["c": 3]],
            ]
        ])
        node = fixture.device().legacy.child("x")
    }

    private func snapshot(_ path: String = ".") throws -> DataSnapshot {
        let box = Box<DataSnapshot?>(nil)
        node.child(path).get(queue: nil) { _, snapshot in box.value = snapshot }
        fixture.flush()
        return try #require(box.value)
    }

    @Test("val returns Foundation's JSON, with arrays where the keys are integers, and nil for null")
    func val() throws {
        #expect(try snapshot("flag").val() as? Bool == true)
        #expect(try snapshot("n").val() as? Double == 1.5)
        #expect(try snapshot("text").val() as? String == "t")
        #expect(try snapshot("list").val() as? [String] == ["a", "b", "c"])
        #expect(try snapshot("nothing").val() == nil)
        let whole = try #require(try snapshot().val() as? [String: Any])
        #expect(whole["list"] as? [String] == ["a", "b", "c"])
        #expect(whole.keys.sorted() == ["flag", "list", "n", "sparse", "text", "tree"])
    }

    @Test("exportVal returns the stored form, never an array")
    func exportVal() throws {
        #expect(try snapshot("list").exportVal() as? [String: String] == ["0": "a", "1": "b", "2": "c"])
        #expect(try snapshot("n").exportVal() as? Double == 1.5)
        #expect(try snapshot("nothing").exportVal() == nil)
    }

    @Test("children are read by path, visited in key order, and counted")
    func children() throws {
        let tree = try snapshot("tree")
        var names: [String?] = []
        // swift-format-ignore: ReplaceForEachWithForLoop
        tree.forEach { child in names.append(child.name()) }
        #expect(names == ["9", "10", "b"])
        #expect(tree.numChildren() == 3)
        #expect(tree.hasChildren())
        #expect(tree.child("b/c").val() as? Double == 3)
        #expect(tree.child("b").child("c").name() == "c")
        #expect(tree.child("b").child("c").ref() == node.child("tree/b/c"))
        #expect(tree.hasChild("b/c"))
        #expect(!tree.hasChild("b/d"))
        #expect(!tree.hasChild("b#"))
        #expect(tree.child("no/where").val() == nil)
        #expect(tree.child("no#where").val() == nil)
        let text = try snapshot("text")
        #expect(!text.hasChildren())
        #expect(text.numChildren() == 0)
        #expect(text.child("a").val() == nil)
    }

    @Test("forEach stops when the closure returns true, and returns whether it stopped")
    func stopping() throws {
        let tree = try snapshot("tree")
        var names: [String?] = []
        // swift-format-ignore: ReplaceForEachWithForLoop
        let wasStopped = tree.forEach { child -> Bool in
            names.append(child.name())
            return child.name() == "10"
        }
        #expect(wasStopped)
        #expect(names == ["9", "10"])
        // swift-format-ignore: ReplaceForEachWithForLoop
        #expect(tree.forEach { _ -> Bool in false } == false)
    }

    @Test("name and reference are those of the node, and the root has no name")
    func places() throws {
        let list = try snapshot("list")
        #expect(list.name() == "list")
        #expect(list.ref() == node.child("list"))
        #expect(list.ref().path == "/x/list")
        let root = try snapshot("..")
        #expect(root.name() == nil)
        #expect(root.ref() == node.root())
        #expect(root.ref().parent() == nil)
        #expect(list.ref().name() == "list")
        #expect(node.root().name() == nil)
        #expect(list.ref().parent() == node)
        #expect(list.ref().ref() == list.ref())
    }

    @Test("acknowledgement and event name are those of the event, and a read has no event name")
    func events() throws {
        #expect(try snapshot().eventType() == nil)
        #expect(try snapshot().acknowledged())
        let log = Log()
        let events = ["child_added", "child_changed", "child_removed", "child_ack"]
        node.child("tree").on(events, queue: nil) { snapshot, _ in
            log.note("\(snapshot.eventType() ?? "none") \(snapshot.name() ?? "") \(snapshot.acknowledged())")
        }
        fixture.flush()
        _ = log.take()
        node.child("tree/b").set(1)
        node.child("tree/9").remove()
        fixture.flush()
        #expect(
            log.take() == [
                "child_changed b false", "child_ack b true", "child_removed 9 false", "child_ack 9 true",
            ])
    }

    @Test("a snapshot never changes")
    func constant() throws {
        let before = try snapshot("n")
        node.child("n").set(7)
        #expect(before.val() as? Double == 1.5)
        #expect(try snapshot("n").val() as? Double == 7)
    }

    @Test("a reference with a forbidden character in its path is not the root")
    func illFormed() {
        #expect(node.child("a#b") != node.root())
        #expect(Set([node.child("a#b"), node.root()]).count == 2)
    }
}
