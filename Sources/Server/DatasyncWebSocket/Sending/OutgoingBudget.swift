#if WebSocket
    import DatasyncConcurrency
    package import NIOCore
    import Synchronization

    /// The memory of all data that a process has yet to send, with a limit.
    ///
    /// A large message is encoded only once there is memory for it; until then it waits for others to free theirs.
    /// Above the limit, and while a message has waited for more than a second, the connection that has taken nothing
    /// for the longest time is closed.
    package final class OutgoingBudget: Sendable {
        /// Closes a connection that reads too slowly.
        package typealias Evict = @Sendable () -> Void
        /// Calls a closure after a time.
        package typealias Timer = @Sendable (TimeAmount, @escaping @Sendable () -> Void) -> Void

        /// The part of the memory that one connection holds.
        ///
        /// The owner subtracts whatever has been sent; releasing the share frees the rest.
        package final class Share: Sendable {
            private let budget: OutgoingBudget
            private let bytes = Atomic(0)
            private let latestProgress: Atomic<UInt64>
            /// Whether the connection is being closed.
            private let isEvicted = Atomic(false)
            private let evict: ApplicationOwned<Evict>

            fileprivate init(_ budget: OutgoingBudget, _ evict: @escaping Evict) {
                self.budget = budget
                self.evict = ApplicationOwned(evict)
                latestProgress = Atomic(budget.now().uptimeNanoseconds)
            }

            deinit { budget.forget(ObjectIdentifier(self), -bytes.load(ordering: .relaxed)) }

            /// Changes the number of bytes that the connection holds.
            package func add(_ difference: Int) {
                if difference == 0 || isEvicted.load(ordering: .relaxed) { return }
                let (old, new) = bytes.add(difference, ordering: .relaxed)
                // A client for which nothing was waiting has not been slow.
                if old < Self.much, new >= Self.much { noteProgress() }
                budget.note(difference)
            }

            /// The number of bytes from which a connection may be closed before connections that hold less.
            fileprivate static let much = 1 << 16

            /// Records that the connection has taken data.
            package func noteProgress() { latestProgress.store(budget.now().uptimeNanoseconds, ordering: .relaxed) }

            /// The bytes and the time of the latest progress; `nil` if the connection holds nothing or is being closed.
            fileprivate var standing: (bytes: Int, progress: UInt64)? {
                let bytes = bytes.load(ordering: .relaxed)
                guard bytes > 0, !isEvicted.load(ordering: .relaxed) else { return nil }
                return (bytes, latestProgress.load(ordering: .relaxed))
            }

            /// Closes the connection, and returns the bytes that it held, which are now free.
            fileprivate func close() -> Int {
                if isEvicted.exchange(true, ordering: .relaxed) { return 0 }
                evict.value()
                let held = bytes.exchange(0, ordering: .relaxed)
                budget.total.subtract(held, ordering: .relaxed)
                return held
            }
        }

        private struct Waiter: Sendable {
            let bytes: Int
            let grant: ApplicationOwned<@Sendable () -> Void>
        }

        private struct Core: Sendable {
            var shares: [ObjectIdentifier: WeakReference<Share>] = [:]
            var waiters = Fifo<Waiter>()
            /// The bytes granted to messages that are being encoded.
            var granted = 0
            var isTimerRunning = false
        }

        /// The time after which a connection that takes nothing is closed to make room for others.
        private static var patience: TimeAmount { .seconds(1) }

        package let limit: Int
        private let total = Atomic(0)
        private let isRelieving = Atomic(false)
        private let core = ContendedGuarded(Core())
        private let now: @Sendable () -> NIODeadline
        private let timer: Timer
        private let freed: @Sendable (_ used: Int, _ bytes: Int) -> Void

        /// - Parameters:
        ///   - limit: The maximum number of bytes.
        ///   - now: Returns the time.
        ///   - timer: Calls a closure after a time.
        ///   - freed: Called with the waiting bytes and the freed bytes, if many were freed.
        package init(
            limit: Int, now: @escaping @Sendable () -> NIODeadline = { .now() }, timer: @escaping Timer,
            freed: @escaping @Sendable (_ used: Int, _ bytes: Int) -> Void = { _, _ in }
        ) {
            self.limit = limit
            self.now = now
            self.timer = timer
            self.freed = freed
        }

        /// The bytes waiting for all connections.
        package var used: Int { total.load(ordering: .relaxed) }

        /// Whether more than half of the memory is in use.
        package var isScarce: Bool { used > limit / 2 }

        /// Creates a connection's share; `evict` closes the connection and may be called on any thread.
        package func makeShare(evict: @escaping Evict) -> Share {
            let share = Share(self, evict)
            core.withLock { $0.shares[ObjectIdentifier(share)] = WeakReference(share) }
            return share
        }

        fileprivate func forget(_ share: ObjectIdentifier, _ difference: Int) {
            core.withLock { $0.shares[share] = nil }
            note(difference)
        }

        fileprivate func note(_ difference: Int) {
            if difference == 0 { return }
            let total = total.add(difference, ordering: .relaxed).newValue
            if difference < 0 {
                admit()
                if -difference >= 1 << 18 { freed(total, -difference) }
            } else if total > limit {
                relieve(atLeast: total - limit, stalledFor: .zero)
            }
        }

        // MARK: Large messages

        /// Calls a closure when there is memory for a message: at once, or later on another thread.
        ///
        /// Once the message is encoded, the caller calls ``encoded(_:)`` and counts the bytes in its connection's share.
        package func wait(for bytes: Int, _ grant: @escaping @Sendable () -> Void) {
            core.withLock { $0.waiters.append(Waiter(bytes: bytes, grant: ApplicationOwned(grant))) }
            admit()
        }

        /// Records that a granted message has been encoded.
        package func encoded(_ bytes: Int) {
            core.withLock { $0.granted -= bytes }
            admit()
        }

        /// Grants memory to the waiting messages, in order.
        private func admit() {
            while true {
                let waiter = core.withLock { core -> Waiter? in
                    guard let first = core.waiters.first else { return nil }
                    let used = total.load(ordering: .relaxed) + core.granted
                    // A message above the limit is sent while little else waits.
                    guard used <= limit / 8 || used + first.bytes <= limit else { return nil }
                    core.granted += first.bytes
                    return core.waiters.popFirst()
                }
                guard let waiter else { break }
                waiter.grant.value()
            }
            let starts = core.withLock { core in
                let starts = !core.waiters.isEmpty && !core.isTimerRunning
                if starts { core.isTimerRunning = true }
                return starts
            }
            guard starts else { return }
            timer(Self.patience) { [weak self] in self?.hasWaited() }
        }

        private func hasWaited() {
            let bytes = core.withLock { core in
                core.isTimerRunning = false
                return core.waiters.first?.bytes
            }
            guard let bytes else { return }
            relieve(atLeast: bytes, stalledFor: Self.patience)
            admit()
        }

        // MARK: Slow connections

        /// Closes the connections that have taken nothing for the longest time, until enough memory is free.
        ///
        /// - Parameters:
        ///   - bytes: The number of bytes to free.
        ///   - time: The time without progress after which a connection may be closed.
        private func relieve(atLeast bytes: Int, stalledFor time: TimeAmount) {
            if isRelieving.exchange(true, ordering: .acquiring) { return }
            defer { isRelieving.store(false, ordering: .releasing) }
            let latest = (now() - time).uptimeNanoseconds
            let shares = core.withLock { $0.shares.values.compactMap(\.object) }
            var candidates = shares.compactMap { share in share.standing.map { (share, $0.bytes, $0.progress) } }
            candidates.removeAll { $0.2 > latest }
            // Connections that hold little are closed only if closing the others is not enough.
            candidates.sort { left, right in
                let (isSmall, other) = (left.1 < Share.much ? 1 : 0, right.1 < Share.much ? 1 : 0)
                return (isSmall, left.2, right.1) < (other, right.2, left.1)
            }
            var freed = 0
            for (share, _, _) in candidates where freed < bytes { freed += share.close() }
        }
    }
#endif
