#if Server
    import DatasyncConcurrency
    import DatasyncLog

    /// The namespaces that a server has loaded: on first use, until they have been idle for a while.
    ///
    /// ```
    ///          used               turn              read
    ///   absent ─────▶ waiting ─────────▶ loading ─────────▶ loaded ◀──────────────┐
    ///     ▲                                 │ failed           │ idle             │ used, or not settled
    ///     ├─────────────────────────────────┘                  ▼                  │
    ///     └─────────────────────── settled ──────────────── evicting ─────────────┘
    /// ```
    ///
    /// Clients connect while a namespace waits or loads: its back end answers them once it has read the log. Pure: every
    /// method changes the state and adds the effects that the shell executes, in order, outside its lock. The caller
    /// passes in time, in milliseconds.
    struct NamespaceStates<Served: Sendable>: Sendable {
        /// A loaded namespace; the number distinguishes it from an earlier or later one of its name.
        struct Item: Sendable {
            let name: LogNamespace
            let number: Int
            let served: Served
        }

        enum Effect: Sendable {
            case load(Item)
            /// Stores a snapshot if one is needed; `attempt` identifies the outcome.
            case settle(Item, attempt: Int)
            /// Ends all sessions with a reason.
            case close(Item, because: String)
            /// Releases a namespace outside the lock.
            case forget(Item)
            /// Calls ``timePassed(now:_:)`` after a number of milliseconds.
            case wake(after: Double)
        }

        enum Found: Sendable {
            case served(Item)
            case failed(reason: String)
            case isBeingDeleted
            case absent
            /// As many namespaces were created on use as the limit allows.
            case limited
        }

        private enum Phase: Sendable {
            case waiting
            case loading
            /// `idleSince` is the time of the end of the last use; `nil` while there is one.
            case loaded(idleSince: Double?)
            case evicting(attempt: Int)
        }

        private struct Entry: Sendable {
            let item: Item
            var phase: Phase
            var uses = 0
            var isBeingDeleted = false
        }

        /// The time without a use after which a namespace is evicted.
        static var idleTime: Double { 300_000 }
        /// The time for which uses fail with the reason of a failed load, before one loads the namespace again.
        static var failureTime: Double { 10_000 }
        /// The maximum numbers of namespaces that are loaded, and evicted, at the same time.
        static var loadLimit: Int { 8 }
        static var evictionLimit: Int { 64 }

        /// Whether namespaces are in a log, from which they can be loaded again.
        private let isLogged: Bool
        private var entries: [LogNamespace: Entry] = [:]
        private var waiting = Fifo<LogNamespace>()
        private var loading = 0
        private var evicting = 0
        private var lastNumber = 0
        private var lastAttempt = 0
        /// The time of the next call of ``timePassed(now:_:)``; `nil` if none is due.
        private var wakeTime: Double?
        /// The failed loads, until a later one succeeds.
        private var failures: [LogNamespace: (reason: String, until: Double)] = [:]
        /// The names that were loaded or made before, so that the rules of the configuration are set once.
        private var known: Set<LogNamespace> = []
        /// The names that were created on use.
        private(set) var created: Set<LogNamespace> = []
        private(set) var isClosed = false

        init(isLogged: Bool) { self.isLogged = isLogged }

        /// All namespaces that are loaded or being loaded.
        var items: [Item] { entries.values.map(\.item) }

        var failureCount: Int { failures.count }

        /// Returns whether a namespace has not been loaded before.
        func isNew(_ name: LogNamespace) -> Bool { !known.contains(name) }

        // MARK: Uses

        /// Begins a use of a namespace, if it is loaded or being loaded.
        mutating func use(_ name: LogNamespace, now: Double) -> Found {
            guard let entry = entries[name] else {
                guard let failure = failures[name], now < failure.until else { return .absent }
                return .failed(reason: failure.reason)
            }
            if entry.isBeingDeleted { return .isBeingDeleted }
            entries[name]?.uses += 1
            switch entry.phase {
            case .waiting, .loading: break
            case .loaded: entries[name]?.phase = .loaded(idleSince: nil)
            case .evicting:
                entries[name]?.phase = .loaded(idleSince: nil)
                evicting -= 1
            }
            return .served(entry.item)
        }

        /// Begins a use of a namespace that ``use(_:now:)`` has not found; another call may have been faster.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - served: The namespace, which is released outside the lock if it is not needed.
        ///   - creationLimit: The maximum number of names that are created on use; `nil` if the name exists.
        ///   - now: The time.
        ///   - effects: The effects.
        /// - Returns: The namespace to use.
        mutating func add(
            _ name: LogNamespace, _ served: Served, creationLimit: Int? = nil, now: Double, _ effects: inout [Effect]
        ) -> Found {
            lastNumber += 1
            let item = Item(name: name, number: lastNumber, served: served)
            let found = use(name, now: now)
            guard case .absent = found else {
                effects.append(.forget(item))
                return found
            }
            if let creationLimit, !created.contains(name) {
                guard created.count < creationLimit else {
                    effects.append(.forget(item))
                    return .limited
                }
                created.insert(name)
            }
            entries[name] = Entry(item: item, phase: isLogged ? .waiting : .loaded(idleSince: nil), uses: 1)
            if isLogged {
                waiting.append(name)
                loadNext(&effects)
            } else {
                known.insert(name)
            }
            return .served(item)
        }

        /// Ends a use.
        mutating func endUse(_ item: Item, now: Double, _ effects: inout [Effect]) {
            guard let entry = entry(item) else { return }
            entries[item.name]?.uses -= 1
            if entry.uses == 1, case .loaded = entry.phase { becomeIdle(item.name, now: now, &effects) }
        }

        private func entry(_ item: Item) -> Entry? {
            entries[item.name].flatMap { $0.item.number == item.number ? $0 : nil }
        }

        // MARK: Loading

        private mutating func loadNext(_ effects: inout [Effect]) {
            while loading < Self.loadLimit, !isClosed, let name = waiting.popFirst() {
                guard let entry = entries[name], case .waiting = entry.phase else { continue }
                entries[name]?.phase = .loading
                loading += 1
                effects.append(.load(entry.item))
            }
        }

        /// Records that a namespace has been read, or that reading it has failed.
        mutating func loaded(_ item: Item, failure: String?, now: Double, _ effects: inout [Effect]) {
            loading -= 1
            defer { loadNext(&effects) }
            guard let entry = entry(item), case .loading = entry.phase else { return }
            if let failure {
                failures[item.name] = (failure, now + Self.failureTime)
                entries[item.name] = nil
                return effects.append(.forget(item))
            }
            failures[item.name] = nil
            known.insert(item.name)
            entries[item.name]?.phase = .loaded(idleSince: nil)
            if entry.uses == 0 { becomeIdle(item.name, now: now, &effects) }
        }

        // MARK: Eviction

        private mutating func becomeIdle(_ name: LogNamespace, now: Double, _ effects: inout [Effect]) {
            entries[name]?.phase = .loaded(idleSince: now)
            if isLogged, wakeTime == nil { wake(at: now + Self.idleTime, now: now, &effects) }
        }

        private mutating func wake(at time: Double, now: Double, _ effects: inout [Effect]) {
            if isClosed { return }
            wakeTime = time
            effects.append(.wake(after: time - now))
        }

        /// Evicts the namespaces that have been idle for long enough, a limited number at the same time.
        mutating func timePassed(now: Double, _ effects: inout [Effect]) {
            wakeTime = nil
            guard isLogged, !isClosed else { return }
            var next: Double?
            for (name, entry) in entries {
                guard case .loaded(let idleSince?) = entry.phase, !entry.isBeingDeleted else { continue }
                let end = idleSince + Self.idleTime
                guard end <= now, evicting < Self.evictionLimit else {
                    // In groups, so that many idle namespaces need few calls.
                    next = min(next ?? .infinity, max(end, now + 1_000))
                    continue
                }
                lastAttempt += 1
                evicting += 1
                entries[name]?.phase = .evicting(attempt: lastAttempt)
                effects.append(.settle(entry.item, attempt: lastAttempt))
            }
            if let next { wake(at: next, now: now, &effects) }
        }

        /// Forgets a namespace that can be read again, unless it has been used meanwhile.
        mutating func settled(
            _ item: Item, attempt: Int, isSettled: Bool, now: Double, _ effects: inout [Effect]
        ) {
            guard let entry = entry(item), case .evicting(attempt) = entry.phase else { return }
            evicting -= 1
            guard isSettled else { return becomeIdle(item.name, now: now, &effects) }
            entries[item.name] = nil
            effects.append(.forget(item))
        }

        // MARK: Deletion

        /// Refuses new uses of a namespace; returns `false` if it is already being deleted, or not loaded any more.
        mutating func beginDeletion(_ item: Item) -> Bool {
            guard let entry = entry(item), !entry.isBeingDeleted else { return false }
            entries[item.name]?.isBeingDeleted = true
            return true
        }

        /// Forgets a deleted namespace, or allows its use again if it could not be deleted.
        mutating func endDeletion(_ item: Item, isDeleted: Bool, _ effects: inout [Effect]) {
            guard let entry = entry(item), entry.isBeingDeleted else { return }
            entries[item.name]?.isBeingDeleted = false
            if isDeleted { remove(item.name, &effects) }
        }

        /// Forgets a namespace that was deleted, unless this server is deleting it.
        mutating func remove(_ name: LogNamespace, _ effects: inout [Effect]) {
            if entries[name]?.isBeingDeleted == true { return }
            failures[name] = nil
            known.remove(name)
            created.remove(name)
            guard let entry = entries.removeValue(forKey: name) else { return }
            if case .evicting = entry.phase { evicting -= 1 }
            effects.append(.close(entry.item, because: "The namespace was deleted."))
        }

        /// Ends all sessions; nothing is loaded from now on.
        mutating func close(_ effects: inout [Effect]) {
            isClosed = true
            for item in items { effects.append(.close(item, because: "The server shuts down.")) }
        }
    }
#endif
