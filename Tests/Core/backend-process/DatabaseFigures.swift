#if Postgres
    import DatasyncBackend
    import DatasyncClient
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncPostgres
    import DatasyncTree
    import DatasyncWire
    import Dispatch
    import Foundation
    import TestSupport

    /// Figures of servers over one database, all in this process.
    struct DatabaseFigures {
        let url: String
        /// The number of servers.
        let servers: Int
        /// Whether the servers send each other hints.
        let hints: Bool

        /// Opens the logs of the servers, and waits until they hear each other.
        private func open() async throws -> [PostgresLog] {
            _ = try await PostgresLog.migrate(url)
            var logs: [PostgresLog] = []
            for _ in 0..<servers {
                var options = PostgresLog.Options()
                options.snapshotThreshold = .max
                options.peerAddress = hints ? "127.0.0.1:0" : ""
                logs.append(try await PostgresLog.open(url, options: options))
            }
            while hints, logs.contains(where: { !$0.status.hearsAll || $0.status.others.count < servers - 1 }) {
                await wait(seconds: 0.01)
            }
            return logs
        }

        private func close(_ logs: [PostgresLog]) async { for log in logs { await log.close() } }

        private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

        // MARK: Appends

        private struct Appends: Sendable {
            /// The time at which each writer has begun its latest append, and the number of it.
            var begun: [UInt64]
            var sequence: [UInt64]
            /// The times at which the own server of each writer has delivered its last 16 appends.
            var committed: [(sequence: UInt64, time: UInt64)]
            var latencies = Latencies()
            var delays = Latencies()
            var isOver = false
        }

        /// Writers append entries of 200 bytes, each the next one in the call that delivers the last.
        ///
        /// - Parameters:
        ///   - writers: The number of writers; they take turns with the servers and with the namespaces.
        ///   - namespaces: The number of namespaces; all servers follow all of them.
        ///   - seconds: The time.
        /// - Returns: The figures.
        /// - Throws: An error of the database.
        func append(writers: Int, namespaces: Int, seconds: Int) async throws -> String {
            let logs = try await open()
            let names = try (0..<namespaces).map { try LogNamespace("figures-\($0)") }
            let zeros = [UInt64](repeating: 0, count: writers)
            let state = Guarded(
                Appends(begun: zeros, sequence: zeros, committed: Array(repeating: (0, 0), count: 16 * writers)))
            let write: @Sendable (Int) -> Void = { writer in
                let sequence = state.withLock { state in
                    state.begun[writer] = Self.now
                    state.sequence[writer] += 1
                    return state.sequence[writer]
                }
                let body = Self.bytes(UInt64(writer)) + Self.bytes(sequence) + [UInt8](repeating: 0x78, count: 184)
                logs[writer % logs.count].append(
                    [LogEntry(run: 1, session: 1, body: body)], to: names[writer % names.count]
                ) {
                    report("lost: \($0)")
                }
            }
            var subscriptions: [any LogSubscription] = []
            for (server, log) in logs.enumerated() {
                for name in names {
                    let start = try await log.latestPosition(of: name)
                    subscriptions.append(
                        log.follow(name, after: start) { event in
                            guard case .records(let records) = event else { return }
                            let now = Self.now
                            let own = state.withLock { state -> [Int] in
                                if state.isOver { return [] }
                                return records.compactMap { record in
                                    let writer = Int(Self.number(record.entry.body[..<8]))
                                    let sequence = Self.number(record.entry.body[8..<16])
                                    let place = 16 * writer + Int(sequence % 16)
                                    if writer % logs.count == server {
                                        state.latencies.add(now - state.begun[writer])
                                        state.committed[place] = (sequence, now)
                                        return writer
                                    }
                                    // Another server may be the first.
                                    let committed = state.committed[place]
                                    state.delays.add(
                                        committed.sequence == sequence ? now - min(now, committed.time) : 0)
                                    return nil
                                }
                            }
                            for writer in own { write(writer) }
                        })
                }
            }
            // The first batch creates the namespaces.
            for writer in 0..<writers { write(writer) }
            await wait(seconds: 1)
            state.withLock { ($0.latencies, $0.delays) = (Latencies(), Latencies()) }
            let before = processorTime()
            await wait(seconds: Double(seconds))
            let result = state.withLock { state in
                state.isOver = true
                return state
            }
            let processor = processorTime() - before
            for subscription in subscriptions { subscription.cancel() }
            await close(logs)
            return "\(servers) servers, \(namespaces) namespaces, \(writers) writers: "
                + "\(result.latencies.count / seconds) entries/s, \(result.latencies), other servers \(result.delays), processor \(processor) s"
        }

        private static func bytes(_ number: UInt64) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }

        private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }

        // MARK: Back ends

        private func makeBackends(_ logs: [PostgresLog], _ name: String) async throws -> [Backend] {
            var backends: [Backend] = []
            for log in logs {
                let backend = Backend(
                    namespace: try LogNamespace(name), run: ServerRun(UInt64.random(in: 1...UInt64(Int64.max))),
                    beside: .servers
                ) {
                    Double(milliseconds().sinceEpoch)
                } executor: {
                    SystemExecutor.run($0)
                }
                try await backend.start(log)
                backends.append(backend)
            }
            return backends
        }

        /// 100 clients write through the rules, each one write at a time.
        func submit(writes: Int) async throws -> String {
            let logs = try await open()
            let backends = try await makeBackends(logs, "submit-\(UInt32.random(in: 0 ... .max))")
            try backends[0].setRules(try JSONParser.parse(typicalRules))
            let (start, before) = (Self.now, processorTime())
            await withTaskGroup(of: Void.self) { group in
                for backend in backends {
                    group.addTask {
                        await withCheckedContinuation { continuation in
                            Thread.detachNewThread {
                                Filler(backend, count: writes / backends.count).run()
                                continuation.resume()
                            }
                        }
                    }
                }
            }
            let elapsed = Double(Self.now - start) / 1e9
            await close(logs)
            return "\(servers) servers, 100 clients each: \(Int(Double(writes) / elapsed)) writes/s, processor "
                + "\(processorTime() - before) s of \(elapsed) s"
        }

        private struct Fanout: Sendable {
            var begun: UInt64 = 0
            var missing = 0
            var latencies = Latencies()
        }

        /// One client writes to a namespace that clients of all servers listen to; the next write follows the last delivery.
        func fanOut(subscribers: Int, writes: Int) async throws -> String {
            let logs = try await open()
            let backends = try await makeBackends(logs, "hot-\(UInt32.random(in: 0 ... .max))")
            let state = Guarded(Fanout())
            let finished = DispatchSemaphore(value: 0)
            let hot = Path([Key(unchecked: "hot")])
            var (connections, ports): ([any LinkConnection], [BackendPort]) = ([], [])
            for index in 0..<subscribers {
                let port = backends[index % backends.count].makePort()
                let connection = port.open { event in
                    guard case .message(.push) = event else { return }
                    let isLast = state.withLock { state in
                        state.latencies.add(Self.now - state.begun)
                        state.missing -= 1
                        return state.missing == 0
                    }
                    if isLast { finished.signal() }
                }
                connection.send(
                    .request(Request(number: 1, action: .listen(path: hot, window: .all, tag: nil, hash: nil))))
                connections.append(connection)
                ports.append(port)
            }
            let elapsed = try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        with: Result {
                            let start = Self.now
                            for number in 1...writes {
                                state.withLock { state in
                                    (state.begun, state.missing) = (Self.now, subscribers)
                                    if number == 11 { state.latencies = Latencies() }
                                }
                                try backends[number % backends.count].write(
                                    WriteValue(.number(Double(number))), at: hot)
                                finished.wait()
                            }
                            return Double(Self.now - start) / 1e9
                        })
                }
            }
            withExtendedLifetime((connections, ports)) {}
            let result = state.withLock(\.latencies)
            await close(logs)
            return
                "\(servers) servers, \(subscribers) subscribers: \(Int(Double(writes * subscribers) / elapsed)) deliveries/s, "
                + "write to delivery \(result)"
        }
    }
#endif
