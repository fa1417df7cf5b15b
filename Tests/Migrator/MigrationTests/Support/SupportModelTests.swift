import DatasyncLegacyToAsync
import DatasyncLegacyToCallback
import Foundation
import Testing

@Suite("Support: models, stored queries and handles of code of the observe dialect", .timeLimit(.minutes(30)))
struct SupportModelTests {
    private struct Score: Codable, Equatable { var points: Int }

    @Test("models are encoded and decoded by the application's coders")
    func models() async throws {
        let fixture = try SupportFixture()
        let node = DatasyncNode.root(of: fixture.application).at("ada")
        let old = Webcom.ServerlessDbNode(fixture.application, path: "ada")
        try await old.set(encoding: Score(points: 3)).value
        let value = try await node.value()
        let snapshot: any DatasyncSnapshot = value
        #expect(try snapshot.decodedThrowing(as: Score.self) == Score(points: 3))
        #expect(try await old.get().value.decodedThrowing(as: Score.self) == Score(points: 3))
        let wrong = try await old.get().value
        #expect(throws: WebcomError.self) { try wrong.decodedThrowing(as: [Int].self) }
    }

    @Test("a stored query is read with its window, and an invalid one fails")
    func queries() async throws {
        let fixture = try SupportFixture(["ada": 2, "bob": 1, "eve": 3])
        let root = DatasyncNode.root(of: fixture.application)
        let old = Webcom.ServerlessDbNode(fixture.application)
        #expect(
            try await root.orderedByValue().limited(toLast: 2).read().value.children.map(\.keyOrEmpty) == [
                "ada", "eve",
            ])
        #expect(
            try await old.orderedByValue().limited(toFirst: 2).read().value.children.map(\.keyOrEmpty) == [
                "bob", "ada",
            ])
        await #expect(throws: WebcomError.self) { try await root.limited(toFirst: 0).read().value }
        await #expect(throws: WebcomError.self) { try await old.limited(toFirst: 0).read().value }
    }

    @Test("subscriptions are equal only to themselves, and no handle ends nothing")
    func handles() throws {
        let fixture = try SupportFixture(["n": 1])
        let node = DatasyncNode.root(of: fixture.application).at("n")
        let first = node.subscription(to: .valueChange, queue: nil) { _ in fixture.note("first") }
        let second = node.subscription(to: .valueChange, queue: nil) { _ in fixture.note("second") }
        #expect(Set([first, second, first]).count == 2)
        #expect(fixture.take() == ["first", "second"])
        node.unsubscribeAll(only: nil)
        node.query.unsubscribeAll(only: nil)
        Webcom.ServerlessDbNode(fixture.other, path: "n").set(2)
        fixture.flush()
        #expect(fixture.take() == ["first", "second"])
    }
}
