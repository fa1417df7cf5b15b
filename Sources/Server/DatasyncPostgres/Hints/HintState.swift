#if Postgres
    /// The connections to the other servers of a database, which tell each other what they have committed.
    ///
    /// ```
    ///  this server ──calls──▶ each other one, and sends the hints of its own commits
    ///  each other one ──calls──▶ this server, which reads what their hints name
    /// ```
    ///
    /// A hint only causes a read, so a lost or an invented one does no harm. Whoever is not heard for two seconds may have committed
    /// something, so the log then looks for itself.
    struct HintState: Sendable {
        enum Input: Sendable {
            /// Somebody has connected; the number is below 0.
            case accepted(Int, challenge: [UInt8])
            case received(Int, [UInt8])
            /// Everything that was sent on a connection has been passed to the system.
            case sent(Int)
            case closed(Int)
        }

        enum Effect: Hashable, Sendable {
            /// Opens a connection to an address; its number is above 0.
            case call(Int, String)
            case send(Int, [UInt8])
            case hangUp(Int)
        }

        private struct Called: Sendable {
            let address: String
            /// The connection; `nil` until the next attempt.
            var connection: Int?
            var greeting: [UInt8] = []
            var isGreeted = false
            var isSending = false
            /// The newest number of each namespace that was not sent.
            var waiting: [Int64: Int64] = [:]
            /// The time of the next attempt, of its end, or of the next sign of life.
            var dueTime: Int64
        }

        private struct Caller: Sendable {
            let challenge: [UInt8]
            /// The run of the caller; `nil` until it is proved.
            var run: Int64?
            var bytes: [UInt8] = []
            /// The time at which it is given up, unless something is received before.
            var deadline: Int64
        }

        /// The milliseconds between two signs of life.
        static let interval: Int64 = 500
        /// The milliseconds of silence after which a caller is not heard any more.
        static let silence: Int64 = 2_000
        /// The milliseconds until both sides have said who they are.
        private static let greetingTime: Int64 = 5_000
        /// The milliseconds between two attempts to call.
        private static let pause: Int64 = 1_000
        /// The maximum number of callers, and of those that have proved nothing.
        private static let limits = (callers: 1_000, strangers: 64)
        /// The maximum number of namespaces whose hints wait for one server.
        private static let waitingLimit = 10_000

        /// Whether others can call this server.
        private let isListening: Bool
        private var run: Int64 = 0
        private var secret: [UInt8] = []
        /// The runs of the other servers; `nil` before the first renewal.
        private var others: Set<Int64>?
        private var called: [Int64: Called] = [:]
        private var runs: [Int: Int64] = [:]
        private var callers: [Int: Caller] = [:]
        private var lastConnection = 0

        init(isListening: Bool) { self.isListening = isListening }

        /// Whether hints from all other servers would arrive.
        var hearsAll: Bool {
            guard isListening, let others else { return false }
            return others.isSubset(of: Set(callers.values.compactMap(\.run)))
        }

        /// The time at which something is due; `nil` if there is nothing to wait for.
        var wakeTime: Int64? {
            let times = called.values.map { $0.isSending ? $0.dueTime + Self.silence : $0.dueTime }
            return (times + callers.values.map(\.deadline)).min()
        }

        // MARK: The other servers

        /// Notes which servers there are.
        ///
        /// - Parameters:
        ///   - servers: The other servers that are alive.
        ///   - run: The run of this server.
        ///   - secret: The secret in the database.
        ///   - now: The time in milliseconds.
        /// - Returns: The effects.
        mutating func found(_ servers: [LogServer], as run: Int64, secret: [UInt8], now: Int64) -> [Effect] {
            var effects: [Effect] = []
            let addresses = Dictionary(servers.map { ($0.run, $0.peerAddress) }) { $1 }
            for (other, link) in called where run != self.run || addresses[other] != link.address {
                if let connection = forget(other) { effects.append(.hangUp(connection)) }
            }
            (self.run, self.secret, others) = (run, secret, Set(addresses.keys))
            for (other, address) in addresses where !address.isEmpty && called[other] == nil {
                called[other] = Called(address: address, dueTime: now)
            }
            return effects + tick(now: now)
        }

        /// Ends the connection to a server.
        private mutating func forget(_ other: Int64) -> Int? {
            guard let connection = called.removeValue(forKey: other)?.connection else { return nil }
            runs[connection] = nil
            return connection
        }

        /// Takes the hints of batches that this server has committed.
        mutating func committed(_ hints: [Hint], now: Int64) -> [Effect] {
            for other in called.keys where called[other]?.isGreeted == true {
                for hint in hints { called[other]?.waiting[hint.namespace] = hint.number }
            }
            return called.keys.sorted().flatMap { sendWaiting($0, now: now) }
        }

        private mutating func sendWaiting(_ other: Int64, now: Int64) -> [Effect] {
            guard let link = called[other], let connection = link.connection, link.isGreeted, !link.waiting.isEmpty
            else { return [] }
            guard link.waiting.count <= Self.waitingLimit else { return lost(connection, now: now) }
            return link.isSending
                ? [] : send(link.waiting.map { Hint(namespace: $0.key, number: $0.value) }, to: other, now: now)
        }

        private mutating func send(_ hints: [Hint], to other: Int64, now: Int64) -> [Effect] {
            guard let connection = called[other]?.connection else { return [] }
            called[other]?.waiting = [:]
            called[other]?.isSending = true
            called[other]?.dueTime = now + Self.interval
            return [.send(connection, hints.flatMap(\.bytes))]
        }

        // MARK: Connections

        /// Takes what has happened on the connections.
        ///
        /// - Parameters:
        ///   - input: The input.
        ///   - now: The time in milliseconds.
        /// - Returns: The effects, and the hints of other servers.
        mutating func handle(_ input: Input, now: Int64) -> (effects: [Effect], hints: [Hint]) {
            switch input {
            case .accepted(let connection, let challenge):
                let strangers = callers.values.count { $0.run == nil }
                guard callers.count < Self.limits.callers, strangers < Self.limits.strangers else {
                    return ([.hangUp(connection)], [])
                }
                callers[connection] = Caller(challenge: challenge, deadline: now + Self.greetingTime)
                return ([.send(connection, HintProof.greeting(challenge))], [])
            case .received(let connection, let bytes):
                if let other = runs[connection] { return (greeted(other, connection, bytes, now: now), []) }
                return callers[connection] == nil ? ([], []) : received(bytes, from: connection, now: now)
            case .sent(let connection):
                guard let other = runs[connection] else { return ([], []) }
                called[other]?.isSending = false
                return (sendWaiting(other, now: now), [])
            case .closed(let connection): return (lost(connection, now: now), [])
            }
        }

        private mutating func greeted(_ other: Int64, _ connection: Int, _ bytes: [UInt8], now: Int64) -> [Effect] {
            called[other]?.greeting += bytes
            guard let greeting = called[other]?.greeting, greeting.count >= HintProof.greetingSize else { return [] }
            // After its greeting, the other side has nothing more to say.
            guard let challenge = HintProof.challenge(in: greeting), called[other]?.isGreeted == false else {
                return lost(connection, now: now)
            }
            called[other]?.isGreeted = true
            called[other]?.isSending = true
            called[other]?.dueTime = now + Self.interval
            return [.send(connection, HintProof.bytes(for: challenge, of: run, to: other, secret: secret))]
        }

        private mutating func received(
            _ bytes: [UInt8], from connection: Int, now: Int64
        ) -> (effects: [Effect], hints: [Hint]) {
            guard var caller = callers.removeValue(forKey: connection) else { return ([], []) }
            caller.bytes += bytes
            if caller.run == nil {
                guard caller.bytes.count >= HintProof.size else {
                    callers[connection] = caller
                    return ([], [])
                }
                let proof = Array(caller.bytes.prefix(HintProof.size))
                caller.run = HintProof.caller(in: proof, for: caller.challenge, to: run, secret: secret)
                if caller.run == nil { return ([.hangUp(connection)], []) }
                caller.bytes.removeFirst(HintProof.size)
            }
            let count = caller.bytes.count / Hint.byteCount
            let hints = (0..<count).map { index in
                Hint(caller.bytes[index * Hint.byteCount..<(index + 1) * Hint.byteCount])
            }
            caller.bytes.removeFirst(count * Hint.byteCount)
            caller.deadline = now + Self.silence
            callers[connection] = caller
            return ([], hints.filter { $0 != .none })
        }

        /// Ends a connection; one to another server is opened again after a pause.
        private mutating func lost(_ connection: Int, now: Int64) -> [Effect] {
            callers[connection] = nil
            if let other = runs.removeValue(forKey: connection), let address = called[other]?.address {
                called[other] = Called(address: address, dueTime: now + Self.pause)
            }
            return [.hangUp(connection)]
        }

        /// Does what is due.
        mutating func tick(now: Int64) -> [Effect] {
            var effects: [Effect] = []
            for connection in callers.filter({ now >= $0.value.deadline }).keys.sorted() {
                effects += lost(connection, now: now)
            }
            for (other, link) in called.filter({ now >= $0.value.dueTime }).sorted(by: { $0.key < $1.key }) {
                guard let connection = link.connection else {
                    lastConnection += 1
                    runs[lastConnection] = other
                    called[other]?.connection = lastConnection
                    called[other]?.dueTime = now + Self.greetingTime
                    effects.append(.call(lastConnection, link.address))
                    continue
                }
                if link.isGreeted, !link.isSending {
                    effects += send([.none], to: other, now: now)
                } else if !link.isGreeted || now >= link.dueTime + Self.silence {
                    effects += lost(connection, now: now)
                }
            }
            return effects
        }
    }
#endif
