import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
import DatasyncTree
import Dispatch
import Foundation
import TestSupport
import Testing

/// Many clients of one back end that write and listen at once; 1,000 of them with `DATASYNC_LONG=1`.
@Suite("Many clients of one back end", .serialized, .timeLimit(.minutes(60)))
struct ManyClientsTests {
    private static let clients = LongForm.count(50, long: 1_000)
    private static let threads = 8

    @Test("all clients and the back end have the same tree when all is quiet", arguments: [false, true])
    func sameTree(isLogged: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "datasync-many-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let backend = isLogged ? try await EmbeddedBackend(directory: folder) : EmbeddedBackend()
        try backend.setData(["tree": ["count": ["increments": 0]]])
        let crowd = Crowd(backend, clients: Self.clients)
        let writes = LongForm.count(3, long: 5)
        let started = ContinuousClock.now
        await crowd.work(threads: Self.threads, writes: writes)
        // Every client is connected at the end.
        for member in crowd.members { member.port.restore() }
        let isSettled = await crowd.waits { crowd.settled == crowd.begun }
        #expect(isSettled, "\(crowd.settled) of \(crowd.begun) writes have settled; \(Seed.note)")
        let tree = backend.backend.data[Key(unchecked: "tree")]
        let last = Node(Children(tree[Key(unchecked: "items")].children.suffix(3).map { ($0.key, $0.value) }))
        let isEqual = await crowd.waits {
            crowd.members.allSatisfy { $0.shown == tree && ($0.shownWindow ?? last) == last }
        }
        let other = crowd.members.first { $0.shown != tree || ($0.shownWindow ?? last) != last }
        #expect(isEqual, "\(other?.shown?.text ?? "nothing") instead of \(tree.text); \(Seed.note)")
        #expect(crowd.members.count { $0.shownWindow != nil } == (Self.clients + 9) / 10)
        let counts = tree[Key(unchecked: "count")]
        #expect(counts[Key(unchecked: "increments")] == .number(Double(crowd.increments)), "\(Seed.note)")
        #expect(counts[Key(unchecked: "transactions")].number ?? 0 == Double(crowd.transactions), "\(Seed.note)")
        #expect(crowd.refused == 0 && crowd.increments > 0 && crowd.transactions > 0, "\(Seed.note)")
        #expect(crowd.members.allSatisfy { $0.application.client.engine.unsettledCount == 0 })
        print(
            "\(Self.clients) clients, \(isLogged ? "journal" : "no log"): \(crowd.begun) writes, \(crowd.events) events, "
                + "\(crowd.increments) increments, \(crowd.transactions) transactions, \(crowd.drops) drops, "
                + "\(ContinuousClock.now - started), seed \(Seed.value)")
        await backend.close()
    }
}

/// The clients of one back end, and the counts of what they have done.
private final class Crowd: Sendable {
    private struct Counts: Sendable {
        var begun = 0
        var settled = 0
        var refused = 0
        var increments = 0
        var transactions = 0
        var drops = 0
    }

    let members: [Member]
    /// Signalled by each event and each completion.
    private let change: DispatchSemaphore
    private let counts = Guarded(Counts())

    init(_ backend: EmbeddedBackend, clients: Int) {
        let change = DispatchSemaphore(value: 0)
        self.change = change
        members = (0..<clients).map { Member(backend, number: $0, change) }
    }

    var begun: Int { counts.withLock(\.begun) }
    var settled: Int { counts.withLock(\.settled) }
    /// The number of refused writes that are not transactions.
    var refused: Int { counts.withLock(\.refused) }
    var increments: Int { counts.withLock(\.increments) }
    /// The number of committed transactions; one with too many attempts is not committed.
    var transactions: Int { counts.withLock(\.transactions) }
    var drops: Int { counts.withLock(\.drops) }
    var events: Int { members.reduce(0) { $0 + $1.events } }

    /// Lets the clients write, each a number of times, from several threads.
    func work(threads: Int, writes: Int) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                DispatchQueue.concurrentPerform(iterations: threads) { thread in
                    var random = SeededGenerator(seed: Seed.value &+ UInt64(thread) &* 0xD134_2543_DE82_EF95)
                    let mine = self.members.enumerated().filter { $0.offset % threads == thread }.map(\.element)
                    for turn in 0..<writes {
                        for member in mine { self.write(turn, of: member, &random) }
                    }
                }
                continuation.resume()
            }
        }
    }

    /// Waits until a condition holds when all has been quiet for a moment; gives up after a minute without events.
    func waits(until condition: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var isMet = condition()
                var pauses = 0
                while !isMet, pauses < 1_200 {
                    pauses += 1
                    while self.change.wait(timeout: .now() + .milliseconds(50)) == .success { pauses = 0 }
                    isMet = condition()
                }
                continuation.resume(returning: isMet)
            }
        }
    }

    private func write(_ turn: Int, of member: Member, _ random: inout SeededGenerator) {
        let tree = Webcom(member.application).child("tree")
        counts.withLock { $0.begun += 1 }
        switch random.below(100) {
        case ..<15:
            tree.child("count/increments").increment(queue: member.queue) { error in
                self.settle(error) { $0.increments += 1 }
            }
        case ..<25:
            tree.child("count/transactions").transaction({ ($0 as? Int ?? 0) + 1 }, queue: member.queue) { _, done, _ in
                self.counts.withLock { counts in
                    counts.settled += 1
                    if done { counts.transactions += 1 }
                }
                self.change.signal()
            }
        case ..<40:
            tree.child("common/\(random.below(10))").set(random.below(1_000), queue: member.queue) { self.settle($0) }
        case ..<50:
            tree.update(
                ["common/\(random.below(10))": turn, "items/m\(member.number)": turn], queue: member.queue
            ) { self.settle($0) }
        case ..<60: tree.child("common/\(random.below(10))").remove(queue: member.queue) { self.settle($0) }
        default:
            tree.child("items/\(member.number)-\(turn)").set("x\(turn)", queue: member.queue) { self.settle($0) }
        }
        guard random.below(40) == 0 else { return }
        counts.withLock { $0.drops += 1 }
        member.port.drop()
        if random.below(2) == 0 { member.port.restore() }
    }

    private func settle(_ error: WebcomError?, _ count: @Sendable (inout Counts) -> Void = { _ in }) {
        counts.withLock { counts in
            counts.settled += 1
            if error == nil { count(&counts) } else { counts.refused += 1 }
        }
        change.signal()
    }
}

/// A client with its queue, which listens to the tree.
private final class Member: Sendable {
    /// The latest events, shared with the closures that receive them.
    private final class Received: Sendable {
        private let state = Guarded<(tree: DataSnapshot?, window: DataSnapshot?, events: Int)>((nil, nil, 0))

        var tree: DataSnapshot? { state.withLock(\.tree) }
        var window: DataSnapshot? { state.withLock(\.window) }
        var events: Int { state.withLock(\.events) }

        func note(tree: DataSnapshot) {
            // The old snapshot is released outside the lock.
            _ = state.withLock { state in
                defer { state.tree = tree }
                state.events += 1
                return state.tree
            }
        }

        func note(window: DataSnapshot) {
            _ = state.withLock { state in
                defer { state.window = window }
                state.events += 1
                return state.window
            }
        }
    }

    let number: Int
    let application: WebcomApplication
    let port: BackendPort
    let queue: DispatchQueue
    private let received = Received()

    init(_ backend: EmbeddedBackend, number: Int, _ change: DispatchSemaphore) {
        let port = backend.makePort()
        self.number = number
        self.port = port.link
        queue = DispatchQueue(label: "member \(number)")
        let client = Client(
            identifier: "member \(number)", link: port.link, port: port, outlivesHandles: false,
            executor: SystemExecutor.run)
        client.defaultQueue = queue
        // Lost connections are expected.
        let diagnostics = client.diagnostics
        client.diagnostics = { error in
            if error.code != .disconnected { diagnostics(error) }
        }
        application = WebcomApplication(client: client)
        let tree = Webcom(application).child("tree")
        tree.on("value", queue: queue) { [received] snapshot, _ in
            received.note(tree: snapshot)
            change.signal()
        }
        guard number.isMultiple(of: 10) else { return }
        tree.child("items").limitToLast(3).on("value", queue: queue) { [received] snapshot, _ in
            received.note(window: snapshot)
            change.signal()
        }
    }

    var events: Int { received.events }
    /// The latest value of the tree.
    var shown: Node? { received.tree?.value.node }
    /// The latest value of the last children, for the clients that listen to these.
    var shownWindow: Node? { received.window?.value.node }
}
