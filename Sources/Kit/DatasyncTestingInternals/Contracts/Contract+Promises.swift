import DatasyncPromise
import DatasyncTesting
import Dispatch

/// Contracts about promises.
extension Contract {
    private struct Failure: Error, Equatable {
        let number: Int
    }

    static let promises = [
        Contract("a promise settles once, with its first outcome") {
            let (promise, resolver) = Promise<Int>.pending()
            try require(resolver.fulfill(1), "the first call settles")
            try require(!resolver.fulfill(2) && !resolver.reject(Failure(number: 3)), "later calls are ignored")
            try require(try await promise.value, 1, "the value")
        },
        Contract("a promise that follows another one ignores its own resolver") {
            let (inner, innerResolver) = Promise<Int>.pending()
            let (outer, outerResolver) = Promise<Int>.pending()
            try require(outerResolver.resolve(inner), "the first call decides")
            try require(!outerResolver.fulfill(1), "a later call is ignored")
            try require(!outer.isSettled, "the outer promise waits")
            innerResolver.fulfill(2)
            try require(try await outer.value, 2, "the value")
        },
        Contract("handlers run in the order in which they were attached") {
            let queue = DispatchQueue(label: "promises")
            let (promise, resolver) = Promise<Int>.pending(queue: queue)
            let lines = Collected<String>()
            for number in 1...5 { promise.done(on: queue) { _ in lines.add("\(number)") }.catch(on: queue) { _ in } }
            queue.sync { lines.add("attached") }
            resolver.fulfill(1)
            for number in 6...8 { promise.done(on: queue) { _ in lines.add("\(number)") }.catch(on: queue) { _ in } }
            for _ in 0..<4 { queue.sync {} }
            try require(lines.all, ["attached"] + (1...8).map(String.init), "the handlers")
        },
        Contract("a closure that throws rejects the chain, and catch ends it") {
            let queue = DispatchQueue(label: "promises")
            let lines = Collected<String>()
            let end = Promise.value(1, queue: queue)
                .map(on: queue) { _ in throw Failure(number: 1) }
                .done(on: queue) { (_: Int) in lines.add("skipped") }
                .catch(on: queue) { lines.add("caught \(($0 as? Failure)?.number ?? 0)") }
                .finally(on: queue) { lines.add("finally") }
            try await end.value
            try require(lines.all, ["caught 1", "finally"], "the handlers")
        },
        Contract("recover passes a value on, and replaces an error") {
            let queue = DispatchQueue(label: "promises")
            let kept = Promise.value(1, queue: queue).recover(on: queue) { _ in .value(2, queue: queue) }
            try require(try await kept.value, 1, "the value")
            let replaced = Promise<Int>(error: Failure(number: 1), queue: queue)
                .recover(on: queue) { .value(($0 as? Failure)?.number == 1 ? 2 : 3, queue: queue) }
            try require(try await replaced.value, 2, "the value in place of the error")
        },
        Contract("compactMap rejects a missing value") {
            let queue = DispatchQueue(label: "promises")
            let promise = Promise.value(1, queue: queue).compactMap(on: queue) { _ in nil as Int? }
            try await requireRejection(of: promise, with: .missingValue)
        },
        Contract("a resolver that is released rejects its promise as abandoned") {
            let promise = Promise<Int> { _ in }
            try await requireRejection(of: promise, with: .abandoned)
        },
        Contract("when collects values in the order of the promises, and fails with the first error") {
            let pairs = (0..<3).map { _ in Promise<Int>.pending() }
            let all = when(fulfilled: pairs.map(\.promise))
            for index in [2, 0] { pairs[index].resolver.fulfill(index) }
            try require(!all.isSettled, "one promise is pending")
            pairs[1].resolver.fulfill(1)
            try require(try await all.value, [0, 1, 2], "the values")
            let failing = (0..<2).map { _ in Promise<Int>.pending() }
            let early = when(fulfilled: failing.map(\.promise))
            let late = when(resolved: failing.map(\.promise))
            failing[1].resolver.reject(Failure(number: 1))
            try require(early.isSettled && !late.isSettled, "only the promise of the values has ended early")
            failing[0].resolver.fulfill(5)
            try require(try await late.value.map { (try? $0.get()) ?? -1 }, [5, -1], "the results")
        },
        Contract("race settles with the first outcome") {
            let pairs = (0..<3).map { _ in Promise<Int>.pending() }
            let winner = race(pairs.map(\.promise))
            pairs[1].resolver.fulfill(1)
            pairs[0].resolver.reject(Failure(number: 0))
            try require(try await winner.value, 1, "the value")
        },
        Contract("a rejection without handlers is reported on release, one with a handler is not") {
            let lines = Collected<String>()
            let queue = DispatchQueue(label: "promises")
            func make(_ name: String) -> (Promise<Int>, Promise<Int>.Resolver) {
                Promise<Int>.pendingInOrder(of: queue, unhandledRejection: { _ in lines.add(name) })
            }
            do {
                let (promise, resolver) = make("alone")
                resolver.reject(Failure(number: 1))
                withExtendedLifetime(promise) {}
            }
            do {
                let (promise, resolver) = make("handled")
                promise.catch(on: queue) { _ in }
                resolver.reject(Failure(number: 1))
            }
            do {
                let (promise, resolver) = make("fulfilled")
                resolver.fulfill(1)
                withExtendedLifetime(promise) {}
            }
            for _ in 0..<4 { queue.sync {} }
            try require(lines.all, ["alone"], "the reports")
        },
        Contract("cancel stops the work and rejects, and has no effect on a settled promise") {
            let lines = Collected<String>()
            let queue = DispatchQueue(label: "promises")
            let held = Collected<Promise<Int>.Resolver>()
            let promise = Promise<Int>(queue: queue, cancel: { lines.add("stopped") }, { held.add($0) })
            let next = promise.map(on: queue) { $0 }
            next.cancel()
            next.cancel()
            try await requireRejection(of: next, with: .cancelled)
            try require(lines.all, ["stopped"], "the work")
        },
        Contract("tap and get pass the outcome on, ensure runs in both cases") {
            let lines = Collected<String>()
            let queue = DispatchQueue(label: "promises")
            let value = try await Promise.value(1, queue: queue).get(on: queue) { lines.add("get \($0)") }
                .tap(on: queue) { lines.add("tap \((try? $0.get()) ?? 0)") }
                .ensure(on: queue) { lines.add("ensure") }.value
            try require(value, 1, "the value")
            let failed = Promise<Int>(error: Failure(number: 1), queue: queue).get(on: queue) { _ in lines.add("wrong")
            }
            .ensure(on: queue) { lines.add("ensure") }
            do {
                _ = try await failed.value
                throw Violation(description: "the promise was fulfilled")
            } catch let error as Failure {
                try require(error.number, 1, "the error")
            }
            try require(lines.all, ["get 1", "tap 1", "ensure", "ensure"], "the handlers")
        },
    ]
}

/// Checks that a promise is rejected with an error.
private func requireRejection<Value>(of promise: Promise<Value>, with error: PromiseError) async throws {
    do {
        _ = try await promise.value
    } catch let rejection as PromiseError {
        return try require("\(rejection)", "\(error)", "the error")
    }
    throw Violation(description: "the promise was fulfilled")
}
