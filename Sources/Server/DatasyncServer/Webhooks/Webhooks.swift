#if Server
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWire
    import Logging
    import NIOHTTP1
    import Synchronization

    /// The webhooks of a server: it begins and ends their deliveries, and stores their cursors.
    ///
    /// Of several servers over one database, each delivers a share, which another one takes over when it is gone.
    actor Webhooks {
        private struct Running {
            let runner: WebhookRunner
            let task: Task<Void, Never>
        }

        private struct Hub {
            let hub: NamespaceHub
            let task: Task<Void, Never>
        }

        /// The number of webhooks that catch up at the same time.
        private static let catchUpLimit = 4
        /// The number of large values that are sent at the same time.
        private static let largeLimit = 8
        /// The time between two looks at the list, in milliseconds: for changes of other servers, and servers that are gone.
        private static let interval = 1_000.0
        /// The time between two looks whether a snapshot may be stored, in milliseconds.
        private static let holdInterval = 250.0
        /// The number of looks after which the cursors of webhooks without events are stored too.
        private static let idleInterval = 10

        let store: WebhookStore
        let directory: NamespaceDirectory
        private let data: ServerData
        let configuration: ServerConfiguration
        private let sender: WebhookSender
        let clock: ServerClock
        private let metrics: ServerMetrics
        let log: ServerLog
        private let gate = TaskGate(limit: catchUpLimit)
        /// Lets one webhook be added at a time, so that the limits hold.
        let additions = TaskGate(limit: 1)
        private let largeGate = TaskGate(limit: largeLimit)
        /// The webhooks whose cursor has moved since it was stored.
        private let moved = Guarded<Set<String>>([])
        /// The list as it was looked at last, in both forms; the cursors are older.
        private var stored = Children()
        private var list: [String: Webhook] = [:]
        private var hubs: [LogNamespace: Hub] = [:]
        private var runners: [String: Running] = [:]
        /// The runners that were cancelled and may still wait for a response.
        private var ending: [String: Running] = [:]
        private var looks = 0
        private var isLooking = false
        private var mustLook = false
        private var isStoring = false
        private var isStopped = false
        private let hasStopped = Atomic(false)

        init(
            _ store: WebhookStore, _ directory: NamespaceDirectory, _ data: ServerData,
            _ configuration: ServerConfiguration, sender: WebhookSender, clock: ServerClock, metrics: ServerMetrics,
            log: ServerLog
        ) {
            self.store = store
            self.directory = directory
            self.data = data
            self.configuration = configuration
            self.sender = sender
            self.clock = clock
            self.metrics = metrics
            self.log = log
        }

        /// Begins the deliveries; looks at the list from now on.
        func start() async {
            await look()
            scheduleLook()
        }

        private func scheduleLook() {
            _ = clock.schedule(Self.interval) { [weak self] in
                Task {
                    await self?.look()
                    await self?.scheduleLook()
                }
            }
        }

        /// Ends the deliveries, and stores the cursors.
        func stop() async {
            isStopped = true
            hasStopped.store(true, ordering: .relaxed)
            let cursors = runners.mapValues(\.runner.progress)
            // A request that is on its way is repeated after the next start.
            for running in runners.values { running.task.cancel() }
            for hub in hubs.values { hub.task.cancel() }
            (runners, hubs) = ([:], [:])
            sender.close()
            _ = await store(cursors)
        }

        // MARK: The list

        /// Starts and ends deliveries to match the list.
        func look() async {
            mustLook = true
            if isLooking { return }
            isLooking = true
            while mustLook, !isStopped {
                mustLook = false
                await beginAndEnd()
            }
            isLooking = false
            looks += 1
            if looks.isMultiple(of: Self.idleInterval) { storeIdleCursors() }
        }

        private func beginAndEnd() async {
            let servers = data.servers
            readList()
            await removeExpired()
            metrics.webhooks.set(list.values.count { $0.status == .active })
            metrics.parkedWebhooks.set(list.values.count { $0.status == .parked })
            let active = list.values.filter { $0.status == .active && Self.owner(of: $0.id, servers) == servers.first }
            let wanted = Set(active.map(\.id))
            for (id, running) in runners where !wanted.contains(id) || list[id]?.isSame(as: running.runner.hook) != true
            {
                running.task.cancel()
                ending[id] = running
                runners[id] = nil
            }
            let waiting = Dictionary(grouping: active.filter { runners[$0.id] == nil }, by: \.namespace)
            for (name, hooks) in waiting { await begin(hooks.compactMap { store.webhook($0.id) }, in: name) }
            let names = Set(active.map(\.namespace))
            for (name, hub) in hubs where !names.contains(name) {
                hub.task.cancel()
                hubs[name] = nil
            }
        }

        /// Reads what has changed in the list.
        private func readList() {
            let present = store.stored
            present.forEachDifference(from: stored) { key, _, node in
                list[key.text] = Webhook(key.text, stored: node, cursor: .null)
            }
            stored = present
        }

        /// Removes the webhooks whose time is over.
        private func removeExpired() async {
            let now = clock.now()
            let ended = list.values.filter { $0.content.expires.map { $0 <= now } ?? false }
            for hook in ended {
                list[hook.id] = nil
                log(.notice, "webhook \(hook.id) has expired")
            }
            do throws(RequestFailure) {
                try await store.remove(ended.map(\.id))
            } catch {
                log(.warning, "expired webhooks could not be removed: \(error.message)")
                // The next look tries again.
                for hook in ended { list[hook.id] = hook }
            }
        }

        private func begin(_ hooks: [Webhook], in namespace: LogNamespace) async {
            let hub: NamespaceHub
            do throws(RequestFailure) {
                hub = try await self.hub(namespace, for: hooks)
            } catch {
                if error.status == .notFound {
                    for hook in hooks { await park(hook.id, because: error.message) }
                } else {
                    log(.warning, "webhooks of \(namespace.name.quoted(atMost: 40)): \(error.message)")
                }
                return
            }
            let environment = WebhookRunner.Environment(
                sender: sender, clock: clock, metrics: metrics, log: log, gate: gate, largeGate: largeGate,
                namedHosts: configuration.webhookHosts,
                moved: { [weak self] id in self?.noteMoved(id) },
                parked: { [weak self] id, reason in Task { await self?.park(id, because: reason) } })
            for hook in hooks where runners[hook.id] == nil && !isStopped {
                let runner = WebhookRunner(hook, hub, environment)
                let last = ending.removeValue(forKey: hook.id)?.task
                let task = Task { [weak self] in
                    // A receiver gets one request at a time.
                    await last?.value
                    await runner.run()
                    await self?.ended(runner)
                }
                runners[hook.id] = Running(runner: runner, task: task)
            }
        }

        /// Removes a runner that has ended by itself; if it should go on, the next look begins it again.
        private func ended(_ runner: WebhookRunner) {
            let id = runner.hook.id
            if ending[id]?.runner === runner { ending[id] = nil }
            if !isStopped, runners[id]?.runner === runner { runners[id] = nil }
        }

        private func hub(_ namespace: LogNamespace, for hooks: [Webhook]) async throws(RequestFailure) -> NamespaceHub {
            let use = try directory.table.use(namespace.name)
            if let known = hubs[namespace] {
                if known.hub.namespace === use.namespace { return known.hub }
                // The namespace was deleted, and created again.
                known.task.cancel()
            }
            try await use.namespace.waitUntilRead()
            let current = try await use.namespace.currentPosition()
            let positions = hooks.compactMap(\.cursor.position).filter { $0.incarnation == current.incarnation }
            let hub = NamespaceHub(use, after: min(current, positions.min() ?? current))
            let task = Task { [weak self, log] in
                do {
                    try await hub.run()
                } catch {
                    let reason = (error as? LogError)?.message ?? "\(error)"
                    if !Task.isCancelled {
                        log(.warning, "webhooks of \(namespace.name.quoted(atMost: 40)): \(reason)")
                    }
                }
                await self?.ended(hub, of: namespace)
            }
            hubs[namespace] = Hub(hub: hub, task: task)
            return hub
        }

        private func ended(_ hub: NamespaceHub, of namespace: LogNamespace) {
            if hubs[namespace]?.hub === hub { hubs[namespace] = nil }
        }

        /// Returns the server that delivers a webhook: the one with the highest hash of both.
        static func owner(of id: String, _ servers: [UInt64]) -> UInt64? {
            servers.max { (hash($0, id), $0) < (hash($1, id), $1) }
        }

        /// Returns a hash that is the same on all servers.
        private static func hash(_ server: UInt64, _ id: String) -> UInt64 {
            "\(server) \(id)".utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }

        private func park(_ id: String, because reason: String) async {
            guard store.webhook(id)?.status == .active, !isStopped else { return }
            log(.error, "webhook \(id) is parked: \(reason)")
            do throws(RequestFailure) {
                try await store.update(id) { hook in
                    // Its owner may have changed it meanwhile.
                    guard hook?.status == .active else { return }
                    hook?.status = .parked
                    hook?.reason = reason
                }
            } catch {
                log(.warning, "webhook \(id): \(error.message)")
            }
        }

        // MARK: Cursors

        /// Notes that a cursor has moved; it is stored with those that move while others are being stored.
        private nonisolated func noteMoved(_ id: String) {
            let isFirst = moved.withLock { moved in
                defer { moved.insert(id) }
                return moved.isEmpty
            }
            if isFirst { Task { [weak self] in await self?.storeCursors() } }
        }

        /// Notes the webhooks that wait for events beyond their stored cursor.
        private func storeIdleCursors() {
            for (id, running) in runners where store.webhook(id)?.cursor != running.runner.progress { noteMoved(id) }
        }

        private func storeCursors() async {
            if isStoring || isStopped { return }
            isStoring = true
            defer { isStoring = false }
            while true {
                let ids = moved.exchange([])
                let cursors = ids.reduce(into: [String: Webhook.Cursor]()) { $0[$1] = runners[$1]?.runner.progress }
                if cursors.isEmpty { return }
                guard await store(cursors) else {
                    // The next one that moves tries again, and so does each look at idle webhooks.
                    return moved.withLock { $0 = [] }
                }
            }
        }

        /// Stores the cursor of a webhook that this server delivers.
        func storeProgress(of id: String) async {
            if let running = runners[id] { _ = await store([id: running.runner.progress]) }
        }

        /// Stores cursors; returns whether the log has them.
        private func store(_ cursors: [String: Webhook.Cursor]) async -> Bool {
            do throws(RequestFailure) {
                try await store.store(cursors)
                return true
            } catch {
                log(
                    .warning, "the cursors of webhooks could not be stored, so events may be repeated: \(error.message)"
                )
                return false
            }
        }

        /// Waits until no webhook of a namespace needs the records up to a position any more.
        ///
        /// A snapshot at the position may then take their place.
        ///
        /// - Returns: Whether that is so; `false` if the server stops before.
        nonisolated func waitUntilReleased(_ name: String, _ position: LogPosition) async -> Bool {
            while !hasStopped.load(ordering: .relaxed) {
                let needed = store.webhooks(in: name).filter { hook in
                    hook.status == .active && hook.cursor.position.map { $0 < position } ?? false
                }
                if needed.isEmpty { return true }
                for hook in needed { noteMoved(hook.id) }
                do { try await clock.pause(milliseconds: Self.holdInterval) } catch { break }
            }
            return false
        }
    }
#endif
