import DatasyncPromise
import Dispatch
import Testing

@Suite("Making promises")
struct MakingTests {
    @Test("a closure with a resolver runs at once, in place")
    func runsInPlace() async throws {
        let log = Log<String>()
        let promise = Promise<Int> { resolver in
            log.note("work")
            resolver.fulfill(1)
        }
        log.note("made")
        #expect(log.entries == ["work", "made"])
        #expect(try await promise.value == 1)
    }

    @Test("an error that the closure with a resolver throws rejects the promise")
    func throwingRejects() async {
        let promise = Promise<Int> { _ in throw Failure.first }
        await #expect(throws: Failure.first) { try await promise.value }
    }

    @Test("an error that the closure throws after resolving is ignored")
    func throwingTooLate() async throws {
        let promise = Promise<Int> { resolver in
            resolver.fulfill(1)
            throw Failure.first
        }
        #expect(try await promise.value == 1)
    }

    @Test("an asynchronous closure makes a promise backed by a task")
    func fromTask() async throws {
        let source = Promise.value(20, queue: .global())
        let promise = Promise { try await source.value + 1 }
        #expect(try await promise.value == 21)
    }

    @Test("an error that an asynchronous closure throws rejects the promise")
    func fromFailingTask() async {
        let source = Promise<Int>(error: Failure.second)
        let promise = Promise { try await source.value + 1 }
        await #expect(throws: Failure.second) { try await promise.value }
    }

    @Test("a promise made with a value or an error is settled at once")
    func settledAtOnce() async throws {
        let fulfilled = Promise.value("value")
        let rejected = Promise<String>(error: Failure.first)
        #expect(fulfilled.isSettled)
        #expect(rejected.isSettled)
        #expect(try await fulfilled.value == "value")
        await #expect(throws: Failure.first) { try await rejected.value }
    }

    @Test("a chain uses the default queue of its first promise")
    func inheritsQueue() async throws {
        let key = DispatchSpecificKey<Int>()
        let queue = DispatchQueue(label: "own")
        queue.setSpecific(key: key, value: 1)
        let where4 = Promise.value(0, queue: queue)
            .then(on: nil) { _ in Promise.value(0) }
            .recover(on: nil) { _ in .value(0) }
            .asVoid()
            .timeout(.seconds(1), clock: ManualClock())
            .map(on: nil) { DispatchQueue.getSpecific(key: key) }
        #expect(try await where4.value == 1)
    }

    @Test("the default queue is the main queue")
    func mainByDefault() async throws {
        let ran = Promise.value(0).map(on: nil) { _ in MainActor.assumeIsolated { true } }
        #expect(try await ran.value)
    }
}
