import DatasyncPromise
import Testing

@Suite("Awaiting a promise", .timeLimit(.minutes(30)))
struct AwaitTests {
    @Test("value and result give the outcome of the promise", arguments: Situation.all)
    func outcome(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let task = await fixture.settle(.success(1)) { promise in Task { try await promise.value } }
        #expect(try await task.value == 1)
        let failing = await fixture.settle(.failure(.first)) { (promise: Promise<Int>) in Task { await promise.result }
        }
        let result = await failing.value
        #expect(throws: Failure.first) { try result.get() }
    }

    @Test("cancelling the task ends the waiting, and the work continues")
    func cancelledTask() async throws {
        let (promise, resolver) = Promise<Int>.pending()
        let task = Task { try await promise.value }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(resolver.fulfill(1))
        #expect(try await promise.value == 1)
    }

    @Test("a task that is cancelled before it begins to wait does not wait")
    func cancelledBefore() async {
        let (promise, resolver) = Promise<Int>.pending()
        let (gate, open) = Promise<Void>.pending()
        let task = Task {
            _ = await gate.result
            return await promise.result
        }
        task.cancel()
        open.fulfill()
        let result = await task.value
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(resolver.fulfill(1))
    }

    @Test("cancelling one of several waiting tasks leaves the others waiting")
    func cancelOneOfMany() async throws {
        let (promise, resolver) = Promise<Int>.pending()
        let tasks = (0..<3).map { _ in Task { try await promise.value } }
        tasks[1].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        resolver.fulfill(1)
        #expect(try await tasks[0].value == 1)
        #expect(try await tasks[2].value == 1)
    }

    @Test("a settled promise gives its outcome to a cancelled task too")
    func settledAnswers() async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Promise.value(1).value
        }
        #expect(try await task.value == 1)
    }

    @Test("cancelling while the promise settles ends the waiting exactly once, 2,000 times")
    func cancelRace() async {
        for number in 0..<2_000 {
            let (promise, resolver) = Promise<Int>.pending()
            let task = Task { await promise.result }
            async let settled: Void = { _ = resolver.fulfill(number) }()
            task.cancel()
            await settled
            switch await task.value {
            case .success(let value): #expect(value == number)
            case .failure(let error): #expect(error is CancellationError)
            }
        }
    }
}
