import DatasyncPromise
import Dispatch

/// The setting for a situation, which runs code in its context and settles promises at its time.
struct PromiseFixture: Sendable {
    private static let marker = DispatchSpecificKey<String>()

    let situation: Situation

    /// The queue on which closures are delivered.
    let queue: DispatchQueue

    init(_ situation: Situation) {
        self.situation = situation
        queue = situation.place == .main ? .main : DispatchQueue(label: "bench")
        queue.setSpecific(key: Self.marker, value: queue.label)
    }

    /// Whether the caller runs on the delivery queue.
    var isDelivering: Bool { DispatchQueue.getSpecific(key: Self.marker) == queue.label }

    /// Runs code in the context of the situation.
    func run<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) async -> Answer {
        switch situation.place {
        case .main: await MainActor.run(body: body)
        case .serialQueue: await hop(body)
        case .pool: await Task.detached { body() }.value
        }
    }

    /// Waits until the queue has run everything that was posted to it.
    func settleDown() async {
        await hop {}
    }

    /// Settles a promise at the time of the situation.
    ///
    /// - Parameters:
    ///   - words: The results that are passed to the resolver, in this order; the first should count.
    ///   - attach: Attaches closures to the promise, in the context of the situation.
    /// - Returns: The result of `attach`.
    @discardableResult
    func settle<Value, Answer: Sendable>(
        _ words: Result<Value, Failure>..., attach: @escaping @Sendable (Promise<Value>) -> Answer
    ) async -> Answer {
        let (promise, resolver) = Promise<Value>.pending(queue: queue)
        return await say(words, to: resolver) { attach(promise) }
    }

    /// Passes results to a resolver at the time of the situation.
    @discardableResult
    func say<Value, Answer: Sendable>(
        _ words: [Result<Value, Failure>], to resolver: Promise<Value>.Resolver,
        attach: @escaping @Sendable () -> Answer
    ) async -> Answer {
        switch situation.settling {
        case .already:
            for word in words { await run { _ = resolver.resolve(word) } }
            return await run(attach)
        case .atOnce:
            return await run {
                let answer = attach()
                for word in words { resolver.resolve(word) }
                return answer
            }
        case .later:
            let answer = await run(attach)
            for word in words { await run { _ = resolver.resolve(word) } }
            return answer
        }
    }

    private func hop<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) async -> Answer {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: body()) }
        }
    }
}
