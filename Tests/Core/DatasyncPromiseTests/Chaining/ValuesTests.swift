import DatasyncPromise
import Dispatch
import Testing

@Suite("Calls for promises of sequences")
struct ValuesTests {
    private struct Contact: Equatable, Sendable {
        let name: String
        var age: Int?
    }

    private let queue = DispatchQueue(label: "values")
    private let contacts = [Contact(name: "Ada", age: 36), Contact(name: "Bob"), Contact(name: "Eve", age: 20)]

    @Test("mapValues transforms each element, in order, also by a key path")
    func mapValues() async throws {
        #expect(try await Promise.value([1, 2, 3]).mapValues { $0 * 2 }.value == [2, 4, 6])
        #expect(try await Promise.value(1...3).mapValues(on: queue) { "\($0)" }.value == ["1", "2", "3"])
        #expect(try await Promise.value(contacts).mapValues(\.name).value == ["Ada", "Bob", "Eve"])
    }

    @Test("compactMapValues leaves out nil, also by a key path")
    func compactMapValues() async throws {
        #expect(try await Promise.value(["1", "two", "3"]).compactMapValues { Int($0) }.value == [1, 3])
        #expect(try await Promise.value(["1", "two"]).compactMapValues(on: queue) { Int($0) }.value == [1])
        #expect(try await Promise.value(contacts).compactMapValues(\.age).value == [36, 20])
    }

    @Test("filterValues keeps the elements that a closure wants, in order")
    func filterValues() async throws {
        #expect(
            try await Promise.value(contacts).filterValues { $0.age != nil }.mapValues(\.name).value == ["Ada", "Eve"])
        #expect(try await Promise.value([1, 2, 3]).filterValues(on: queue) { $0 > 1 }.value == [2, 3])
    }

    @Test("thenMap starts a promise for each element at once, and keeps the order of the elements")
    func thenMap() async throws {
        let pairs = (0..<3).map { _ in Promise<Int>.pending() }
        let started = Log<Int>()
        let (all, start) = Promise<Void>.pending()
        let end = Promise.value([0, 1, 2]).thenMap(on: queue) { index in
            started.note(index)
            if index == 2 { start.fulfill() }
            return pairs[index].promise
        }
        try await all.value
        #expect(started.entries == [0, 1, 2])
        for index in [2, 0, 1] { pairs[index].resolver.fulfill(index * 10) }
        #expect(try await end.value == [0, 10, 20])
        #expect(try await Promise.value(["a", "b"]).thenMap { .value($0 + "!") }.value == ["a!", "b!"])
        #expect(try await Promise.value([Int]()).thenMap { .value($0) }.value == [])
    }

    @Test("thenMap rejects with the first error of the promises")
    func thenMapRejects() async {
        let end = Promise.value([1, 2]).thenMap { $0 == 2 ? Promise<Int>(error: Failure.second) : .value($0) }
        await #expect(throws: Failure.second) { try await end.value }
    }

    @Test("an error that a closure throws, and the error of the promise, reject")
    func errors() async {
        let none = Promise<[Int]>(error: Failure.first)
        let some = Promise.value([1])
        await #expect(throws: Failure.second) { try await some.mapValues { _ -> Int in throw Failure.second }.value }
        await #expect(throws: Failure.second) {
            try await some.compactMapValues { _ -> Int? in throw Failure.second }.value
        }
        await #expect(throws: Failure.second) {
            try await some.thenMap { _ -> Promise<Int> in throw Failure.second }.value
        }
        await #expect(throws: Failure.first) { try await none.mapValues { $0 }.value }
        await #expect(throws: Failure.first) { try await none.compactMapValues { Optional($0) }.value }
        await #expect(throws: Failure.first) { try await none.filterValues { _ in true }.value }
        await #expect(throws: Failure.first) { try await none.thenMap { .value($0) }.value }
    }
}
