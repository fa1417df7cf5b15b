#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import Dispatch
    import Foundation

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// The thread of a log, which owns its connections and its state.
    ///
    /// Callers leave their inputs in a mailbox. The thread waits for the sockets and the mailbox at once, passes what it finds to
    /// ``LogState``, and carries out the effects. It calls no closure of the application itself: a queue does.
    final class LogShell: Sendable {
        private struct Mailbox: Sendable {
            var inputs: [LogInput] = []
            /// The bytes of the appends that were not sent.
            var waitingBytes = 0
            var isStopped = false
        }

        private let mailbox = ContendedGuarded(Mailbox())
        private let shown = Guarded(LogStatus())
        private let waitingLimit: Int
        private let deliveries = WorkQueue(label: "datasync.postgres.deliveries")
        /// The two ends of a pipe that wakes the thread.
        private let wake: (reading: CInt, writing: CInt)

        /// Creates a shell.
        ///
        /// - Parameter waitingLimit: The bytes of the appends that may wait.
        /// - Throws: `LogError` if the process has no descriptors left.
        init(waitingLimit: Int) throws(LogError) {
            self.waitingLimit = waitingLimit
            var ends: [CInt] = [-1, -1]
            guard pipe(&ends) == 0 else {
                throw Descriptor.exhausted
            }
            for end in ends { Descriptor.prepare(end) }
            wake = (ends[0], ends[1])
        }

        deinit {
            close(wake.reading)
            close(wake.writing)
        }

        /// Returns a part of what the latest lease renewal found, without waiting for appends.
        func shown<Part: Sendable>(_ part: (LogStatus) -> Part) -> Part { shown.withLock { part($0) } }

        /// The state of the log at its latest renewal, and the bytes that wait now.
        var status: LogStatus {
            var status = shown.withLock(\.self)
            status.waitingBytes = mailbox.withLock(\.waitingBytes)
            return status
        }

        /// The time of the thread's clock in milliseconds, which never goes back.
        static var now: Int64 { Int64(DispatchTime.now().uptimeNanoseconds / 1_000_000) }

        /// Starts the thread.
        ///
        /// - Parameters:
        ///   - state: The state of a log that opens.
        ///   - address: The database.
        ///   - listener: The socket to which other servers connect; `nil` if they cannot.
        func start(_ state: LogState, at address: DatabaseAddress, _ listener: PeerListener?) {
            Thread.detachNewThread { [self] in
                Thread.current.name = "datasync.postgres"
                var loop = Loop(shell: self, address: address, listener: listener, state: state)
                loop.run()
            }
        }

        /// Passes an input to the state.
        func post(_ input: LogInput) {
            let isRefused = mailbox.withLock { mailbox in
                if mailbox.isStopped { return true }
                mailbox.inputs.append(input)
                if mailbox.inputs.count == 1 { ring() }
                return false
            }
            if isRefused { perform(LogState.refusal(of: input)) }
        }

        /// Passes an append to the state, unless too many wait.
        ///
        /// - Parameters:
        ///   - append: The append.
        ///   - name: The namespace.
        /// - Returns: Whether it was accepted.
        func post(_ append: PendingAppend, to name: LogNamespace) -> Bool {
            let isAccepted = mailbox.withLock { mailbox in
                guard mailbox.waitingBytes + append.byteCount <= waitingLimit else { return false }
                mailbox.waitingBytes += append.byteCount
                return true
            }
            if isAccepted { post(.append(append, name)) }
            return isAccepted
        }

        private func ring() {
            var byte: UInt8 = 0
            // A full pipe wakes the thread as well.
            _ = write(wake.writing, &byte, 1)
        }

        /// Calls closures on the queue, in order.
        private func perform(_ effects: [LogEffect]) {
            guard !effects.isEmpty else { return }
            deliveries.executor { [self] in
                var received: [(id: Int, byteCount: Int)] = []
                for effect in effects {
                    switch effect {
                    case .deliver(let delivery):
                        delivery.follower.receive(delivery.event)
                        received.append((delivery.id, delivery.byteCount))
                    case .call(let closure): closure.value()
                    default: break
                    }
                }
                if !received.isEmpty { post(.received(received)) }
            }
        }

        /// What the thread owns.
        private struct Loop {
            let shell: LogShell
            let address: DatabaseAddress
            let listener: PeerListener?
            var state: LogState
            var connections: [DatabaseRole: DatabaseConnection] = [:]
            /// The connections to other servers; the numbers of those that they have opened are below 0.
            var peers: [Int: PeerConnection] = [:]
            var lastCaller = 0
            /// The time from which on the thread accepts connections again, after it has failed to.
            var acceptTime: Int64 = 0
            /// The inputs that effects have caused.
            var caused: [LogInput] = [.tick]
            /// The time last passed to the state; anything due after it is still to do, even if that time is past by now.
            var seen: Int64 = 0

            mutating func run() {
                while true {
                    if caused.isEmpty { wait() }
                    let inputs = caused + takeMailbox(isEnd: false)
                    caused = []
                    seen = LogShell.now
                    guard perform(state.handle(inputs, now: seen)) else { break }
                }
                _ = perform(takeMailbox(isEnd: true).flatMap(LogState.refusal))
            }

            private func takeMailbox(isEnd: Bool) -> [LogInput] {
                shell.mailbox.withLock { mailbox in
                    if isEnd { mailbox.isStopped = true }
                    let inputs = mailbox.inputs
                    mailbox.inputs = []
                    return inputs
                }
            }

            /// Waits until there is something to do, and lets the connections go on.
            private mutating func wait() {
                let (roles, others) = (Array(connections.keys), Array(peers.keys))
                var sockets = [pollfd(fd: shell.wake.reading, events: Int16(POLLIN), revents: 0)]
                for role in roles {
                    guard let connection = connections[role] else { continue }
                    sockets.append(
                        pollfd(fd: connection.descriptor, events: Int16(connection.awaited), revents: 0))
                }
                for other in others {
                    guard let peer = peers[other] else { continue }
                    sockets.append(pollfd(fd: peer.descriptor, events: Int16(peer.awaited), revents: 0))
                }
                let now = LogShell.now
                let times = [state.wakeTime(after: seen), acceptTime > now ? acceptTime : nil]
                let timeout = times.compactMap { $0 }.min().map { CInt(clamping: max(0, $0 - now)) } ?? -1
                // A negative descriptor is left out.
                let listening = acceptTime > now ? -1 : listener?.descriptor ?? -1
                sockets.append(pollfd(fd: listening, events: Int16(POLLIN), revents: 0))
                _ = poll(&sockets, nfds_t(sockets.count), timeout)
                if sockets[0].revents != 0 {
                    var bytes = [UInt8](repeating: 0, count: 64)
                    while read(shell.wake.reading, &bytes, bytes.count) == bytes.count {}
                }
                for (role, socket) in zip(roles, sockets.dropFirst()) where socket.revents != 0 {
                    if let event = connections[role]?.advance() { note(event, of: role) }
                }
                for (other, socket) in zip(others, sockets.dropFirst(1 + roles.count)) where socket.revents != 0 {
                    for event in peers[other]?.advance(CInt(socket.revents)) ?? [] { note(event, of: other) }
                }
                if sockets.last?.revents != 0 { accept() }
            }

            private mutating func accept() {
                guard let peer = listener?.next() else {
                    // Such as a process that can open no more files.
                    acceptTime = LogShell.now + 1_000
                    return
                }
                lastCaller -= 1
                peers[lastCaller] = peer
                let challenge = (0..<HintProof.challengeSize).map { _ in UInt8.random(in: 0...255) }
                caused.append(.peer(.accepted(lastCaller, challenge: challenge)))
            }

            private mutating func note(_ event: PeerConnection.Event, of other: Int) {
                switch event {
                case .received(let bytes): caused.append(.peer(.received(other, bytes)))
                case .sent: caused.append(.peer(.sent(other)))
                case .closed:
                    peers[other] = nil
                    caused.append(.peer(.closed(other)))
                }
            }

            private mutating func note(_ event: DatabaseConnection.Event, of role: DatabaseRole) {
                switch event {
                case .connected: caused.append(.connected(role))
                case .replied(let reply, let isDoubtful):
                    caused.append(.replied(role, reply, isDoubtful: isDoubtful))
                case .failed(let failure): caused.append(.failed(role, failure))
                case .lost(let failure):
                    connections[role] = nil
                    caused.append(.lost(role, failure))
                }
            }

            /// Carries out effects.
            ///
            /// - Parameter effects: The effects.
            /// - Returns: Whether the thread goes on.
            private mutating func perform(_ effects: [LogEffect]) -> Bool {
                var (calls, goesOn): ([LogEffect], Bool) = ([], true)
                for effect in effects {
                    switch effect {
                    case .connect(let role):
                        connections[role] = DatabaseConnection(address)
                        if connections[role] == nil {
                            caused.append(.lost(role, DatabaseFailure("The process has no memory left.")))
                        }
                    case .disconnect(let role): connections[role] = nil
                    case .send(let role, let statement):
                        if let event = connections[role]?.send(statement) { note(event, of: role) }
                    case .deliver, .call, .release: calls.append(effect)
                    case .peer(.call(let other, let address)):
                        peers[other] = PeerConnection(to: address)
                        if peers[other] == nil { caused.append(.peer(.closed(other))) }
                    case .peer(.send(let other, let bytes)):
                        if let event = peers[other]?.write(bytes) { note(event, of: other) }
                    case .peer(.hangUp(let other)): peers[other] = nil
                    case .show(let status): shell.shown.withLock { $0 = status }
                    case .sent(let byteCount): shell.mailbox.withLock { $0.waitingBytes -= byteCount }
                    case .stop: goesOn = false
                    }
                }
                shell.perform(calls)
                return goesOn
            }
        }
    }
#endif
