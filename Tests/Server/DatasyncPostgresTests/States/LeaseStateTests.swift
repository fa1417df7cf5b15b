#if Postgres
    import DatasyncLog
    import Testing

    @testable import DatasyncPostgres

    @Suite("The state of a lease")
    struct LeaseStateTests {
        private var lease = LeaseState(LeaseTimes(), publicAddress: "a:1") { LogEntry(run: $0, session: 0, body: [1]) }

        /// The reply to a renewal that found this server and perhaps others.
        private static func renewed(_ runs: Int64...) -> DatabaseReply {
            DatabaseReply(
                runs.map { run in
                    [
                        SimulatedDatabase.bytes(1_000), SimulatedDatabase.bytes(1), SimulatedDatabase.bytes(run),
                        Array("a:1".utf8), [0], SimulatedDatabase.bytes(1 << 20),
                    ]
                })
        }

        /// Sends what is due and answers it, and returns the steps.
        private mutating func run(
            at now: Int64, _ replies: [LeaseState.Step: [DatabaseReply]] = [:], renewal: DatabaseReply? = nil
        ) -> [LeaseState.Step] {
            var (steps, replies): ([LeaseState.Step], _) = ([], replies)
            while lease.next(as: 7, now: now) != nil, let step = lease.current {
                steps.append(step)
                let reply = step == .renew ? renewal ?? Self.renewed(7) : replies[step]?.first ?? DatabaseReply()
                if replies[step]?.isEmpty == false { replies[step]?.removeFirst() }
                _ = lease.replied(reply, now: now)
            }
            return steps
        }

        @Test("[postgres 28] a lease is renewed every 3 seconds")
        mutating func renewing() {
            #expect(run(at: 0) == [.renew])
            #expect(run(at: 2_999) == [])
            #expect(lease.wakeTime == 3_000)
            #expect(run(at: 3_000) == [.renew])
        }

        @Test("[postgres 29] runs are ended only after 15 seconds of renewals without a gap of 5 seconds")
        mutating func settling() {
            var claims: [Int64] = []
            for now in stride(from: Int64(0), through: 60_000, by: 3_000) where now != 21_000 && now != 24_000 {
                if run(at: now).contains(.claim) { claims.append(now) }
            }
            // The renewals at 21 and 24 seconds failed.
            #expect(claims == [15_000, 18_000, 42_000, 45_000, 48_000, 51_000, 54_000, 57_000, 60_000])
        }

        @Test("[postgres 29] a run is closed 500 namespaces at a time, with batches that no append has")
        mutating func closing() {
            for now in stride(from: Int64(0), to: 15_000, by: 3_000) { _ = run(at: now) }
            let one = DatabaseReply([[SimulatedDatabase.bytes(5)], [SimulatedDatabase.bytes(6)]])
            let count = { (count: Int64) in DatabaseReply([[SimulatedDatabase.bytes(count)]]) }
            let steps = run(
                at: 15_000, [.claim: [one], .close(5): [count(500), count(0)], .close(6): [count(0)]])
            #expect(steps == [.renew, .claim, .close(5), .close(5), .close(6), .forget])
        }

        @Test("[postgres 30] a renewal that finds no row says that the run has ended")
        mutating func ended() {
            _ = lease.next(as: 7, now: 0)
            let none = DatabaseReply([[SimulatedDatabase.bytes(1_000), SimulatedDatabase.bytes(0), nil, nil, nil, nil]])
            let outcome = lease.replied(none, now: 0)
            #expect({ if case .ended = outcome { true } else { false } }())
            #expect(lease.next(as: 8, now: 999) == nil)
            #expect(lease.next(as: 8, now: 1_000) != nil)
        }

        @Test("[postgres 33] the time of the database is taken in the middle of the round trip")
        mutating func time() {
            _ = lease.next(as: 7, now: 100)
            guard case .renewed(let renewal) = lease.replied(Self.renewed(7, 8), now: 140) else {
                Issue.record("no renewal")
                return
            }
            #expect(renewal.time == 1_020 && renewal.duration == 40)
            #expect(renewal.servers.map(\.run) == [7, 8])
        }

        @Test("[postgres 28] a renewal that failed is repeated after a second")
        mutating func failing() {
            _ = lease.next(as: 7, now: 0)
            lease.failed(now: 10)
            #expect(lease.next(as: 7, now: 1_009) == nil)
            #expect(lease.next(as: 7, now: 1_010) != nil)
        }
    }
#endif
