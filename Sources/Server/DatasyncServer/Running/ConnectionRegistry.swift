#if Server
    import DatasyncConcurrency
    import NIOCore

    /// The open connections of a server, so that it can end them in order.
    final class ConnectionRegistry: Sendable {
        typealias ID = Int

        private struct Entry: Sendable {
            let channel: any Channel
            /// The group of the client's address in the counts.
            let address: String
            /// Ends the connection after its current work; `nil` if it is idle.
            var drain: (@Sendable () -> Void)?
            /// Asks the client of a session or stream to connect elsewhere; `nil` for other connections.
            var move: (@Sendable () -> Bool)?
            /// Whether the client was asked to.
            var isLeaving = false
        }

        private struct Core: Sendable {
            var entries: [ID: Entry] = [:]
            /// The number of connections of each address, or of each network of IPv6 addresses.
            var counts: [String: Int] = [:]
            var lastID = 0
            var isDraining = false
            var failsToAccept = false
            /// The refused connections since the last report, and the report's time.
            var refusals = (count: 0, reported: -Double.infinity)
            /// Whether a connection was refused for the total limit since the last one closed.
            var isFull = false
            var waiters: [CheckedContinuation<Void, Never>] = []
        }

        private let core = ContendedGuarded(Core())

        var isDraining: Bool { core.withLock(\.isDraining) }

        /// The reason why no more connections can be accepted; `nil` if they can.
        var shortage: String? {
            core.withLock { core in
                if core.failsToAccept { return "no more file descriptors" }
                return core.isFull ? "as many connections are open as the limits allow" : nil
            }
        }

        /// Records a refused connection, and returns the number to report; `nil` soon after a report.
        ///
        /// - Parameter now: The time in milliseconds.
        /// - Returns: The number of connections refused since the last report.
        func noteRefused(now: Double) -> Int? {
            core.withLock { core in
                core.refusals.count += 1
                guard now - core.refusals.reported >= 10_000 || now < core.refusals.reported else { return nil }
                defer { core.refusals = (0, now) }
                return core.refusals.count
            }
        }

        /// Records whether accepting connections fails, and returns whether that has changed.
        @discardableResult
        func noteAccepting(fails: Bool) -> Bool {
            core.withLock { core in
                defer { core.failsToAccept = fails }
                return core.failsToAccept != fails
            }
        }

        /// Adds a connection until it closes; returns `nil` if there are too many, or the server shuts down.
        ///
        /// - Parameters:
        ///   - channel: The connection.
        ///   - limit: The maximum number of connections.
        ///   - addressLimit: The maximum number of connections from one address.
        /// - Returns: The identifier of the connection.
        func add(_ channel: any Channel, limit: Int, addressLimit: Int = .max) -> ID? {
            let address = IPAddress.group(of: channel.hostText)
            let id = core.withLock { core -> ID? in
                if core.entries.count >= limit { core.isFull = true }
                guard !core.isDraining, core.entries.count < limit, core.counts[address, default: 0] < addressLimit
                else { return nil }
                core.lastID += 1
                core.entries[core.lastID] = Entry(channel: channel, address: address)
                core.counts[address, default: 0] += 1
                return core.lastID
            }
            if let id { channel.closeFuture.whenComplete { _ in self.remove(id) } }
            return id
        }

        /// Sets the closures that end a busy connection, or `nil` for an idle one.
        ///
        /// If the server is shutting down, they are called at once.
        ///
        /// - Parameters:
        ///   - id: The connection.
        ///   - move: For a session or stream: asks its client to connect elsewhere; returns `false` if there is no other
        ///     server.
        ///   - drain: Ends the connection after its current work.
        func setDrain(_ id: ID, move: (@Sendable () -> Bool)? = nil, _ drain: (@Sendable () -> Void)?) {
            let (entry, isDraining, _) = core.withLock { core in
                let old = core.entries[id]
                core.entries[id]?.drain = drain
                core.entries[id]?.move = move
                return (core.entries[id], core.isDraining, ApplicationOwned(old))
            }
            if isDraining, let entry { self.drain(entry, id) }
        }

        private func drain(_ entry: Entry, _ id: ID) {
            if entry.move?() == true { return }
            if let drain = entry.drain { return drain() }
            // Requests begin on the event loop: one that has begun meanwhile is answered first.
            entry.channel.eventLoop.execute {
                let isIdle = self.core.withLock { core in core.entries[id].map { $0.drain == nil } ?? false }
                if isIdle { entry.channel.close(mode: .all, promise: nil) }
            }
        }

        /// The sessions and streams.
        var sessions: [DrainPlan.Session] {
            core.withLock { core in
                core.entries.compactMap { id, entry in
                    entry.move == nil ? nil : DrainPlan.Session(id: id, isLeaving: entry.isLeaving)
                }
            }
        }

        /// Asks the clients of sessions to connect elsewhere.
        func move(_ ids: [ID]) {
            for id in ids {
                guard core.withLock({ $0.entries[id]?.move })?() == true else { continue }
                core.withLock { $0.entries[id]?.isLeaving = true }
            }
        }

        /// Ends sessions.
        func end(_ ids: [ID]) {
            for id in ids { core.withLock { $0.entries[id]?.drain }?() }
        }

        /// Ends all connections: idle ones at once, busy ones after their current work, sessions with the name of another server.
        func drain() {
            let entries = core.withLock { core in
                core.isDraining = true
                return core.entries
            }
            for (id, entry) in entries { drain(entry, id) }
        }

        /// Closes all connections at once.
        func closeAll() {
            for entry in core.withLock({ Array($0.entries.values) }) { entry.channel.close(mode: .all, promise: nil) }
        }

        /// Waits until no connection is open.
        func waitUntilEmpty() async {
            await withCheckedContinuation { waiter in
                let isEmpty = core.withLock { core in
                    if !core.entries.isEmpty { core.waiters.append(waiter) }
                    return core.entries.isEmpty
                }
                if isEmpty { waiter.resume() }
            }
        }

        private func remove(_ id: ID) {
            let (waiters, _) = core.withLock { core in
                let entry = core.entries.removeValue(forKey: id)
                core.isFull = false
                if let address = entry?.address, let count = core.counts[address] {
                    core.counts[address] = count > 1 ? count - 1 : nil
                }
                let waiters = core.entries.isEmpty ? core.waiters : []
                if core.entries.isEmpty { core.waiters = [] }
                return (waiters, ApplicationOwned(entry))
            }
            for waiter in waiters { waiter.resume() }
        }
    }
#endif
