import DatasyncPromise
import Dispatch
import Testing

@Suite("Chains of any length")
struct DepthTests {
    let queue = DispatchQueue(label: "depth")

    @Test("a loop of promises, each following the next, ends without nesting calls")
    func loop() async throws {
        #expect(try await countDown(from: 10_000).value == "done")
    }

    @Test("a cycle of asVoid and following ends without nesting calls")
    func mixedLoop() async throws {
        try await voidLoop(10_000).value
        #expect(Bool(true), "it ended")
    }

    @Test("a long chain settles and is released without nesting calls")
    func longChain() async throws {
        let (first, resolver) = Promise<Int>.pending(queue: queue)
        var last = first
        for _ in 0..<10_000 { last = last.map(on: nil) { $0 + 1 } }
        resolver.fulfill(0)
        #expect(try await last.value == 10_000)
    }

    @Test("cancelling reaches the work at the head of a long chain")
    func longCancel() async {
        let stopped = Log<String>()
        let (first, resolver) = Promise<Int>.pending(queue: queue) { stopped.note("stopped") }
        var last = first
        for _ in 0..<10_000 { last = last.map(on: nil) { $0 + 1 } }
        #expect(last.cancel())
        await #expect(throws: PromiseError.cancelled) { try await last.value }
        #expect(stopped.entries == ["stopped"])
        #expect(!resolver.fulfill(1))
    }

    private func countDown(from number: Int) -> Promise<String> {
        guard number > 0 else { return .value("done") }
        return Promise.value(number, queue: queue).then(on: nil) { countDown(from: $0 - 1) }
    }

    private func voidLoop(_ number: Int) -> Promise<Void> {
        guard number > 0 else { return .value(()) }
        return Promise.value(number, queue: queue).then(on: nil) { voidLoop($0 - 1) }.asVoid()
    }
}
