import DatasyncLegacyToAsync
import DatasyncLegacyToCallback
import Dispatch
import Foundation
import Testing

@Suite("Support: steps of code of the observe dialect", .timeLimit(.minutes(30)))
struct SupportObserveTests {
    private func set(_ value: Any?, _ path: String, _ fixture: SupportFixture) {
        fixture.flush()
        Webcom.ServerlessDbNode(fixture.other, path: path).set(value)
        fixture.flush()
    }

    @Test("ending all windows of a node also ends its queries, and neither other nodes nor kept data")
    func windows() throws {
        let fixture = try SupportFixture(["n": ["a": 1, "b": 2]])
        let node = DatasyncNode.root(of: fixture.application).at("n")
        node.keepSynced(true)
        node.subscription(to: .valueChange, queue: nil) { _ in fixture.note("all") }
        node.limited(toLast: 1).subscription(to: .childAddition, queue: nil) { fixture.note("last \($0.key)") }
        node.at("a").subscription(to: .valueChange, queue: nil) { _ in fixture.note("a") }
        #expect(Set(fixture.take()) == ["all", "last b", "a"])
        Webcom.ServerlessDbNode(fixture.application, path: "n").unsubscribeAllWindows()
        set(3, "n/a", fixture)
        set(4, "n/c", fixture)
        #expect(fixture.take() == ["a"])
        node.keepSynced(false)
    }

    @Test("one subscription is found by its node with any window, and by exactly its query")
    func one() throws {
        let fixture = try SupportFixture(["n": ["a": 1]])
        let node = Webcom.ServerlessDbNode(fixture.application, path: "n")
        let (first, last) = (node.ordered(byChild: "x").limited(toFirst: 1), node.limited(toLast: 2))
        func listen(_ query: DatasyncLegacyToCallback.Query, _ name: String) -> Webcom.Subscription {
            query.subscription(
                Webcom.Event.Child, Webcom.Callback(queue: fixture.queue) { fixture.note("\(name) \($0.keyOrEmpty)") })
        }
        let handles = [listen(first, "first"), listen(last, "last"), listen(last, "again")]
        #expect(Set(fixture.take()) == ["first a", "last a", "again a"])
        last.unsubscribeAll(only: handles[0])
        node.root.unsubscribeAll(only: handles[1])
        last.unsubscribeAll(only: handles[2])
        #expect(fixture.take().filter { !$0.hasPrefix("again") } == [])
        set(2, "n/b", fixture)
        #expect(fixture.take() == ["last b"])
        node.unsubscribeAll(only: handles[1])
        node.unsubscribeAll(only: handles[0])
        _ = fixture.take()
        set(3, "n/c", fixture)
        #expect(fixture.take() == [])
    }

    @Test("a read without a connection and without cached data fails, and one of cached data does not")
    func known() async throws {
        let fixture = try SupportFixture(["n": 1])
        let node = DatasyncNode.root(of: fixture.application).at("n")
        #expect(try await node.promise.value().known().value.json as? Int == 1)
        node.keepSynced(true)
        #expect(try await node.promise.value().known().value.json as? Int == 1)
        try fixture.embedded.dropConnection(of: fixture.application)
        #expect(try await node.promise.value().known().value.json as? Int == 1)
        #expect(try await node.at("x").promise.value().known().value.exists == false)
        let absent = await Webcom.ServerlessDbNode(fixture.application, path: "m").get().known().result
        #expect((absent.error as? WebcomError)?.code == .unavailable)
    }

    @Test("queries have the order, the bounds and the limit of their calls")
    func orders() throws {
        let fixture = try SupportFixture([
            "ada": ["age": 36, "city": "London"], "bob": ["age": 18], "eve": ["age": 18, "city": "Rome"],
            "joe": ["age": 61, "city": "Rome"],
        ])
        let root = DatasyncNode.root(of: fixture.application)
        func keys(_ query: DatasyncLegacyToAsync.Query) -> String {
            query.subscription(to: .valueChange, queue: nil) { event in
                event.subscription.cancel()
                fixture.note(event.children.map(\.keyOrEmpty).joined(separator: " "))
            }
            return fixture.take().joined(separator: ", ")
        }
        let byAge = root.ordered(byChild: "age")
        #expect(keys(byAge) == "bob eve ada joe")
        #expect(keys(byAge.starting(at: WebcomIndexValue(json: 36))) == "ada joe")
        #expect(keys(byAge.starting(after: 18).limited(toFirst: 1)) == "ada")
        #expect(keys(byAge.starting(at: 18, "c").ending(before: 61)) == "eve ada")
        #expect(keys(byAge.ending(at: WebcomIndexValue(json: NSNumber(value: 36))).limited(toLast: 2)) == "eve ada")
        #expect(keys(root.ordered(byChild: "city").equal(to: WebcomIndexValue(json: "Rome"))) == "eve joe")
        #expect(keys(root.ordered(byChild: "city").equal(to: WebcomIndexValue(json: nil))) == "bob")
        #expect(keys(root.orderedByKey().starting(after: "bob")) == "eve joe")
        #expect(keys(root.orderedByPriority().limited(toLast: 2)) == "eve joe")
        #expect(keys(root.at("ada").orderedByValue()) == "age city")
        #expect(keys(byAge.equal(to: WebcomIndexValue(json: ["a": 1]))) == "diagnostics invalidConstraint")
    }

    @Test("a null value is NSNull in place of nil, and the key of the root is empty")
    func nulls() async throws {
        let fixture = try SupportFixture(["n": 1])
        let (node, root) = (DatasyncNode.root(of: fixture.application), Webcom.ServerlessDbNode(fixture.application))
        let (value, empty) = (try await node.promise.value().value, try await node.at("x").promise.value().value)
        #expect(value.keyOrEmpty == "" && value.exists && value.child("n").jsonOrNull as? Int == 1)
        #expect(empty.keyOrEmpty == "x" && !empty.exists && empty.jsonOrNull is NSNull)
        let snapshot = try await root.get().value
        #expect(snapshot.keyOrEmpty == "" && snapshot.child("x").jsonOrNull is NSNull)
        #expect(snapshot.child("n").keyOrEmpty == "n" && snapshot.child("n").jsonOrNull as? Int == 1)
    }

    @Test("the connection status is delivered at once and with each change")
    func info() throws {
        let fixture = try SupportFixture()
        _ = fixture.take()
        DatasyncNode.root(of: fixture.application).info("connected").subscription(to: .valueChange, queue: nil) {
            fixture.note("async \($0.value.json as? Bool ?? false)")
        }
        Webcom.ServerlessDbNode(fixture.application).info("connected").subscription(
            Webcom.Event.ValueChange,
            Webcom.Callback(queue: fixture.queue) { fixture.note("callback \($0.val() as? Bool ?? false)") })
        #expect(Set(fixture.take()).isSuperset(of: ["async true", "callback true"]))
        try fixture.embedded.dropConnection(of: fixture.application)
        #expect(fixture.take().sorted() == ["async false", "callback false", "diagnostics disconnected"])
        try fixture.embedded.restoreConnection(of: fixture.application)
        #expect(fixture.take().sorted() == ["async true", "callback true"])
    }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
