import ClientTestSupport
import DatasyncLegacy
import TestSupport
import Testing

@Suite("Queries of the legacy dialect", .timeLimit(.minutes(30)))
struct QueryTests {
    let fixture: ClientFixture
    let node: Webcom

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5]])
        node = fixture.device().legacy.child("list")
    }

    /// Returns the keys that a query delivers, once as children and once as a value.
    private func keys(_ target: some Listenable) -> String {
        let log = Log()
        target.on("child_added", queue: nil) { snapshot, _ in log.note(snapshot.name() ?? "") }
        fixture.flush()
        target.query.off()
        let keys = log.take().joined()
        target.once("value", queue: nil) { snapshot, _ in
            // swift-format-ignore: ReplaceForEachWithForLoop
            snapshot.forEach { log.note($0.name() ?? "") }
        }
        fixture.flush()
        #expect(log.take().joined() == keys)
        return keys
    }

    @Test("a limit alone selects the last children [orders 2.8]")
    func limitAlone() { #expect(keys(node.limit(2)) == "de") }

    @Test("a limit after endAt selects the last children up to the bound [orders 2.8]")
    func limitAndEnd() {
        #expect(keys(node.endAt("c").limit(2)) == "bc")
        #expect(keys(node.limit(2).endAt("c")) == "bc")
        #expect(keys(node.endAt().limit(2)) == "de")
    }

    @Test("a limit after startAt selects the first children from the bound on [orders 2.8]")
    func limitAndStart() {
        #expect(keys(node.startAt("b").limit(2)) == "bc")
        #expect(keys(node.startAt().limit(2)) == "ab")
        #expect(keys(node.limit(2).startAt("bb")) == "cd")
    }

    @Test("a limit between two bounds selects the first children [orders 2.8]")
    func limitAndBoth() {
        #expect(keys(node.startAt("b").endAt("d").limit(2)) == "bc")
        #expect(keys(node.limit(2).endAt("d").startAt("b")) == "bc")
    }

    @Test("bounds are included and need not exist")
    func bounds() {
        #expect(keys(node.startAt("c")) == "cde")
        #expect(keys(node.endAt("c")) == "abc")
        #expect(keys(node.startAt("b").endAt("d")) == "bcd")
        #expect(keys(node.startAt("aa").endAt("cc")) == "bc")
        #expect(keys(node.startAt("d").endAt("b")) == "")
        #expect(keys(node) == "abcde")
    }

    @Test("equalTo selects one child or none")
    func equal() {
        #expect(keys(node.equalTo("c")) == "c")
        #expect(keys(node.equalTo("x")) == "")
        #expect(keys(node.equalTo("c").limit(4)) == "c")
    }

    @Test("a query has its reference, and a reference the query of all children")
    func references() {
        #expect(node.limit(2).startAt("a").ref() == node)
        #expect(node.query == node.query)
        #expect(node.limit(2) == node.limit(2))
        #expect(node.limit(2) != node.limit(3))
    }

    @Test("children enter and leave a query as others are added and removed")
    func moving() {
        let log = Log()
        node.limit(2).on(["child_added", "child_removed"], queue: nil) { log.note($0, $1) }
        fixture.flush()
        #expect(log.take() == ["child_added d acked 4", "child_added e after d acked 5"])
        node.child("f").set(6)
        fixture.flush()
        #expect(log.take() == ["child_removed d acked 4", "child_added f after e local 6"])
        node.child("e").remove()
        fixture.flush()
        #expect(log.take().first == "child_removed e local 5")
    }

    @Test("a limit that is not positive, or a bound that is no key, is refused with a reason", arguments: [0, -3])
    func impossible(limit: Int) {
        let log = Log()
        for query in [node.limit(limit), node.startAt("a.b"), node.endAt("#"), node.equalTo("")] {
            query.on("value", queue: nil) { _, _ in
                log.note("event")
            } revoked: {
                log.note("\($0.code)")
            }
        }
        fixture.flush()
        #expect(log.entries == Array(repeating: "invalidConstraint", count: 4))
    }
}
