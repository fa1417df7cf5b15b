import DatasyncTree
import DatasyncWire

/// The numbers of the client's sent writes; with them, the back end applies each write once.
///
/// A write gets its number when it is first sent. Every number is sent again on each connection until its response arrives,
/// so that the back end never waits for a missing one.
struct WriteNumbers: Sendable {
    /// A sent write without a response.
    struct Unanswered: Sendable {
        enum Content: Sendable {
            /// The number of the pending write.
            case write(Int)
            case transaction(OperationID)
            /// A transaction, discarded or of an earlier process; an empty merge takes its number.
            case lost
        }

        var content: Content
        /// The connection on which the write was first sent.
        let firstConnection: Int
        /// The connection on which the write was sent last.
        var lastConnection: Int
        /// The number of the latest request that carries the write.
        var request: Int
    }

    private(set) var client: UInt128
    private(set) var unanswered = NumberedQueue<Unanswered>()
    private(set) var last = 0

    init(client: UInt128, last: Int = 0) {
        self.client = client
        self.last = last
    }

    /// Adds a number that an earlier process assigned; called in ascending order.
    mutating func restore(_ number: Int, _ content: Unanswered.Content) {
        unanswered.append(
            Unanswered(content: content, firstConnection: -1, lastConnection: -1, request: 0), number: number)
    }

    /// Assigns the next number to a write that is sent for the first time.
    mutating func next(_ content: Unanswered.Content, on connection: Int, request: Int) -> WriteNumber {
        last += 1
        unanswered.append(
            Unanswered(content: content, firstConnection: connection, lastConnection: connection, request: request),
            number: last)
        return writeNumber(last)
    }

    /// Returns the number of a write that is sent again.
    mutating func again(_ number: Int, on connection: Int, request: Int) -> WriteNumber {
        unanswered.modify(number) { ($0.lastConnection, $0.request) = (connection, request) }
        return writeNumber(number)
    }

    /// Forgets a write whose response has arrived.
    mutating func answered(_ number: Int?) {
        if let number { _ = unanswered.remove(number) }
    }

    /// Marks a transaction's number as lost: nothing waits for the result any more, but the number still counts.
    mutating func lose(_ operation: OperationID) {
        for (number, sent) in unanswered {
            if case .transaction(operation) = sent.content { unanswered.modify(number) { $0.content = .lost } }
        }
    }

    /// Starts over under another identifier; returns the writes without a response.
    mutating func begin(as client: UInt128) -> NumberedQueue<Unanswered> {
        defer { self = WriteNumbers(client: client) }
        return unanswered
    }

    private func writeNumber(_ number: Int) -> WriteNumber {
        WriteNumber(
            client: client, number: UInt64(number), lowestUnanswered: UInt64(unanswered.firstNumber ?? number))
    }
}

/// Numbered writes: sent again after a reconnect, and renumbered if the back end has forgotten the client.
extension EngineState {
    /// Sends the writes that were not sent on this connection, of the user whose numbers are in use.
    ///
    /// Writes with a number and no response come first, by number, then writes that were never sent. Whatever waited for a
    /// sign-in on this connection is sent in the order of the calls, including on-disconnect writes.
    mutating func sendWrites() {
        // A back end without numbers ignores them, but a later one must not miss any that were assigned.
        if !session.numbersWrites, !numbering.own.unanswered.isEmpty { _ = beginNumbers() }
        var numbered: Set<Int> = []
        for (number, sent) in numbering.own.unanswered {
            if case .write(let write) = sent.content { numbered.insert(write) }
            if sent.lastConnection != connection { sendAgain(sent.content, number) }
        }
        for (number, queued) in writes
        where queued.write.user == numbering.user && queued.sentOn != connection && !numbered.contains(number) {
            if session.hasRetractedTransactions { sendOnDisconnectWrites(before: queued.operation) }
            noteSent(number)
            send(queued.write, number: number)
        }
    }

    /// Starts numbering under another identifier; returns the writes without a response.
    mutating func beginNumbers() -> NumberedQueue<WriteNumbers.Unanswered> {
        numbering.lastClient &+= 1
        defer { storeNumbering() }
        return numbering.own.begin(as: numbering.lastClient)
    }

    mutating func sendAgain(_ content: WriteNumbers.Unanswered.Content, _ sent: Int) {
        let number = numbering.own.again(sent, on: connection, request: nextRequest)
        switch content {
        case .write(let local):
            guard let write = writes[local]?.write else { return }
            noteSent(local)
            send(write.action(number), for: .write(local, sent: sent))
        case .transaction(let operation):
            if let action = transactions[operation.number]?.action(number) {
                send(action, for: .transaction(operation, sent: sent))
            }
        case .lost: send(.write(.merge([], at: .root), writeNumber: number), for: .lostWrite(sent: sent))
        }
    }

    /// Sends a write for the first time; the caller notes the connection.
    mutating func send(_ write: UserWrite, number: Int) {
        let writeNumber = makeNumber(.write(number))
        send(write.action(writeNumber), for: .write(number, sent: writeNumber.map { Int($0.number) }))
    }

    private mutating func noteSent(_ number: Int) {
        let connection = connection
        writes.modify(number) { $0.sentOn = connection }
    }

    /// Sends the result of a transaction for the first time.
    mutating func send(_ transaction: Transaction) {
        let operation = transaction.operation.withoutHandlers
        let writeNumber = makeNumber(.transaction(operation))
        send(transaction.action(writeNumber), for: .transaction(operation, sent: writeNumber.map { Int($0.number) }))
    }

    /// Assigns a number to a newly sent write; returns `nil` if the back end does not know numbers.
    mutating func makeNumber(_ content: WriteNumbers.Unanswered.Content) -> WriteNumber? {
        guard session.numbersWrites else { return nil }
        let number = numbering.own.next(content, on: connection, request: nextRequest)
        if caching.isStored {
            let write: Int? = if case .write(let write) = content { write } else { nil }
            store(.sent(Int(number.number), write: write))
        }
        return number
    }

    /// Starts numbering again because the back end has forgotten the client.
    ///
    /// Writes that were first sent on this connection were not applied, and are sent again. The outcome of earlier ones is
    /// unknown: they fail.
    mutating func renumberWrites() {
        let unanswered = beginNumbers()
        for (_, sent) in unanswered {
            _ = session.inFlight.remove(sent.request)
            let isKnown = sent.firstConnection == connection
            switch sent.content {
            case .write(let number):
                guard let queued = writes[number] else { continue }
                if isKnown {
                    // The session may have another user by now; then the next connection sends the write.
                    if isSessionNumbered { send(queued.write, number: number) }
                } else {
                    _ = writes.remove(number)
                    hiddenWrites[number] = nil
                    store(.answered(nil, write: number))
                    replica.rejected(number: number, into: &effects)
                    settle(queued.operation, .failure(outcomeUnknown(of: "write", at: queued.write.path)))
                }
            case .transaction(let operation):
                guard let transaction = transactions[operation.number] else { continue }
                if isKnown {
                    if isSessionNumbered { send(transaction) }
                } else {
                    finish(transaction, .failure(outcomeUnknown(of: "transaction", at: transaction.path)))
                }
            case .lost: break
            }
        }
    }

    /// Whether requests that are sent now reach the session as the user of the numbers.
    private var isSessionNumbered: Bool { session.user == numbering.user && session.authentications.isEmpty }

    private func outcomeUnknown(of operation: String, at path: Path) -> DatasyncError {
        DatasyncError(
            .outcomeUnknown, at: path,
            "The outcome of the \(operation) at \(path) is unknown: it was sent, and the back end has since forgotten the "
                + "client. Read the value, and write it again if it is missing.")
    }
}
