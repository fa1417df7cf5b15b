import DatasyncClient
import DatasyncLegacy
import DatasyncTree
import Dispatch
import Testing

/// Tests with named clients of which the application retains only the completion.
@Suite("Operations of named clients without references", .timeLimit(.minutes(20)))
struct UnretainedOperationTests {
    private let queue = DispatchQueue(label: "unretained")

    /// Starts an operation, and waits until its completion is called.
    private func end(
        _ start: (Webcom, DispatchQueue, @escaping @Sendable (String) -> Void) -> Void, _ name: String
    ) async -> String? {
        let (ends, continuation) = AsyncStream.makeStream(of: String.self)
        start(Webcom(name).child("n"), queue) { continuation.yield($0) }
        for await end in ends { return end }
        return nil
    }

    @Test("a transaction without a retained handle commits and reports its value", arguments: 1...20)
    func transaction(round: Int) async {
        let end = await end(
            { node, queue, report in
                node.transaction({ ($0 as? Int ?? 0) + 1 }, queue: queue) { error, committed, snapshot in
                    report("\(error?.code.rawValue ?? "nil") \(committed) \(snapshot?.text ?? "none")")
                }
            }, "unretained-transaction-\(round)")
        #expect(end == "nil true 1")
    }

    @Test("an aborted transaction without a retained handle reports its value")
    func abortedTransaction() async {
        let end = await end(
            { node, queue, report in
                node.transaction({ _ in nil }, queue: queue) { error, committed, snapshot in
                    report("\(error?.code.rawValue ?? "nil") \(committed) \(snapshot?.text ?? "none")")
                }
            }, "unretained-abort")
        #expect(end == "nil false null")
    }

    @Test("a write without a retained handle is acknowledged", arguments: 1...20)
    func write(round: Int) async {
        let end = await end(
            { node, queue, report in node.set(1, queue: queue) { report($0?.code.rawValue ?? "nil") } },
            "unretained-write-\(round)")
        #expect(end == "nil")
    }

    @Test("a read without a retained handle gives its value", arguments: 1...20)
    func read(round: Int) async throws {
        let name = "unretained-read-\(round)"
        try ClientRegistry.shared.backend(name).setData(["n": 5])
        let end = await end(
            { node, queue, report in
                node.get(queue: queue) { error, snapshot in
                    report("\(error?.code.rawValue ?? "nil") \(snapshot?.text ?? "none")")
                }
            }, name)
        #expect(end == "nil 5")
    }
}
