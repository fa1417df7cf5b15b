import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncTree
import TestSupport
import Testing

@Suite("Queries in other orders, in each dialect")
struct OrderedQueryTests {
    let fixture: ClientFixture
    let device: Device
    let manager: DatasyncManager

    init() throws {
        fixture = try ClientFixture(["l": ["x": ["n": 1], "y": ["n": 2], "z": ["n": 3]]])
        device = fixture.device()
        manager = device.manager()
    }

    private var node: DatasyncNode { manager["l"] }

    @Test("two orders, starts, ends or limits are a mistake that names the part and the remedy")
    func repeatedParts() throws {
        let legacy = device.legacy.child("l")
        let queries: [(String, Query)] = [
            ("order", legacy.orderByKey().orderByValue()), ("start", legacy.orderByValue().startAt(1).startAfter(2)),
            ("end", legacy.orderByValue().endAt(1).equalTo(2)), ("limit", legacy.limitToFirst(1).limitToLast(2)),
            ("limit", legacy.orderByValue().limit(1).limitToLast(2)),
        ]
        for (part, query) in queries {
            let error = #expect(throws: WebcomError.self) { try query.window() }
            #expect(error?.code == .invalidConstraint)
            #expect(error?.message == "The \(part) of a constraint is given twice; remove one of them.")
            #expect(query.description.hasSuffix("(invalid))"))
        }
        let callback = Webcom.Constraint.orderBy(.key).orderBy(.value)
        #expect(throws: WebcomError.self) { try callback.window() }
        #expect(throws: WebcomError.self) { try Webcom.Constraint.First(1).last(2).window() }
    }

    @Test("equal queries of the three dialects have equal windows and descriptions")
    func windows() throws {
        let legacy = device.legacy.child("l").orderByChild("n").startAt(1).endBefore(3, "z").limitToFirst(2)
        let callback = Webcom.Constraint.orderBy(.child("n")).startAt(1).endBefore(3, key: "z").first(2)
        let async = DatasyncChildrenConstraint.ordered(
            by: .child("n"), from: 1, to: .excluding(3, key: "z"), first: 2)
        #expect(try legacy.window() == callback.window())
        #expect(try legacy.window() == async.window())
        #expect(async.description == "by n from 1 before 3 at \"z\" first 2")
        #expect(callback.description == async.description)
        #expect(try legacy.window() != DatasyncChildrenConstraint.ordered(by: .child("n")).window())
        #expect(try DatasyncChildrenConstraint.ordered(by: .priority).window() == .all)
    }

    @Test("priorities order the default query, show in the exported value only, and end with another write")
    func priorities() throws {
        let log = Log()
        let list = device.legacy.child("l")
        list.child("x").setPriority(5, queue: nil) { error in log.note("\(error == nil)") }
        list.child("w").setWithPriority(7, "p", queue: nil) { error in log.note("\(error == nil)") }
        list.get(queue: nil) { _, snapshot in
            log.note(snapshot?.children.compactMap { $0.name() }.joined() ?? "none")
            let exported = snapshot?.child("w").exportVal() as? [String: Any]
            log.note("\(exported?[".value"] as? Int ?? 0) \(exported?[".priority"] as? String ?? "none")")
            log.note("\(snapshot?.child("w").val() as? Int ?? 0) \(snapshot?.child("x").getPriority() as? Int ?? 0)")
        }
        fixture.flush()
        #expect(log.entries == ["true", "true", "yzxw", "7 p", "7 5"])
        list.child("x").set(1, queue: nil) { _ in }
        list.child("x").get(queue: nil) { _, snapshot in log.note("\(snapshot?.getPriority() == nil)") }
        fixture.flush()
        #expect(log.entries.last == "true")
    }

    @Test("the lists of a sequence and of a live collection move a child in place")
    func moves() async throws {
        var lists = node.children(as: [String: Int].self, childrenConstraint: .ordered(by: .child("n")))
            .makeAsyncIterator()
        #expect(try await lists.next()?.map(\.key) == ["x", "y", "z"])
        let collection = node.liveCollection(
            of: [String: Int].self, pageSize: 2, order: .child("n"), queue: fixture.queue)
        fixture.flush()
        #expect(collection.models.map(\.id) == ["x", "y"] && collection.hasMore)
        try await manager["l/x/n"].set(9)
        #expect(try await lists.next()?.map(\.key) == ["y", "z", "x"])
        fixture.flush()
        #expect(collection.models.map(\.id) == ["y", "z"])
    }

    @Test("a live collection with an impossible order reports the error")
    func impossibleOrder() {
        let collection = node.liveCollection(of: [String: Int].self, order: .child("a/$"), queue: fixture.queue)
        fixture.flush()
        #expect(collection.error?.code == .invalidConstraint)
    }

    @Test("typed moves are delivered with their new neighbour")
    func typedMoves() async throws {
        var moves = node.events(of: DatasyncChildMove.self, childrenConstraint: .ordered(by: .child("n")))
            .makeAsyncIterator()
        try await manager["l/x/n"].set(9)
        let move = try await moves.next()
        #expect(move?.key == "x" && move?.previousChildKey == "z")
    }
}
