import DatasyncConcurrency
import DatasyncPromise
import Dispatch
import Testing

@Suite("Making promises a few at a time", .timeLimit(.minutes(10)))
struct WhenConcurrentTests {
    private let queue = DispatchQueue(label: "few")

    /// Pending promises, which a test settles one by one, and how many of them were taken.
    private final class Work: Sendable {
        let pairs: [(promise: Promise<Int>, resolver: Promise<Int>.Resolver)]
        let stopped = Log<Int>()
        private let taken = Guarded(0)

        init(_ count: Int) {
            pairs = (0..<count).map { [stopped] number in Promise<Int>.pending { stopped.note(number) } }
        }

        var countOfTaken: Int { taken.withLock { $0 } }

        func next() -> Promise<Int>? {
            let index = taken.withLock { taken in
                taken += 1
                return taken - 1
            }
            return index < pairs.count ? pairs[index].promise : nil
        }
    }

    @Test("never more promises than the limit are in progress")
    func limit() async throws {
        let work = Work(5)
        let all = when(fulfilled: AnyIterator { work.next() }, concurrently: 2, on: queue)
        queue.sync {}
        #expect(work.countOfTaken == 2)
        for index in [1, 2, 3] {
            work.pairs[index].resolver.fulfill(index)
            queue.sync {}
            #expect(work.countOfTaken == index + 2)
        }
        work.pairs[4].resolver.fulfill(4)
        queue.sync {}
        #expect(!all.isSettled)
        work.pairs[0].resolver.fulfill(0)
        #expect(try await all.value == [0, 1, 2, 3, 4])
        #expect(work.countOfTaken == 6)
    }

    @Test("without a queue, the iterator runs on the main queue and may use its state")
    @MainActor
    func main() async throws {
        var names = ["a", "b", "c"].makeIterator()
        var taken: [String] = []
        let reads = AnyIterator {
            names.next().map { name in
                MainActor.assertIsolated()
                taken.append(name)
                return Promise.value(name + "!", queue: .global())
            }
        }
        let all = when(fulfilled: reads, concurrently: 2)
        #expect(taken == ["a", "b"], "the first promises are made during the call")
        #expect(try await all.value == ["a!", "b!", "c!"])
    }

    @Test("an iterator without promises gives an empty list")
    @MainActor
    func nothing() async throws {
        #expect(try await when(fulfilled: AnyIterator<Promise<Int>> { nil }, concurrently: 3).value == [])
    }

    @Test("a limit below 1 rejects, and the iterator is not asked", arguments: [0, -1])
    func noLimit(limit: Int) async {
        let work = Work(1)
        let all = when(fulfilled: AnyIterator { work.next() }, concurrently: limit, on: queue)
        await #expect(throws: PromiseError.invalidLimit) { try await all.value }
        queue.sync {}
        #expect(work.countOfTaken == 0)
    }

    @Test("the first error rejects at once, and the iterator is asked for no more")
    func rejects() async {
        let work = Work(4)
        let all = when(fulfilled: AnyIterator { work.next() }, concurrently: 2, on: queue)
        queue.sync {}
        work.pairs[1].resolver.reject(Failure.first)
        await #expect(throws: Failure.first) { try await all.value }
        work.pairs[0].resolver.fulfill(0)
        queue.sync {}
        #expect(work.countOfTaken == 2)
    }

    @Test("cancelling cancels the work in progress, and the iterator is asked for no more")
    func cancels() async {
        let work = Work(4)
        let all = when(fulfilled: AnyIterator { work.next() }, concurrently: 2, on: queue)
        queue.sync {}
        #expect(all.cancel())
        await #expect(throws: PromiseError.cancelled) { try await all.value }
        queue.sync {}
        #expect(work.stopped.entries == [0, 1])
        #expect(work.countOfTaken == 2)
    }

    @Test("cancelling while the iterator makes a promise cancels that one too")
    func cancelsDuringNext() async {
        let work = Work(2)
        let own = Log<Promise<[Int]>>()
        queue.suspend()
        let iterator = AnyIterator {
            for all in own.entries { all.cancel() }
            return work.next()
        }
        let all = when(fulfilled: iterator, concurrently: 2, on: queue)
        own.note(all)
        queue.resume()
        await #expect(throws: PromiseError.cancelled) { try await all.value }
        queue.sync {}
        #expect(work.stopped.entries == [0])
        #expect(work.countOfTaken == 1)
    }

    @Test("many promises that are already fulfilled end without nesting calls, on a concurrent queue too")
    func many() async throws {
        for queue in [queue, DispatchQueue(label: "concurrent", attributes: .concurrent)] {
            var numbers = (0..<10_000).makeIterator()
            let all = when(
                fulfilled: AnyIterator { numbers.next().map { Promise.value($0) } }, concurrently: 7, on: queue)
            #expect(try await all.value == Array(0..<10_000))
        }
    }

    @Test("the iterator is released when the work ends")
    func release() async throws {
        try await expectRelease(of: 1) { track in
            let tracker = track()
            let iterator = AnyIterator<Promise<Int>> { withExtendedLifetime(tracker) { nil } }
            _ = try await when(fulfilled: iterator, concurrently: 1, on: queue).value
        }
    }
}
