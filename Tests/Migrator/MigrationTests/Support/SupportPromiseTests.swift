import DatasyncClient
import DatasyncConcurrency
import DatasyncPromise
import Dispatch
import MigrationSupport
import Testing

@Suite("Support: completions of promises", .timeLimit(.minutes(30)))
struct SupportPromiseTests {
    private struct Strange: Error {}

    private let queue = DispatchQueue(label: "promises")

    /// Returns the code that a completion receives for an error.
    private func code(of error: any Error) async -> WebcomError.SDKCode? {
        await withCheckedContinuation { continuation in
            Promise<Int>(error: error, queue: queue).completed(queue: nil) { continuation.resume(returning: $0?.code) }
        }
    }

    @Test("a completion receives a code for an error of any type")
    func errors() async {
        #expect(await code(of: PromiseError.timedOut) == .timedOut)
        #expect(await code(of: PromiseError.cancelled) == .cancelled)
        #expect(await code(of: PromiseError.abandoned) == .released)
        #expect(await code(of: CancellationError()) == .cancelled)
        #expect(await code(of: Strange()) == .unavailable)
        #expect(await code(of: WebcomError(.overridden, "")) == .overridden)
    }

    @Test("without a completion the same promise is returned, and with one a promise that follows it")
    func chain() async throws {
        let promise = Promise<Int>.value(7, queue: queue)
        #expect(promise.completed(nil) === promise)
        #expect(promise.completed(queue: nil, nil) === promise)
        let heard = Guarded<[String]>([])
        let queue = queue
        let next = promise.completed(queue: nil) { error in
            dispatchPrecondition(condition: .onQueue(queue))
            heard.withLock { $0.append("completed \(error == nil)") }
        }.answered(queue: nil) { _, value in heard.withLock { $0.append("answered \(value ?? 0)") } }
        #expect(try await next.value == 7)
        #expect(heard.withLock(\.self) == ["completed true", "answered 7"])
    }

    @Test("the forms without a queue are called on the main queue")
    @MainActor
    func main() async throws {
        var heard: [String] = []
        let promise = Promise<Int>.value(7, queue: queue)
        _ = try await promise.completed { heard.append("completed \($0 == nil)") }
            .answered { _, value in heard.append("answered \(value ?? 0)") }.value
        #expect(heard == ["completed true", "answered 7"])
    }
}
