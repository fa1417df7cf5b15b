import DatasyncPromise
import Dispatch
import Testing

@Suite("Release of promises", .timeLimit(.minutes(30)))
struct LeakTests {
    let queue = DispatchQueue(label: "leaks")

    @Test("a settled chain is released, with its values and its closures", arguments: Situation.all)
    func settledChain(situation: Situation) async throws {
        try await expectRelease(of: 3) { track in
            let (value, closure, other) = (track(), track(), track())
            let fixture = PromiseFixture(situation)
            let end = await fixture.settle(.success(value)) { promise in
                fixture.done(
                    fixture.then(promise) { tracked in
                        withExtendedLifetime(closure) {}
                        return .value(tracked, queue: fixture.queue)
                    }
                ) { _ in withExtendedLifetime(other) {} }
            }
            try await end.value
        }
    }

    @Test("a chain whose producer was released is released, with closures that were never called")
    func abandonedChain() async {
        await expectRelease(of: 2) { track in
            let (first, second) = (track(), track())
            let (promise, _) = Promise<Int>.pending(queue: queue)
            promise.map(on: nil) { value in withExtendedLifetime(first) { value } }
                .done(on: nil) { _ in withExtendedLifetime(second) {} }
                .catch(on: nil) { _ in }
        }
    }

    @Test("a chain without references is released once its work has ended")
    func droppedChain() async {
        await expectRelease(of: 2) { track in
            let (resolver, tracker) = (makeDroppedChain(track()), track())
            _ = withExtendedLifetime(tracker) { resolver.fulfill(1) }
        }
    }

    @Test("a cancelled chain is released, with its cancellation closure")
    func cancelledChain() async {
        await expectRelease(of: 2) { track in
            let (way, closure) = (track(), track())
            let (promise, resolver) = Promise<Int>.pending(queue: queue) { withExtendedLifetime(way) {} }
            let end = promise.done(on: nil) { _ in withExtendedLifetime(closure) {} }
            end.cancel()
            _ = await end.result
            resolver.fulfill(1)
        }
    }

    @Test("a settled promise releases its cancellation closure, even while it is retained")
    func keptPromise() async {
        let promises = Log<Promise<Int>>()
        await expectRelease(of: 1) { track in
            let way = track()
            let (promise, resolver) = Promise<Int>.pending(queue: queue) { withExtendedLifetime(way) {} }
            promises.note(promise)
            resolver.fulfill(1)
        }
        #expect(promises.entries.map(\.isSettled) == [true])
    }

    @Test("a promise backed by a task is released with its closure")
    func task() async throws {
        try await expectRelease(of: 2) { track in
            let (closure, value) = (track(), track())
            let promise = Promise(queue: queue) { withExtendedLifetime(closure) { value } }
            _ = try await promise.value
        }
    }

    @Test("a promise that follows itself or another is released")
    func following() async {
        await expectRelease(of: 2) { track in
            let (own, other) = (track(), track())
            let (promise, resolver) = Promise<Int>.pending(queue: queue)
            let end = promise.ensure(on: nil) { withExtendedLifetime(own) {} }
            resolver.resolve(promise)
            let follower = Promise(queue: queue) { $0.resolve(end) }
            _ = await follower.ensure(on: nil) { withExtendedLifetime(other) {} }.result
        }
    }

    @Test("when, race and timeout are released once the promises they wait for have settled")
    func combined() async {
        await expectRelease(of: 3) { track in
            let clock = ManualClock()
            let trackers = [track(), track(), track()]
            let (slow, resolver) = Promise<Int>.pending(queue: queue)
            let rejected = Promise<Int>(error: Failure.first, queue: queue)
            let ends = [
                when(fulfilled: [slow, rejected]).asVoid(), race(rejected, slow).asVoid(),
                slow.timeout(.seconds(1), clock: clock).asVoid(),
            ]
            for (end, tracker) in zip(ends, trackers) { end.finally(on: nil) { withExtendedLifetime(tracker) {} } }
            clock.advance(by: .seconds(1))
            resolver.fulfill(1)
        }
    }

    @Test("a task that stopped waiting leaves no reference in the promise")
    func cancelledWaiter() async {
        let (promise, resolver) = Promise<Int>.pending(queue: queue)
        await expectRelease(of: 1) { track in
            let tracker = track()
            let task = Task {
                _ = await promise.result
                withExtendedLifetime(tracker) {}
            }
            task.cancel()
            _ = await task.value
        }
        #expect(resolver.fulfill(1))
    }

    private func makeDroppedChain(_ tracker: Tracker) -> Promise<Int>.Resolver {
        let (promise, resolver) = Promise<Int>.pending(queue: queue)
        promise.done(on: nil) { _ in withExtendedLifetime(tracker) {} }.catch(on: nil) { _ in }
        return resolver
    }
}
