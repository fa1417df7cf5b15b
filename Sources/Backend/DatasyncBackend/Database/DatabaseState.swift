import DatasyncConcurrency
package import DatasyncTree
import DatasyncWire

/// The shared state of a namespace: the same on all servers that have applied the same records.
///
/// It changes only by ``apply(_:from:as:at:isObserved:)``, which depends on its arguments alone. Indexes are not part of the
/// state: they are kept in the data for this server's listens, and no result depends on them.
package struct DatabaseState: Sendable {
    /// The highest level of the schema that this version of the library can apply.
    ///
    /// Level 2 added sessions with the rights of the owner, and priorities of nodes with only server values. Level 3 added
    /// increments without a start, and on-disconnect writes that replace earlier ones. Level 4 bounds the work of rules,
    /// lets data that a writer may not read decide nothing, and added the source of rules, and the time at which a run
    /// ended. An entry has the lowest level that has its meaning, so earlier versions of the library can read all others.
    static let schemaLevel: UInt8 = 4
    /// The time after which the back end forgets a client without writes, in milliseconds.
    package static let retention = 7.0 * 24 * 3_600_000

    package internal(set) var data: Node
    package internal(set) var rules: RulesDocument
    package internal(set) var limits: Limits
    /// The time of the latest record, in milliseconds since the Unix epoch.
    package internal(set) var time = 0.0
    var sessions: [SessionName: SharedSession] = [:]
    var clients: [UInt128: NumberedClient] = [:]
    /// The clients by the time at which they may be forgotten if they don't write again.
    var expiries = Fifo<ClientExpiry>()
    /// The runs that have ended, each with the time; infinite for those that no time was recorded for.
    var closedRuns: [UInt64: Double] = [:]
    /// The run that has set the rules, if the entry has their source; otherwise 0.
    var rulesRun: UInt64 = 0

    package init(data: Node = .null, rules: RulesDocument = .open, limits: Limits = Limits()) {
        self.data = data
        self.rules = rules
        self.limits = limits
    }

    /// A session with state that outlives its server.
    struct SharedSession: Sendable {
        var principal = Principal.anyone
        /// The writes to execute when the session ends, in order.
        var onDisconnectWrites: [Write] = []
        /// The highest number of an entry that is numbered within the session.
        var sequence: UInt64 = 0

        /// Adds an on-disconnect write, and removes the parts of earlier ones that it covers.
        mutating func replaceCovered(by write: Write) {
            onDisconnectWrites = onDisconnectWrites.compactMap { $0.without(partsCoveredBy: write) } + [write]
        }
    }

    /// A client with the time of one of its writes.
    struct ClientExpiry: Sendable {
        let client: UInt128
        let time: Double
    }

    // MARK: Entries

    /// Applies the content of an entry.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - origin: The origin of the entry.
    ///   - level: The level of the schema that says what the entry means.
    ///   - now: The time of the record, in milliseconds since the Unix epoch; never before the previous one.
    ///   - isObserved: Whether listeners need the executed writes.
    /// - Returns: The effect of the entry.
    mutating func apply(
        _ change: Change, from origin: Origin, as level: UInt8 = schemaLevel, at now: Double, isObserved: Bool = true
    ) -> Applied {
        time = max(time, now)
        guard closedRuns[origin.session.run] == nil else { return Applied(outcome: .skipped) }
        guard let number = origin.writeNumber else {
            if origin.sequence > 0 {
                guard sessions[origin.session]?.sequence ?? 0 < origin.sequence else {
                    return Applied(outcome: .skipped)
                }
                sessions[origin.session, default: SharedSession()].sequence = origin.sequence
            }
            return applied(change, for: origin.session, as: level, isObserved)
        }
        forgetClients()
        // Not a copy of the client, which would make the response to this write copy all responses that are kept.
        let highest = clients[number.client]?.highest ?? 0
        guard highest > 0 || number.number == 1 else {
            return Applied(outcome: .response(Self.unknownClient(number.number)))
        }
        guard number.number > highest else {
            let response = clients[number.client]?.response(to: number.number)
            return Applied(outcome: .response(response ?? Self.forgotten(number.number)))
        }
        guard number.number == highest + 1 else {
            // The client has the response to a write that the log has lost.
            if number.lowestUnanswered > highest + 1 {
                return Applied(outcome: .response(Self.unknownClient(number.number)))
            }
            return Applied(outcome: .gap(expected: highest + 1))
        }
        let applied = self.applied(change, for: origin.session, as: level, isObserved)
        if case .response(let result) = applied.outcome { record(result, number) }
        return applied
    }

    private mutating func record(_ result: WriteResult, _ number: WriteNumber) {
        // Hourly precision bounds the number of expiries.
        if time - (clients[number.client]?.time ?? -.infinity) > 3_600_000 {
            expiries.append(ClientExpiry(client: number.client, time: time))
            clients[number.client, default: NumberedClient()].time = time
        }
        clients[number.client]?.record(result, lowestUnanswered: number.lowestUnanswered)
    }

    /// Forgets clients whose retention time without a write has passed.
    private mutating func forgetClients() {
        while let first = expiries.first, first.time + Self.retention < time {
            _ = expiries.popFirst()
            if clients[first.client]?.time == first.time { clients[first.client] = nil }
        }
    }

    private static func unknownClient(_ number: UInt64) -> WriteResult {
        WriteResult(
            status: .unknownClient,
            reason:
                "The back end does not know the client of write \(number), which must begin with number 1 under a new "
                + "identifier; the outcome of its earlier writes is unknown.")
    }

    private static func forgotten(_ number: UInt64) -> WriteResult {
        WriteResult(
            status: .unavailable,
            reason: "The response to write \(number) is no longer kept; it was applied earlier, or refused.")
    }

    private mutating func applied(
        _ change: Change, for session: SessionName, as level: UInt8, _ isObserved: Bool
    ) -> Applied {
        var applied = Applied(isObserved: isObserved)
        do throws(Refusal) {
            try execute(change, for: session, as: level, &applied)
        } catch {
            applied.outcome = .response(WriteResult(error))
        }
        return applied
    }

    private mutating func execute(
        _ change: Change, for session: SessionName, as level: UInt8, _ applied: inout Applied
    ) throws(Refusal) {
        var writer: Writer { Writer(principal: principal(of: session), level: level) }
        switch change {
        case .write(let write, let expectedHash):
            let value = try self.write(write, expectedHash: expectedHash, by: writer, &applied)
            // Only the back end knows the result of a transaction with server values.
            if write.isIncrement || (expectedHash != nil && write.onlyPlainPart == nil) {
                applied.outcome = .response(WriteResult(data: value))
            }
        case .ownerWrite(let write): try self.write(write, by: Writer(principal: .owner, level: level), &applied)
        case .refused(let status, let reason): throw Refusal(status, reason)
        case .registerOnDisconnect(let write):
            try checkWriting(write, by: writer)
            sessions[session, default: SharedSession()].onDisconnectWrites.append(write)
        case .replaceOnDisconnect(let write):
            try checkWriting(write, by: writer)
            sessions[session, default: SharedSession()].replaceCovered(by: write)
        case .cancelOnDisconnect(let path):
            sessions[session]?.onDisconnectWrites.removeAll { $0.path.isAtOrBelow(path) }
        case .signIn(let principal):
            sessions[session, default: SharedSession()].principal = principal
            applied.rights = .ofSession(session)
        case .closeSession: close(session, as: level, &applied)
        case .closeRun(let run):
            for name in sessions.keys.filter({ $0.run == run }).sorted() { close(name, as: level, &applied) }
            closedRuns[run] = level >= 4 ? time : .infinity
            if level >= 4 { closedRuns = closedRuns.filter { $0.value + Self.retention >= time } }
        case .startRun: break
        case .setRules(let rules):
            if isInConflict(rules, of: session.run) {
                applied.notice =
                    "Two servers have different files of rules. The older rules stay, of the run \(rulesRun); those of the run "
                    + "\(session.run) are not used. Give both the same file, or deploy the rules."
                return
            }
            self.rules = rules
            rulesRun = level >= 4 ? session.run : 0
            applied.rights = .ofAll
        case .setLimits(let limits):
            self.limits = limits
            applied.rights = .ofAll
        }
    }

    /// Returns the principal of a session.
    func principal(of session: SessionName) -> Principal { sessions[session]?.principal ?? .anyone }

    /// Returns whether a file of rules differs from the file of another server that takes part.
    func isInConflict(_ document: RulesDocument, of run: UInt64) -> Bool {
        document.source == .file && rules.source == .file && document.text != rules.text && run != rulesRun
            && closedRuns[rulesRun] == nil
    }

    /// Ends a session and executes its on-disconnect writes; refused ones have no effect.
    private mutating func close(_ name: SessionName, as level: UInt8, _ applied: inout Applied) {
        applied.ended.append(name)
        guard let session = sessions.removeValue(forKey: name) else { return }
        let writer = Writer(principal: session.principal, level: level)
        for write in session.onDisconnectWrites {
            _ = try? self.write(write, by: writer, &applied)
        }
    }
}
