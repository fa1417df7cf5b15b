#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import Synchronization
    import Testing

    @testable import DatasyncPostgres

    @Suite("The state of appends")
    struct AppendStateTests {
        private static func state() -> AppendState {
            let numbers = Atomic<Int64>(0)
            return AppendState(run: 1, level: 1) { numbers.add(1, ordering: .relaxed).newValue }
        }

        private static func append(_ size: Int) -> PendingAppend {
            PendingAppend(
                entries: [LogEntry(run: 1, session: 1, body: [UInt8](repeating: 0, count: size))], byteCount: size,
                lost: ApplicationOwned({ @Sendable _ in }))
        }

        /// Executes statements until none follows, and returns their steps.
        private func drain(_ state: inout AppendState, _ database: inout SimulatedDatabase, now: Int64 = 0)
            -> [AppendState.Step]
        {
            var steps: [AppendState.Step] = []
            while let statement = state.next(now: now, sent: { _ in }), let step = state.current {
                steps.append(step)
                _ = state.replied(database.run(statement, as: step), isDoubtful: false, now: now)
            }
            return steps
        }

        @Test(
            "[postgres 2] the first append finds or creates the namespace and notes the presence; later ones only append"
        )
        func steps() throws {
            var (state, database) = (Self.state(), SimulatedDatabase())
            #expect(drain(&state, &database) == [.check, .register])
            state.append(Self.append(1), to: try LogNamespace("a"))
            #expect(drain(&state, &database) == [.find, .create, .find, .enter, .append])
            state.append(Self.append(1), to: try LogNamespace("a"))
            #expect(drain(&state, &database) == [.append])
            state.close()
            #expect(drain(&state, &database) == [.end])
        }

        @Test("[postgres 31] late entries of a run that has ended and is closed note its presence as they are stored")
        func lateEntries() throws {
            var (state, database) = (Self.state(), SimulatedDatabase())
            state.append(Self.append(1), to: try LogNamespace("a"))
            _ = drain(&state, &database)
            database.endRuns()
            state.doubt()
            state.append(Self.append(1), to: try LogNamespace("a"))
            var steps: [AppendState.Step] = []
            while let statement = state.next(now: 0, sent: { _ in }), let step = state.current {
                steps.append(step)
                // Another server may look before each of the statements.
                database.closeRuns()
                #expect(!database.isPresent(1, in: "a"))
                _ = state.replied(database.run(statement, as: step), isDoubtful: false, now: 0)
            }
            #expect(steps == [.fence, .register, .append])
            #expect(database.rows.count == 2)
            #expect(database.isPresent(1, in: "a"))
        }

        @Test("[postgres 5] after a lost reply come the fence and the search for the batch")
        func unknown() throws {
            var (state, database) = (Self.state(), SimulatedDatabase())
            state.append(Self.append(1), to: try LogNamespace("a"))
            _ = drain(&state, &database)
            for isExecuted in [true, false] {
                state.append(Self.append(1), to: try LogNamespace("a"))
                let next = state.next(now: 0, sent: { _ in })
                let statement = try #require(next)
                if isExecuted { _ = database.run(statement, as: .append) }
                state.disconnected()
                let steps = drain(&state, &database)
                #expect(steps == [.check, .fence, .lookUp] + (isExecuted ? [] : [.find, .append]))
            }
            #expect(database.rows.count == 3)
        }

        @Test("[postgres 5] a warning about the commit makes the outcome unknown")
        func doubtful() throws {
            var (state, database) = (Self.state(), SimulatedDatabase())
            state.append(Self.append(1), to: try LogNamespace("a"))
            while let statement = state.next(now: 0, sent: { _ in }), let step = state.current, step != .append {
                _ = state.replied(database.run(statement, as: step), isDoubtful: true, now: 0)
            }
            let outcome = state.replied(DatabaseReply(), isDoubtful: true, now: 0)
            guard case .doubtful = outcome else {
                Issue.record("\(outcome)")
                return
            }
            state.disconnected()
            #expect(drain(&state, &database) == [.check, .fence, .lookUp, .find, .append])
        }

        @Test("[postgres 3] a batch takes from each namespace what fits into a row, in turns")
        func limits() throws {
            var (state, database) = (Self.state(), SimulatedDatabase())
            let (a, b) = (try LogNamespace("a"), try LogNamespace("b"))
            _ = drain(&state, &database)
            for _ in 0..<3 { state.append(Self.append(600_000), to: a) }
            state.append(Self.append(5_000_000), to: a)
            state.append(Self.append(10), to: b)
            var sent: [Int] = []
            while let statement = state.next(now: 0, sent: { sent.append($0) }), let step = state.current {
                _ = state.replied(database.run(statement, as: step), isDoubtful: false, now: 0)
            }
            #expect(sent == [600_010, 600_000, 600_000, 5_000_000])
        }

        @Test("[postgres 8] a failure that may stay is followed by growing pauses, and by another check")
        func pauses() throws {
            var (state, database) = (Self.state(), SimulatedDatabase())
            state.append(Self.append(1), to: try LogNamespace("a"))
            var (now, pauses): (Int64, [Int64]) = (0, [])
            let full = DatabaseFailure(severity: "ERROR", state: "53100", text: "")
            while pauses.count < 9 {
                let next = state.next(now: now, sent: { _ in })
                let statement = try #require(next)
                guard let step = state.current, step == .append else {
                    _ = state.replied(database.run(statement, as: state.current ?? .check), isDoubtful: false, now: now)
                    continue
                }
                let isReported = state.failed(full, now: now)
                #expect(isReported)
                let end = try #require(state.wakeTime)
                let early = state.next(now: end - 1, sent: { _ in })
                #expect(early == nil)
                pauses.append(end - now)
                now = end
            }
            #expect(pauses == [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000])
            // It has left nothing behind that would have to be looked for.
            #expect(drain(&state, &database, now: now) == [.check, .append])
        }

        @Test("[postgres 8] a conflict is repeated at once")
        func conflict() throws {
            var (state, database) = (Self.state(), SimulatedDatabase())
            state.append(Self.append(1), to: try LogNamespace("a"))
            while let statement = state.next(now: 0, sent: { _ in }), let step = state.current, step != .append {
                _ = state.replied(database.run(statement, as: step), isDoubtful: false, now: 0)
            }
            for code in ["40001", "40P01"] {
                let isReported = state.failed(DatabaseFailure(severity: "ERROR", state: code, text: ""), now: 0)
                #expect(!isReported)
                let again = state.next(now: 0, sent: { _ in })
                #expect(again != nil)
                #expect(state.current == .append)
            }
        }

        @Test("[postgres 2] the next batch waits for the appends that deliveries cause, but not for long")
        func hold() throws {
            var (state, database) = (Self.state(), SimulatedDatabase())
            _ = drain(&state, &database)
            state.hold(until: 10)
            state.append(Self.append(1), to: try LogNamespace("a"))
            let early = state.next(now: 9, sent: { _ in })
            #expect(early == nil)
            #expect(state.wakeTime == 10)
            let next = state.next(now: 10, sent: { _ in })
            #expect(next != nil)
        }
    }
#endif
