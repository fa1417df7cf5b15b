#if Postgres
    import DatasyncLog

    /// The lease of a server's run, and the end of the runs of servers that are gone.
    ///
    /// ```
    ///  renew, every 3 s ─(after 15 s without a failure)─▶ claim ─▶ close each claimed run ─▶ renew …
    ///    └─(no row: another server has ended this run)─▶ the appends begin the next run
    /// ```
    ///
    /// All times on which a decision about another server depends are those of the database.
    struct LeaseState: Sendable {
        enum Step: Hashable, Sendable {
            case renew
            case claim
            case close(Int64)
            case forget
        }

        /// What a renewal has found.
        struct Renewal: Sendable {
            /// The time of the database, in milliseconds since the Unix epoch.
            let time: Int64
            /// The milliseconds of the round trip, a bound for the time's error.
            let duration: Int64
            /// The servers that are alive.
            let servers: [LogServer]
            /// The size of the log, in bytes.
            let logSize: Int
            /// The secret that only servers of the database know.
            let secret: [UInt8]
        }

        /// The effect of a reply.
        enum Outcome: Sendable {
            case none
            /// The lease holds.
            case renewed(Renewal)
            /// Another server has ended the run.
            case ended
        }

        /// The time between two deletions of old rows, in milliseconds.
        private static let forgetInterval: Int64 = 600_000
        /// The pause after a failure, in milliseconds.
        private static let pause: Int64 = 1_000

        private let times: LeaseTimes
        private let publicAddress: String
        /// Returns the entry that ends a run; without it, this server ends none.
        private let endOfRun: (@Sendable (UInt64) -> LogEntry)?
        private(set) var current: Step?
        private var isDraining = false
        private var nextRenewal: Int64 = 0
        /// The time of the latest renewal, and that of the first one in a row.
        private(set) var lastRenewal: Int64?
        private var firstRenewal: Int64 = 0
        private var sent: Int64 = 0
        private var isClaimDue = false
        private var claimed: [Int64] = []
        private var lastBatch: Int64 = 0
        private var nextForget: Int64 = 0

        init(_ times: LeaseTimes, publicAddress: String, endOfRun: (@Sendable (UInt64) -> LogEntry)?) {
            self.times = times
            self.publicAddress = publicAddress
            self.endOfRun = endOfRun
        }

        /// The time at which the next statement is due.
        var wakeTime: Int64 { nextRenewal }

        /// Says whether this server drains, from the next renewal on, which is due at once.
        mutating func setDraining(_ isDraining: Bool) { (self.isDraining, nextRenewal) = (isDraining, 0) }

        /// Returns the next statement.
        ///
        /// - Parameters:
        ///   - run: The run of this server, which is registered.
        ///   - now: The time in milliseconds.
        /// - Returns: The statement; `nil` if there is nothing to do now.
        mutating func next(as run: Int64, now: Int64) -> DatabaseStatement? {
            guard current == nil, let step = nextStep(now: now) else { return nil }
            (current, sent) = (step, now)
            switch step {
            case .renew:
                nextRenewal = now + times.renewal
                return LeaseStatements.renew(
                    run, for: times.duration, publicAddress: publicAddress, isDraining: isDraining)
            case .claim: return LeaseStatements.claim(run, grace: times.grace, takeover: times.takeover)
            case .close(let ended):
                // Below 0, as the batches of appends are above it.
                lastBatch -= 1
                let entry = endOfRun.map { $0(UInt64(ended)) }
                return LeaseStatements.close(
                    ended, by: run, batch: lastBatch, entry: EntryBatch.bytes(of: [entry].compactMap(\.self)))
            case .forget: return LeaseStatements.forget
            }
        }

        private func nextStep(now: Int64) -> Step? {
            if now >= nextRenewal { return .renew }
            if endOfRun == nil { return nil }
            if let run = claimed.first { return .close(run) }
            if isClaimDue { return .claim }
            return isSettled(now: now) && now >= nextForget ? .forget : nil
        }

        /// Whether renewals have succeeded for long enough to end other runs.
        private func isSettled(now: Int64) -> Bool {
            lastRenewal.map { now - $0 <= times.duration / 2 && now - firstRenewal >= times.settling } ?? false
        }

        /// Takes the rows of the current statement.
        mutating func replied(_ reply: DatabaseReply, now: Int64) -> Outcome {
            defer { current = nil }
            switch current {
            case .renew: return renewed(reply, now: now)
            case .claim:
                isClaimDue = false
                claimed = (0..<reply.count).compactMap { reply.integer($0, 0) }
            case .close: if reply.integer(0, 0) == 0, !claimed.isEmpty { claimed.removeFirst() }
            case .forget: nextForget = now + Self.forgetInterval
            case nil: break
            }
            return .none
        }

        private mutating func renewed(_ reply: DatabaseReply, now: Int64) -> Outcome {
            guard reply.integer(0, 1) == 1, let time = reply.integer(0, 0) else {
                (lastRenewal, nextRenewal) = (nil, now + Self.pause)
                return .ended
            }
            if lastRenewal.map({ now - $0 > times.duration / 2 }) ?? true { firstRenewal = now }
            lastRenewal = now
            isClaimDue = isSettled(now: now)
            let servers = (0..<reply.count).compactMap { row -> LogServer? in
                guard let run = reply.integer(row, 2), let address = reply.text(row, 3) else { return nil }
                return LogServer(
                    run: run, publicAddress: address, peerAddress: reply.text(row, 6) ?? "",
                    isDraining: reply.integer(row, 4) == 1)
            }
            // The database was asked in the middle between the two.
            return .renewed(
                Renewal(
                    time: time + (now - sent) / 2, duration: now - sent, servers: servers,
                    logSize: Int(reply.integer(0, 5) ?? 0), secret: reply.bytes(0, 7).map { Array($0) } ?? []))
        }

        /// Takes the failure of the current statement, or the loss of its connection.
        mutating func failed(now: Int64) {
            if current != nil { nextRenewal = now + Self.pause }
            (current, isClaimDue) = (nil, false)
        }
    }
#endif
