#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWire
    import Logging

    /// Delivers the events of one webhook, one at a time, in order.
    ///
    /// ```
    ///          ┌──────────────── the queue was full ───────────────┐
    ///          ▼                                                    │
    ///   join the hub ──▶ catch up from the cursor, if needed ──▶ the steps of the hub
    /// ```
    ///
    /// The cursor moves after an acceptance, so a server that is killed repeats an event and loses none.
    final class WebhookRunner: Sendable {
        /// The size of a value, in bytes, above which few are sent at the same time.
        private static let largeSize = 1 << 18
        /// The time after which a webhook that catches up lets others do so first, in milliseconds.
        private static let turn = 10_000.0

        /// The end of the deliveries.
        private struct Parked: Error { let reason: String }

        /// A part of the time in which a webhook catches up.
        private struct Turn {
            let start: Double
            /// The bytes by which the webhook was behind.
            let distance: Int
        }

        /// A message that the receiver has not accepted at once.
        private struct NotAccepted: Error {
            let delivery: Delivery
            let reason: String
        }

        /// A message, and the progress once it is accepted.
        private struct Delivery {
            let message: WebhookMessage
            let position: LogPosition
            let isLast: Bool
        }

        let hook: Webhook
        private let hub: NamespaceHub
        private let environment: Environment
        private let cursor: Guarded<Webhook.Cursor>

        /// The parts that all runners of a server share.
        struct Environment: Sendable {
            let sender: WebhookSender
            let clock: ServerClock
            let metrics: ServerMetrics
            let log: ServerLog
            /// Limits the number of webhooks that catch up at the same time, each with a state of its own.
            let gate: TaskGate
            /// Limits the number of large values that are sent at the same time.
            let largeGate: TaskGate
            /// The bytes of later records with which a webhook is parked, because the log must keep them for it.
            var byteLimit = 1 << 30
            /// The hosts that the configuration names.
            let namedHosts: [String]
            /// Called after the cursor has moved.
            let moved: @Sendable (String) -> Void
            /// Called with the reason why nothing more is sent.
            let parked: @Sendable (String, String) -> Void
        }

        init(_ hook: Webhook, _ hub: NamespaceHub, _ environment: Environment) {
            self.hook = hook
            self.hub = hub
            self.environment = environment
            cursor = Guarded(hook.cursor)
        }

        /// The progress; for a webhook that waits for the next change, the position of the hub.
        var progress: Webhook.Cursor {
            let idle = hub.idlePosition(of: hook.id)
            return cursor.withLock { cursor in
                guard let idle, let position = cursor.position, position < idle else { return cursor }
                return Webhook.Cursor(position: idle)
            }
        }

        /// Delivers events until the task is cancelled, the webhook is parked, or the log cannot be read.
        func run() async {
            defer { hub.leave(hook.id, by: ObjectIdentifier(self)) }
            do {
                while !Task.isCancelled, try await follow() {}
            } catch let parked as Parked {
                environment.parked(hook.id, parked.reason)
            } catch is CancellationError {
            } catch {
                environment.log(.warning, "webhook \(hook.id): \((error as? LogError)?.message ?? "\(error)")")
            }
        }

        /// Joins the hub, catches up, and delivers its steps; returns whether to join again.
        private func follow() async throws -> Bool {
            let start = cursor.withLock(\.position)
            let joined = hub.join(hook.id, at: hook.path, from: start, by: ObjectIdentifier(self))
            if start.map({ $0 < joined }) ?? true {
                do {
                    guard try await catchUp(to: joined, from: start) else { return true }
                } catch let failure as NotAccepted {
                    // Others may catch up meanwhile.
                    try await deliver(failure.delivery, after: failure.reason)
                    return true
                }
            }
            while !Task.isCancelled {
                switch await hub.next(hook.id, by: ObjectIdentifier(self)) {
                case .step(let step):
                    // The hub has begun before the cursor.
                    if case .record(let position, _, _, _) = step, let done = cursor.withLock(\.position),
                        position <= done
                    {
                        continue
                    }
                    for delivery in try begin(step) {
                        try Task.checkCancellation()
                        try await deliver(delivery)
                    }
                case .isBehind: return true
                case .ended: return false
                }
            }
            return false
        }

        /// Delivers the steps from the cursor up to a position; without a cursor, first the current value.
        ///
        /// - Parameters:
        ///   - end: The position.
        ///   - start: The position of the cursor.
        /// - Returns: Whether all are delivered; `false` if the turn was over before.
        /// - Throws: ``NotAccepted``, ``Parked``, `CancellationError`, or the error of the log.
        private func catchUp(to end: LogPosition, from start: LogPosition?) async throws -> Bool {
            try await environment.gate.enter(for: hook.party)
            defer { environment.gate.leave(for: hook.party) }
            let feed = hub.makeFeed(after: start)
            var next = try await feed.next()
            // The feed may have had to read much before its first step.
            var turn = beginTurn()
            while let step = next {
                hub.passed(step, hook.id)
                for delivery in try begin(step) {
                    try Task.checkCancellation()
                    if let reason = try await attempt(delivery.message) {
                        throw NotAccepted(delivery: delivery, reason: reason)
                    }
                    accept(delivery)
                    if try isOver(&turn) { return false }
                }
                guard step.position < end else { return true }
                if try isOver(&turn) { return false }
                next = try await feed.next()
            }
            return true
        }

        /// Returns the deliveries of a step that are left; moves the cursor if there are none.
        ///
        /// - Throws: ``Parked`` if the user has lost the right to them.
        private func begin(_ step: NodeFeed.Step) throws -> [Delivery] {
            let messages = WebhookMessage.messages(of: step, for: hook)
            if let user = hook.user, !messages.isEmpty, !isAllowed(step, user) {
                throw Parked(reason: "The rules do not allow \(user.uid.quoted(atMost: 80)) this webhook any more.")
            }
            return cursor.withLock { cursor in
                if case .reload = step { cursor.accepted = 0 }
                let count = messages.count
                let left = messages.enumerated().dropFirst(cursor.accepted).map { index, message in
                    Delivery(message: message, position: step.position, isLast: index == count - 1)
                }
                // The accepted events are those of a later record.
                if messages.isEmpty { cursor.position = step.position }
                return left
            }
        }

        /// Returns whether a user may have the events of a step.
        private func isAllowed(_ step: NodeFeed.Step, _ user: RuleAuth) -> Bool {
            switch step {
            case .reload(let data, _):
                return hub.namespace.allowsWebhook(of: user, at: hook.path, in: data)
            case .record(_, let time, let transitions, _):
                let changes = transitions.filter { $0.changes(hook.path) }
                return changes.allSatisfy { $0.allowsWebhook(of: user, at: hook.path, time: time) }
            }
        }

        private func accept(_ delivery: Delivery) {
            environment.metrics.webhookEvents.increment()
            cursor.withLock { cursor in
                cursor.failingSince = nil
                cursor.accepted += 1
                cursor.countedKinds = hook.content.kinds
                if delivery.isLast { cursor = Webhook.Cursor(position: delivery.position) }
            }
            environment.moved(hook.id)
        }

        /// Sends a message until the receiver accepts it.
        ///
        /// - Parameters:
        ///   - delivery: The message.
        ///   - reason: The reason why the receiver has not accepted it before; `nil` if it was not sent.
        /// - Throws: ``Parked`` if the time is over; `CancellationError`.
        private func deliver(_ delivery: Delivery, after reason: String? = nil) async throws {
            var schedule = RetrySchedule(since: cursor.withLock(\.failingSince))
            var failure = reason
            if failure == nil { failure = try await attempt(delivery.message) }
            while let reason = failure {
                try Task.checkCancellation()
                environment.metrics.webhookFailures.increment()
                let delay = schedule.failed(now: environment.clock.now(), share: .random(in: 0...1))
                guard let delay, !isTooFarBehind else {
                    throw Parked(reason: "The receiver has accepted nothing for too long: \(reason).")
                }
                if cursor.withLock(\.failingSince) == nil {
                    cursor.withLock { $0.failingSince = schedule.since }
                    environment.log(.warning, "webhook \(hook.id): \(reason); trying again")
                    environment.moved(hook.id)
                }
                try await environment.clock.pause(milliseconds: delay)
                failure = try await attempt(delivery.message)
            }
            accept(delivery)
        }

        private var isTooFarBehind: Bool { hub.bytesBehind(hook.id) > environment.byteLimit }

        private func beginTurn() -> Turn {
            Turn(start: environment.clock.uptime(), distance: hub.bytesBehind(hook.id))
        }

        /// Returns whether others catch up first; otherwise another turn begins when one is over.
        ///
        /// - Throws: ``Parked`` if the receiver is too far behind, and has accepted events more slowly than they came in this turn.
        private func isOver(_ turn: inout Turn) throws -> Bool {
            guard environment.clock.uptime() - turn.start > Self.turn else { return false }
            let next = beginTurn()
            guard !isTooFarBehind || next.distance <= turn.distance else {
                let size = environment.byteLimit >> 20
                throw Parked(
                    reason: "The receiver accepts events too slowly: \(size) MiB of later writes wait for it.")
            }
            turn = next
            return environment.gate.waitingCount > 0
        }

        /// Sends a message once; returns why it is not accepted.
        ///
        /// - Throws: `CancellationError`.
        private func attempt(_ message: WebhookMessage) async throws -> String? {
            guard message.size > Self.largeSize else { return await send(message) }
            try await environment.largeGate.enter(for: hook.party)
            defer { environment.largeGate.leave(for: hook.party) }
            return await send(message)
        }

        private func send(_ message: WebhookMessage) async -> String? {
            do throws(RequestFailure) {
                let address = try WebhookAddress(hook.content.address, named: environment.namedHosts)
                let body = message.makeBody()
                let signature = WebhookMessage.signature(
                    of: body, hook.secret, at: Int(environment.clock.now() / 1_000))
                return await environment.sender.post(
                    body, to: address, of: hook.id, for: hook.party,
                    [
                        ("Datasync-Signature", signature), ("Datasync-Webhook", hook.id),
                        ("Datasync-Event", message.id), ("User-Agent", "datasync"),
                    ])
            } catch {
                return error.message
            }
        }
    }
#endif
