#if Server
    import DatasyncClient
    import DatasyncConcurrency
    import DatasyncEngine
    import DatasyncLegacy
    import DatasyncServer
    import DatasyncTree
    import Dispatch
    import Foundation
    import TestSupport
    import Testing

    /// Clients that write and listen over connections that end at random bytes, many more with `DATASYNC_LONG=1`.
    @Suite("Clients over connections that are cut", .serialized, .timeLimit(.minutes(60)))
    struct CutConnectionTests {
        private static let clients = LongForm.count(5, long: 12)
        private static let writes = LongForm.count(20, long: 1_000)

        @Test("lose no acknowledged write, apply each write once, and show the tree of the server at the end")
        func cut() async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/tree.json", #"{"count":{"increments":0}}"#)
                let proxy = try await CuttingProxy.open(to: server.port, SeededGenerator(salt: 15_003))
                defer { proxy.close() }
                let started = ContinuousClock.now
                let ledger = Ledger()
                let clients = try (0..<Self.clients).map { number in
                    try CutClient(number, port: proxy.port, ledger, writes: Self.writes)
                }
                for client in clients { client.begin() }
                let total = Self.clients * Self.writes * 2
                await ledger.wait { ledger.settled >= total }
                proxy.stopCutting()
                let body = try await server.send("GET", "/tree.json").body
                let tree = try Node(try JSONParser.parse(body))
                await ledger.wait { clients.allSatisfy { $0.shown == tree } }

                #expect(ledger.problems == [], "\(Seed.note)")
                #expect(ledger.settled == total && proxy.cuts >= Self.clients, "\(proxy.cuts) cuts; \(Seed.note)")
                let count = tree[Key(unchecked: "count")]
                #expect(count[Key(unchecked: "increments")].number == Double(ledger.increments), "\(Seed.note)")
                #expect(
                    count[Key(unchecked: "transactions")].number ?? 0 == Double(ledger.transactions), "\(Seed.note)")
                for client in clients {
                    let own = tree[Key(unchecked: "c\(client.number)")]
                    #expect(own[Key(unchecked: "count")].number == Double(Self.writes), "\(Seed.note)")
                    // Each key holds the last of the numbers that were written to it.
                    for number in (Self.writes - CutClient.keys)..<Self.writes {
                        let key = Key(unchecked: "k\(number % CutClient.keys)")
                        #expect(own[key].number == Double(number), "client \(client.number), \(Seed.note)")
                    }
                }
                print(
                    "\(Self.clients) clients over cut connections: \(total) writes, \(ledger.increments) increments, "
                        + "\(ledger.transactions) transactions, \(proxy.cuts) cuts, \(ContinuousClock.now - started), "
                        + "seed \(Seed.value)")
            }
        }
    }

    /// The completions of all clients.
    private final class Ledger: Sendable {
        private struct State: Sendable {
            /// The number of completions of each write.
            var completions: [String: Int] = [:]
            var increments = 0
            var transactions = 0
            var problems: [String] = []
        }

        private let state = Guarded(State())
        private let changes: AsyncStream<Void>
        private let change: AsyncStream<Void>.Continuation

        init() { (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

        var settled: Int { state.withLock { $0.completions.count } }
        var increments: Int { state.withLock(\.increments) }
        var transactions: Int { state.withLock(\.transactions) }
        var problems: [String] { state.withLock(\.problems) }

        /// Notes the completion of a write, and whether it was an increment or a transaction that counts.
        func settle(_ write: String, _ error: WebcomError?, increments: Int = 0, transactions: Int = 0) {
            state.withLock { state in
                state.completions[write, default: 0] += 1
                if state.completions[write] != 1 { state.problems.append("\(write) has completed again") }
                if let error { state.problems.append("\(write): \(error)") }
                state.increments += increments
                state.transactions += transactions
            }
            note()
        }

        /// Notes an event.
        func note() { change.yield() }

        /// Waits until a condition holds, which is checked after each event and each completion.
        func wait(until condition: () -> Bool) async {
            if condition() { return }
            for await _ in changes where condition() { return }
        }
    }

    /// A client with two sequences of writes, which listens to the tree.
    private final class CutClient: Sendable {
        /// The number of keys below the node of a client.
        static let keys = 10

        let number: Int
        private let tree: Webcom
        private let queue: DispatchQueue
        private let ledger: Ledger
        private let writes: Int
        private let random: Guarded<SeededGenerator>
        private let latest: Latest

        /// The latest snapshot, shared with the closure that receives it.
        private final class Latest: Sendable {
            private let snapshot = Guarded<DataSnapshot?>(nil)

            var node: Node? { snapshot.withLock(\.self)?.value.node }

            func note(_ snapshot: DataSnapshot) {
                // The old snapshot is released outside the lock.
                _ = self.snapshot.exchange(snapshot)
            }
        }

        init(_ number: Int, port: Int, _ ledger: Ledger, writes: Int) throws {
            let url = try #require(URL(string: "ws://127.0.0.1:\(port)"))
            var configuration = WebcomConfiguration(identifier: "default", platform: .server(url))
            configuration.reconnection.initialDelay = 0.002
            configuration.reconnection.maximumDelay = 0.02
            // Lost connections are expected.
            configuration.diagnostics = { _ in }
            let queue = DispatchQueue(label: "client \(number)")
            self.queue = queue
            self.number = number
            self.ledger = ledger
            self.writes = writes
            random = Guarded(SeededGenerator(salt: 15_100 + UInt64(number)))
            tree = Webcom(WebcomApplication(configuration: configuration)).child("tree")
            let latest = Latest()
            self.latest = latest
            tree.on("value", queue: queue) { snapshot, _ in
                latest.note(snapshot)
                ledger.note()
            }
        }

        /// The latest value of the tree.
        var shown: Node? { latest.node }

        func begin() {
            writeOwn(0)
            writeShared(0)
        }

        private func writeOwn(_ index: Int) {
            guard index < writes else { return }
            // Both paths and the increment are one write.
            let value: [String: Any] = ["k\(index % Self.keys)": index, "count": [".sv": ["increment": 1]]]
            tree.child("c\(number)").update(value, queue: queue) { error in
                self.ledger.settle("own \(self.number)/\(index)", error)
                self.writeOwn(index + 1)
            }
        }

        private func writeShared(_ index: Int) {
            guard index < writes else { return }
            let (name, kind, place) = random.withLock { random in
                ("shared \(number)/\(index)", random.below(10), "common/\(random.below(5))")
            }
            let settle: @Sendable (WebcomError?) -> Void = { error in
                self.ledger.settle(name, error)
                self.writeShared(index + 1)
            }
            switch kind {
            case ..<4:
                tree.child("count/increments").increment(queue: queue) { error in
                    self.ledger.settle(name, error, increments: error == nil ? 1 : 0)
                    self.writeShared(index + 1)
                }
            case 4:
                tree.child("count/transactions").transaction({ ($0 as? Int ?? 0) + 1 }, queue: queue) {
                    error, done, _ in
                    // A transaction with too many attempts is not committed.
                    self.ledger.settle(name, nil, transactions: done ? 1 : 0)
                    self.writeShared(index + 1)
                }
            case 5, 6: tree.child(place).remove(queue: queue, settle)
            default: tree.child(place).set(index, queue: queue, settle)
            }
        }
    }
#endif
