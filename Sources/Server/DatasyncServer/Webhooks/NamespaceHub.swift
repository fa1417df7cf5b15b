#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree

    /// The changes of a namespace, for all its webhooks: one feed, and a bounded queue for each webhook.
    ///
    /// A webhook whose queue is full is left behind, and catches up with a feed of its own.
    final class NamespaceHub: Sendable {
        /// The next step of a webhook.
        enum Next: Sendable {
            case step(NodeFeed.Step)
            /// The queue was full: the webhook must catch up from its cursor, and join again.
            case isBehind
            /// The hub has ended.
            case ended
        }

        /// The number of steps, and of bytes of their records, that wait for a webhook.
        private static let stepLimit = 256
        private static let byteLimit = 4 << 20

        private struct Queue: Sendable {
            let path: Path
            /// The runner that joined last; calls of earlier ones are ignored.
            let owner: ObjectIdentifier
            /// The waiting steps, each with the bytes of the hub up to and with it.
            var steps = Fifo<(step: NodeFeed.Step, mark: Int)>()
            var bytes = 0
            var isBehind = false
            var waiter: CheckedContinuation<Next, Never>?
            var progress: Progress

            /// Whether everything up to the position of the hub is accepted.
            var isIdle: Bool { waiter != nil }
        }

        /// The distance that a webhook has come.
        private struct Progress: Sendable {
            /// The bytes of the hub up to the step that the webhook has taken last.
            var mark: Int
            /// The position of that step, which is no progress if a feed of the webhook reads it again.
            var position: LogPosition
        }

        private struct Core: Sendable {
            var position: LogPosition
            /// The bytes of all records so far.
            var bytes = 0
            var queues: [String: Queue] = [:]
            /// The progress of webhooks whose runner has left: changing a webhook again and again must not hide how far it is behind.
            var left: [String: Progress] = [:]
            var hasEnded = false

            /// The progress of a webhook that has nothing left to send.
            var latest: Progress { Progress(mark: bytes, position: position) }
        }

        private let use: NamespaceUse
        private let start: LogPosition
        private let core: Guarded<Core>

        /// Creates a hub.
        ///
        /// - Parameters:
        ///   - use: The namespace, which stays loaded.
        ///   - start: The position after which the changes begin.
        init(_ use: NamespaceUse, after start: LogPosition) {
            self.use = use
            self.start = start
            core = Guarded(Core(position: start))
        }

        var namespace: ServedNamespace { use.namespace }

        /// Passes the changes on, until the task is cancelled.
        ///
        /// - Throws: The error of the log.
        func run() async throws {
            defer { end() }
            let feed = use.namespace.makeFeed(after: start)
            while let step = try await feed.next() { offer(step) }
        }

        /// Ends the queues of all webhooks.
        private func end() {
            let waiters = core.withLock { core in
                core.hasEnded = true
                let waiters = core.queues.values.compactMap(\.waiter)
                core.queues = [:]
                return waiters
            }
            for waiter in waiters { waiter.resume(returning: .ended) }
        }

        private func offer(_ step: NodeFeed.Step) {
            let ready = core.withLock { core in
                var ready: [CheckedContinuation<Next, Never>] = []
                core.position = step.position
                core.bytes += step.byteCount
                let latest = core.latest
                for (id, queue) in core.queues where !queue.isBehind && step.concerns(queue.path) {
                    if let waiter = queue.waiter {
                        core.queues[id]?.waiter = nil
                        core.queues[id]?.progress = latest
                        ready.append(waiter)
                    } else if queue.steps.count >= Self.stepLimit || queue.bytes > Self.byteLimit {
                        core.queues[id]?.isBehind = true
                        core.queues[id]?.steps = Fifo()
                    } else {
                        core.queues[id]?.steps.append((step, core.bytes))
                        core.queues[id]?.bytes += step.byteCount
                    }
                }
                return ready
            }
            for waiter in ready { waiter.resume(returning: .step(step)) }
        }

        /// Adds the queue of a webhook, or empties it.
        ///
        /// - Parameters:
        ///   - id: The webhook.
        ///   - path: The path of the node.
        ///   - start: The position of its cursor.
        ///   - owner: The runner.
        /// - Returns: The position after which its steps come.
        func join(_ id: String, at path: Path, from start: LogPosition?, by owner: ObjectIdentifier) -> LogPosition {
            let (position, waiter) = core.withLock { core in
                let last = core.queues[id]
                var progress = last?.progress ?? core.left.removeValue(forKey: id) ?? core.latest
                // Another server has gone on meanwhile.
                if let start, progress.position < start { progress = core.latest }
                core.queues[id] = Queue(path: path, owner: owner, progress: progress)
                return (core.position, last?.waiter)
            }
            waiter?.resume(returning: .ended)
            return position
        }

        /// Removes the queue of a webhook.
        func leave(_ id: String, by owner: ObjectIdentifier) {
            let waiter = core.withLock { core -> CheckedContinuation<Next, Never>? in
                guard let queue = core.queues[id], queue.owner == owner else { return nil }
                core.queues[id] = nil
                if core.left.count >= WebhookStore.limit { core.left = [:] }
                core.left[id] = queue.isIdle ? core.latest : queue.progress
                return queue.waiter
            }
            waiter?.resume(returning: .ended)
        }

        /// Returns the next step of a webhook, as soon as there is one; a cancellation of the task ends its queue.
        func next(_ id: String, by owner: ObjectIdentifier) async -> Next {
            await withTaskCancellationHandler(
                operation: { await wait(id, by: owner) }, onCancel: { leave(id, by: owner) })
        }

        private func wait(_ id: String, by owner: ObjectIdentifier) async -> Next {
            await withCheckedContinuation { continuation in
                let next = core.withLock { core -> Next? in
                    guard !core.hasEnded, let queue = core.queues[id], queue.owner == owner else { return .ended }
                    if queue.isBehind { return .isBehind }
                    if let first = core.queues[id]?.steps.popFirst() {
                        core.queues[id]?.bytes -= first.step.byteCount
                        core.queues[id]?.progress = Progress(mark: first.mark, position: first.step.position)
                        return .step(first.step)
                    }
                    core.queues[id]?.waiter = continuation
                    let latest = core.latest
                    core.queues[id]?.progress = latest
                    return nil
                }
                if let next { continuation.resume(returning: next) }
            }
        }

        /// Returns the position up to which an idle webhook has nothing to send; `nil` for one that sends.
        func idlePosition(of id: String) -> LogPosition? {
            core.withLock { core in core.queues[id]?.isIdle == true ? core.position : nil }
        }

        /// Notes that a webhook that catches up has taken a step from its own feed.
        func passed(_ step: NodeFeed.Step, _ id: String) {
            core.withLock { core in
                guard let progress = core.queues[id]?.progress else { return }
                // With a reload, nothing of what came before is needed any more.
                if case .reload = step {
                    core.queues[id]?.progress = Progress(mark: core.bytes, position: step.position)
                } else if step.position > progress.position {
                    let mark = min(core.bytes, progress.mark + step.byteCount)
                    core.queues[id]?.progress = Progress(mark: mark, position: step.position)
                }
            }
        }

        /// Returns the bytes of the records after the step that a webhook has taken last.
        func bytesBehind(_ id: String) -> Int {
            core.withLock { core in core.bytes - (core.queues[id]?.progress.mark ?? core.bytes) }
        }

        /// Makes a feed for one webhook that catches up.
        func makeFeed(after position: LogPosition?) -> NodeFeed { use.namespace.makeFeed(after: position) }
    }

    extension NodeFeed.Step {
        /// Returns whether the step may have events of a node.
        fileprivate func concerns(_ path: Path) -> Bool {
            switch self {
            case .reload: true
            case .record(_, _, let transitions, _): transitions.contains { $0.changes(path) }
            }
        }
    }
#endif
