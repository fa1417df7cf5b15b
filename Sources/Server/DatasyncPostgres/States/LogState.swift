#if Postgres
    import DatasyncConcurrency
    import DatasyncLog

    /// The state of a log: its connections, and what is sent on them.
    ///
    /// It has no clock, no thread and no socket: ``handle(_:now:)`` takes an input and returns what the shell has to do.
    struct LogState: Sendable {
        private enum Link: Sendable {
            case closed(until: Int64)
            case connecting(deadline: Int64)
            case ready
            case busy(deadline: Int64)
        }

        /// The milliseconds that a connection, a batch or a read may take.
        static let timeout: Int64 = 10_000
        /// The milliseconds for statements that wait for others, or that concern many rows.
        private static let longTimeout: Int64 = 60_000
        /// The milliseconds in which a log that is closed sends what waits.
        private static let closingTime: Int64 = 5_000
        /// The milliseconds between two looks for the records of others while all of them would send hints.
        private static let restInterval: Int64 = 1_000
        /// The milliseconds that a batch waits for the deliveries of the last one.
        private static let holdTime: Int64 = 2

        private let address: DatabaseAddress
        private(set) var appends: AppendState
        private(set) var follows: FollowState
        private var lease: LeaseState
        private var hints: HintState
        private let pollInterval: Int64
        private var status = LogStatus()
        /// The namespaces without a session of this server, unless something was appended since.
        private var settled: Set<LogNamespace> = []
        private var jobs = Fifo<DatabaseJob>()
        private var currentJob: DatabaseJob?
        private var links: [DatabaseRole: Link] = [:]
        private var failures: [DatabaseRole: Int] = [:]
        /// The connections that failed since they last succeeded, with the reason.
        private var troubles: [DatabaseRole: LogError] = [:]
        /// The first of them, which all followers learn.
        private var firstTrouble: LogError?
        /// The deliveries of committed batches that have not been received.
        private var deliveries = 0
        private var opening: ApplicationOwned<@Sendable (LogError?) -> Void>?
        private var closing: [ApplicationOwned<@Sendable () -> Void>] = []
        private var closingDeadline: Int64?
        private(set) var isStopped = false

        /// Creates the state of a log that opens.
        ///
        /// - Parameters:
        ///   - address: The database.
        ///   - appends: The appends, none so far.
        ///   - follows: The followers, none so far.
        ///   - lease: The lease of the run.
        ///   - hints: The connections to the other servers, none so far.
        ///   - pollInterval: The milliseconds between two looks for the records of other servers that this one does not hear.
        ///   - opened: Called once, with the error if the log cannot be opened; it has then stopped.
        init(
            address: DatabaseAddress, appends: AppendState, follows: FollowState, lease: LeaseState,
            hints: HintState, pollInterval: Int64, opened: @escaping @Sendable (LogError?) -> Void
        ) {
            self.address = address
            self.appends = appends
            self.follows = follows
            self.lease = lease
            self.hints = hints
            self.pollInterval = pollInterval
            opening = ApplicationOwned(opened)
        }

        /// The time at which the state wants a `tick`, after the time of the last input; `nil` if only an input can change it.
        func wakeTime(after now: Int64) -> Int64? {
            var times = [closingDeadline, hints.wakeTime]
            for role in DatabaseRole.allCases {
                switch links[role] {
                case .closed(let until): if wants(role) { times.append(until) }
                case .connecting(let deadline), .busy(let deadline): times.append(deadline)
                case .ready:
                    switch role {
                    case .writer: times.append(appends.wakeTime)
                    case .reader: times.append(follows.wakeTime)
                    case .keeper: break
                    case .tenant: times.append(lease.wakeTime)
                    }
                case nil: break
                }
            }
            return times.compactMap { $0 }.filter { $0 > now }.min()
        }

        /// Changes the state.
        ///
        /// - Parameters:
        ///   - inputs: The inputs; all of them are taken before the next statement is made, so that a batch is as large as possible.
        ///   - now: The time in milliseconds, of a clock that never goes back.
        /// - Returns: The effects, in order.
        mutating func handle(_ inputs: [LogInput], now: Int64) -> [LogEffect] {
            var effects: [LogEffect] = []
            for input in inputs {
                if isStopped { effects += Self.refusal(of: input) } else { take(input, now: now, &effects) }
            }
            if !isStopped { advance(now: now, &effects) }
            for case .deliver in effects { deliveries += 1 }
            return effects
        }

        private mutating func take(_ input: LogInput, now: Int64, _ effects: inout [LogEffect]) {
            switch input {
            case .append(let append, let name):
                settled.remove(name)
                appends.append(append, to: name)
            case .follow(let follower, let id, let position):
                let events = follows.follow(follower, as: id, after: position)
                effects += events.map(LogEffect.deliver)
                if events.isEmpty, !troubles.isEmpty, let error = firstTrouble {
                    let event = LogEvent.unavailable(reason: error.message)
                    effects.append(.deliver(Delivery(id: id, follower: follower, event: event)))
                }
            case .cancel(let id):
                guard let follower = follows.cancel(id) else { return }
                effects.append(.release(follower))
                // Whoever follows it next does so before appending.
                if !follows.isFollowed(follower.name), settled.remove(follower.name) != nil {
                    appends.leave(follower.name)
                }
            case .received(let events):
                for event in events {
                    follows.received(event.byteCount, by: event.id)
                    deliveries -= 1
                }
                if deliveries == 0 { appends.hold(until: now) }
            case .ask(let name, let answer):
                if let error = troubles[.reader] {
                    effects.append(.calling { answer.value(.failure(error)) })
                } else {
                    follows.ask(name, answer)
                }
            case .job(let job):
                if let error = troubles[.keeper] {
                    finish(job, .failure(error), &effects)
                } else {
                    jobs.append(job)
                }
            case .locate(let name, let number, let completion):
                let identity = follows.receivedIdentity(in: name, from: number)
                effects.append(.calling { completion.value(identity?.number, identity?.identity) })
            case .stored(let name): follows.stored(in: name)
            case .settled(let name, let completion):
                settled.insert(name)
                let bytes = follows.unsavedBytes(of: name)
                effects.append(.calling { completion.value(bytes) })
            case .drain(let isDraining): lease.setDraining(isDraining)
            case .close(let completion):
                closing.append(completion)
                appends.close()
                if closingDeadline == nil { closingDeadline = now + Self.closingTime }
            case .connected(let role):
                guard case .connecting = links[role] else { return }
                links[role] = .ready
            case .replied(let role, let reply, let isDoubtful):
                replied(role, reply, isDoubtful: isDoubtful, now: now, &effects)
            case .failed(let role, let failure): failed(role, failure, now: now, &effects)
            case .lost(let role, let failure): lost(role, failure, now: now, &effects)
            case .peer(let input):
                let result = hints.handle(input, now: now)
                effects += result.effects.map(LogEffect.peer)
                for hint in result.hints { follows.hinted(hint) }
            case .tick: break
            }
        }

        // MARK: Outcomes

        private mutating func replied(
            _ role: DatabaseRole, _ reply: DatabaseReply, isDoubtful: Bool, now: Int64, _ effects: inout [LogEffect]
        ) {
            guard case .busy = links[role] else { return }
            links[role] = .ready
            // The check of the version also succeeds on a database that cannot be written.
            if role != .writer || appends.current != .check || !appends.hasBatch {
                (failures[role], troubles[role]) = (0, nil)
            }
            switch role {
            case .writer:
                take(appends.replied(reply, isDoubtful: isDoubtful, now: now), now: now, &effects)
            case .reader:
                let outcome = follows.replied(reply)
                effects += outcome.deliveries.map(LogEffect.deliver)
                effects += outcome.answers.map(LogEffect.calling)
            case .keeper:
                if let job = takeJob() { finish(job, .success(reply), &effects) }
            case .tenant: take(lease.replied(reply, now: now), now: now, &effects)
            }
        }

        private mutating func take(_ outcome: LeaseState.Outcome, now: Int64, _ effects: inout [LogEffect]) {
            switch outcome {
            case .none: break
            case .renewed(let renewal):
                status.others = renewal.servers.filter { $0.run != appends.run }
                status.lastRenewal = lease.lastRenewal
                follows.found(status.others.map(\.run), as: appends.run)
                (status.size, status.lag, status.position) = (renewal.logSize, follows.lag, follows.position)
                effects += hints.found(status.others, as: appends.run, secret: renewal.secret, now: now).map(
                    LogEffect.peer)
                // A slow answer says little about the time.
                show(renewal.duration <= 1_000 ? renewal.time : nil, now: now, &effects)
            case .ended: appends.doubt()
            }
        }

        /// Shows the state, with the time of the database if it is known.
        private mutating func show(_ time: Int64?, now: Int64, _ effects: inout [LogEffect]) {
            if let time { status.clockOffset = time - now }
            (status.run, status.risks) = (appends.run, appends.risks)
            effects.append(.show(status))
        }

        private mutating func take(_ outcome: AppendState.Outcome, now: Int64, _ effects: inout [LogEffect]) {
            switch outcome {
            case .none: break
            case .registered(let time):
                show(time, now: now, &effects)
                opened(nil, &effects)
            case .committed(let commits):
                status.batches += 1
                status.entries += commits.reduce(0) { $0 + $1.entries.count }
                var events: [Delivery] = []
                for commit in commits { events += follows.committed(commit) }
                let news = commits.map { Hint(namespace: $0.id, number: $0.number) }
                effects += hints.committed(news, now: now).map(LogEffect.peer)
                effects += events.map(LogEffect.deliver)
                if !events.isEmpty { appends.hold(until: now + Self.holdTime) }
            case .found: follows.pollSoon()
            case .doubtful:
                status.unknownOutcomes += 1
                disconnect(.writer, until: now, &effects)
            case .refused(let error): report(error, of: .writer, &effects)
            case .ended: stop(&effects)
            }
        }

        private mutating func failed(
            _ role: DatabaseRole, _ failure: DatabaseFailure, now: Int64, _ effects: inout [LogEffect]
        ) {
            guard case .busy = links[role] else { return }
            guard failure.outcome != .unknown else { return lost(role, failure, now: now, &effects) }
            links[role] = .ready
            let isReported: Bool
            switch role {
            case .writer: isReported = appends.failed(failure, now: now)
            case .reader:
                isReported = failure.outcome != .repeatable
                follows.failed(now: now, pauses: isReported)
            case .keeper:
                isReported = false
                guard let job = takeJob() else { break }
                if failure.outcome == .repeatable {
                    jobs.append(job)
                } else {
                    finish(job, .failure(failure.error(at: address)), &effects)
                }
            case .tenant:
                isReported = failure.outcome != .repeatable
                lease.failed(now: now)
            }
            if isReported { report(failure.error(at: address), of: role, &effects) }
        }

        /// Takes the loss of a connection; the first time in a row, another one is opened at once.
        private mutating func lost(
            _ role: DatabaseRole, _ failure: DatabaseFailure, now: Int64, _ effects: inout [LogEffect]
        ) {
            let wasConnecting = if case .connecting = links[role] { true } else { false }
            let count = failures[role, default: 0] + 1
            failures[role] = count
            let pause: Int64 = count == 1 && !wasConnecting ? 0 : min(5_000, 50 << Int64(min(count, 10)))
            disconnect(role, until: now + pause, &effects)
            if pause > 0 { report(failure.error(at: address), of: role, &effects) }
        }

        private mutating func disconnect(_ role: DatabaseRole, until time: Int64, _ effects: inout [LogEffect]) {
            links[role] = .closed(until: time)
            effects.append(.disconnect(role))
            switch role {
            case .writer:
                if appends.current == .append { status.unknownOutcomes += 1 }
                appends.disconnected()
            case .tenant: lease.failed(now: time)
            case .reader: follows.failed(now: 0, pauses: false)
            case .keeper:
                // Each job can be executed twice.
                guard let job = takeJob() else { break }
                var rest = Fifo<DatabaseJob>()
                rest.append(job)
                while let job = jobs.popFirst() { rest.append(job) }
                jobs = rest
            }
        }

        /// Reports a failure to whoever waits for the connection.
        private mutating func report(_ error: LogError, of role: DatabaseRole, _ effects: inout [LogEffect]) {
            let isFirst = troubles.isEmpty
            troubles[role] = error
            if isFirst { firstTrouble = error }
            if opening != nil {
                opened(error, &effects)
                return stop(&effects)
            }
            if isFirst { effects += follows.all(.unavailable(reason: error.message)).map(LogEffect.deliver) }
            switch role {
            case .writer, .tenant: break
            case .reader: fail(follows.removeQuestions(), error, &effects)
            case .keeper:
                if let job = takeJob() { finish(job, .failure(error), &effects) }
                while let job = jobs.popFirst() { finish(job, .failure(error), &effects) }
            }
        }

        private mutating func opened(_ error: LogError?, _ effects: inout [LogEffect]) {
            guard let opening else { return }
            self.opening = nil
            effects.append(.calling { opening.value(error) })
        }

        // MARK: Statements

        private mutating func advance(now: Int64, _ effects: inout [LogEffect]) {
            if let closingDeadline, now >= closingDeadline { return stop(&effects) }
            effects += hints.tick(now: now).map(LogEffect.peer)
            let hearsAll = hints.hearsAll
            if hearsAll != status.hearsAll {
                status.hearsAll = hearsAll
                follows.poll(each: hearsAll ? max(Self.restInterval, pollInterval) : pollInterval)
            }
            for role in DatabaseRole.allCases {
                expire(role, now: now, &effects)
                if isStopped { return }
                switch links[role] ?? .closed(until: now) {
                case .closed(let until):
                    guard wants(role), now >= until else { continue }
                    links[role] = .connecting(deadline: now + Self.timeout)
                    effects.append(.connect(role))
                case .ready:
                    guard let statement = nextStatement(role, now: now, &effects) else { continue }
                    links[role] = .busy(deadline: now + timeout(of: role))
                    effects.append(.send(role, statement))
                case .connecting, .busy: continue
                }
            }
        }

        private mutating func expire(_ role: DatabaseRole, now: Int64, _ effects: inout [LogEffect]) {
            switch links[role] {
            case .connecting(let deadline) where now >= deadline, .busy(let deadline) where now >= deadline:
                lost(role, DatabaseFailure("There was no answer in time."), now: now, &effects)
            default: break
            }
        }

        /// Returns whether a connection is needed; the reader opens once the log is open, so that one failure is reported.
        private func wants(_ role: DatabaseRole) -> Bool {
            switch role {
            case .writer: true
            case .reader, .tenant: opening == nil
            case .keeper: !jobs.isEmpty
            }
        }

        private mutating func nextStatement(
            _ role: DatabaseRole, now: Int64, _ effects: inout [LogEffect]
        ) -> DatabaseStatement? {
            switch role {
            case .writer: return appends.next(now: now) { effects.append(.sent($0)) }
            case .reader: return follows.next(now: now)
            case .tenant: return isClosing ? nil : appends.standingRun.flatMap { lease.next(as: $0, now: now) }
            case .keeper:
                currentJob = jobs.popFirst()
                return currentJob?.statement
            }
        }

        private func timeout(of role: DatabaseRole) -> Int64 {
            role == .keeper || role == .tenant || role == .writer && appends.current == .fence
                ? Self.longTimeout : Self.timeout
        }

        private var isClosing: Bool { closingDeadline != nil }

        private mutating func takeJob() -> DatabaseJob? {
            defer { currentJob = nil }
            return currentJob
        }

        // MARK: The end

        private mutating func stop(_ effects: inout [LogEffect]) {
            isStopped = true
            for role in DatabaseRole.allCases { effects.append(.disconnect(role)) }
            for append in appends.removeWaiting() {
                effects.append(.calling { append.lost.value(Self.closedError.message) })
            }
            fail(follows.removeQuestions(), Self.closedError, &effects)
            if let job = takeJob() { finish(job, .failure(Self.closedError), &effects) }
            while let job = jobs.popFirst() { finish(job, .failure(Self.closedError), &effects) }
            for completion in closing { effects.append(.call(completion)) }
            effects.append(.stop)
        }

        /// Returns the effects of an input after the end.
        static func refusal(of input: LogInput) -> [LogEffect] {
            let error = closedError
            switch input {
            case .append(let append, _): return [.calling { append.lost.value(error.message) }]
            case .follow(let follower, let id, _):
                let event = LogEvent.unavailable(reason: error.message)
                return [.deliver(Delivery(id: id, follower: follower, event: event))]
            case .ask(_, let answer): return [.calling { answer.value(.failure(error)) }]
            case .job(let job): return [.calling { job.completion.value(.failure(error)) }]
            case .locate(_, _, let completion): return [.calling { completion.value(nil, nil) }]
            case .settled(_, let completion): return [.calling { completion.value(0) }]
            case .close(let completion): return [.call(completion)]
            default: return []
            }
        }

        private func fail(
            _ answers: [ApplicationOwned<FollowState.Answer>], _ error: LogError, _ effects: inout [LogEffect]
        ) {
            for answer in answers { effects.append(.calling { answer.value(.failure(error)) }) }
        }

        private func finish(
            _ job: DatabaseJob, _ result: Result<DatabaseReply, LogError>, _ effects: inout [LogEffect]
        ) {
            effects.append(.calling { job.completion.value(result) })
        }

        private static let closedError = LogError(
            .closed, "The log in the database is closed. Open it again.")
    }
#endif
