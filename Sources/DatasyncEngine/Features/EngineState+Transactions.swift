package import DatasyncTree
import DatasyncWire

/// A compare-and-set loop at one place.
///
/// ```
///  computing ──value──▶ waiting ──(connected, no earlier one in the way)──▶ sent ──ok──▶ settled
///      ▲                   │                                                 │
///      └──value has moved──┴──────────────── datastale, at most 25 tries ────┘
/// ```
struct Transaction: Sendable {
    enum Phase: Sendable {
        /// The function is running, or about to.
        case computing
        /// The result is shown and waits to be sent.
        case waiting
        case sent
    }

    let operation: OperationID
    let path: Path
    /// Whether subscribers see the result before the answer.
    let isVisible: Bool
    var phase = Phase.computing
    var tries = 0
    /// The pending write of the result.
    var write: Int?
    var result = Draft(.null)
    /// The value that the result was computed from.
    var input = Node.null
    /// What the back end said of the place without being listened to.
    var told: Node?
    /// Whether another write came over it while it was on its way.
    var isOverridden = false
}

/// Transactions: the function runs outside, on the visible state; the result is sent with the hash of what it was computed from.
extension EngineState {
    /// The most times a transaction is run.
    package static let mostTries = 25

    package mutating func beginTransaction(at path: Path, isVisible: Bool) -> OperationID {
        let operation = makeOperation()
        transactions.set(Transaction(operation: operation, path: path, isVisible: isVisible), for: operation.number)
        transactionIndex.insert(operation.number, at: path)
        compute(operation)
        return operation
    }

    /// The function of a transaction has spoken.
    ///
    /// `result`: What to write, or `nil` to abort.
    /// `input`: The value it was computed from.
    package mutating func computed(_ operation: OperationID, _ result: Draft?, from input: Node, now: Double) {
        guard var transaction = transactions[operation.number], case .computing = transaction.phase else { return }
        if transaction.isOverridden { return finish(transaction, .failure(overridden(transaction))) }
        guard let result else { return finish(transaction, .success(.transaction(isCommitted: false, input))) }
        if value(for: transaction) != input { return compute(operation) }
        do throws(DataError) {
            try check([MergePart(path: .root, value: result)], at: transaction.path)
        } catch {
            return finish(transaction, .failure(EngineError(error)))
        }
        let earlier = transaction.write
        let number = makeWriteNumber()
        transaction.write = number
        transaction.result = result
        transaction.input = input
        transaction.phase = .waiting
        transactions.set(transaction, for: operation.number)
        let shown = estimate(result, at: transaction.path, now: now)
        raise(replica.write(.set(shown, at: transaction.path, isVisible: transaction.isVisible), number: number))
        if let earlier { raise(replica.rejected(number: earlier)) }
        sendTransactions([operation.number])
    }

    /// A transaction whose value the client cannot even encode ends with the reason.
    package mutating func failed(_ operation: OperationID, _ error: EngineError) {
        guard let transaction = transactions[operation.number] else { return }
        finish(transaction, .failure(error))
    }

    mutating func answered(transaction operation: OperationID, _ answer: Answer) {
        guard var transaction = transactions[operation.number] else { return }
        switch answer.status {
        case .ok:
            remove(transaction)
            let shown = transaction.write.flatMap { replica.pending[$0] }?.parts.first?.node ?? .null
            if let write = transaction.write { raise(replica.accepted(number: write)) }
            let final = transaction.isOverridden ? shown : replica.knownServerNode(at: transaction.path) ?? shown
            settle(operation, .success(.transaction(isCommitted: true, final)))
            sendTransactions(transactionIndex.overlapping(transaction.path))
        case .dataStale where transaction.isOverridden: finish(transaction, .failure(overridden(transaction)))
        case .dataStale where transaction.tries + 1 >= Self.mostTries:
            let error = EngineError(
                .tooManyRetries, at: transaction.path,
                "The value at \(transaction.path) changed during each of \(Self.mostTries) attempts of a transaction; "
                    + "use increment, or a node with fewer writers.")
            finish(transaction, .failure(error))
        case .dataStale:
            transaction.tries += 1
            transactions.set(transaction, for: operation.number)
            compute(operation)
        default:
            let error = EngineError(
                answer.status, reason: answer.reason, doing: "run a transaction at", at: transaction.path)
            finish(transaction, .failure(error))
        }
    }

    /// Plain writes at, above and below the place of a transaction override it.
    mutating func overrideTransactions(_ paths: [Path]) {
        for number in Set(paths.flatMap(transactionIndex.overlapping)).sorted() {
            guard let transaction = transactions[number] else { continue }
            if case .waiting = transaction.phase {
                finish(transaction, .failure(overridden(transaction)))
            } else {
                _ = transactions.modify(transaction.operation.number) { $0.isOverridden = true }
            }
        }
    }

    /// What the back end pushed is the present value of places that nobody listens to.
    mutating func tellTransactions(_ node: Node, at path: Path) {
        for number in transactionIndex.atOrBelow(path) {
            _ = transactions.modify(number) { transaction in
                if let relative = transaction.path.relative(to: path) { transaction.told = node[relative] }
            }
        }
    }

    /// The connection is gone: what was sent and not answered is not sent again, its transaction runs anew.
    mutating func interruptTransactions() {
        for (_, transaction) in transactions {
            guard case .sent = transaction.phase else { continue }
            if transaction.isOverridden {
                finish(transaction, .failure(overridden(transaction)))
            } else {
                _ = transactions.modify(transaction.operation.number) { $0.phase = .waiting }
            }
        }
    }

    mutating func restartTransactions() {
        for (_, transaction) in transactions {
            if case .waiting = transaction.phase { compute(transaction.operation) }
        }
    }

    // MARK: Steps

    private mutating func compute(_ operation: OperationID) {
        _ = transactions.modify(operation.number) { $0.phase = .computing }
        guard let transaction = transactions[operation.number] else { return }
        let isAcknowledged = !replica.pending.touches(transaction.path)
        effects.append(.compute(operation, value(for: transaction), isAcknowledged: isAcknowledged))
    }

    /// What a transaction sees: everything visible but its own result and those of later transactions.
    private func value(for transaction: Transaction) -> Node {
        let server = replica.knownServerNode(at: transaction.path) ?? transaction.told ?? .null
        let excluded = transactionIndex.overlapping(transaction.path).filter { $0 >= transaction.operation.number }
            .compactMap { transactions[$0]?.write }
        return replica.pending.value(at: transaction.path, over: server, without: Set(excluded))
    }

    /// Sends those of some results whose turn has come: one at a time where paths overlap.
    private mutating func sendTransactions(_ candidates: [Int]) {
        guard isReady else { return }
        for number in candidates {
            guard let transaction = transactions[number], case .waiting = transaction.phase,
                let write = transaction.write,
                transactionIndex.overlapping(transaction.path).first == number
            else { continue }
            guard value(for: transaction) == transaction.input else {
                compute(transaction.operation)
                continue
            }
            _ = transactions.modify(transaction.operation.number) { $0.phase = .sent }
            let action = Request.Action.put(
                path: transaction.path, value: transaction.result, expectedHash: transaction.input.hash,
                writeKey: writeKey(write))
            send(action, for: .transaction(transaction.operation))
        }
    }

    /// Ends a transaction without a write.
    private mutating func finish(_ transaction: Transaction, _ result: Result<Outcome, EngineError>) {
        remove(transaction)
        if let write = transaction.write { raise(replica.rejected(number: write)) }
        settle(transaction.operation, result)
        sendTransactions(transactionIndex.overlapping(transaction.path))
    }

    private mutating func remove(_ transaction: Transaction) {
        transactions.removeValue(for: transaction.operation.number)
        transactionIndex.remove(transaction.operation.number, at: transaction.path)
    }

    private func overridden(_ transaction: Transaction) -> EngineError {
        EngineError(
            .overridden, at: transaction.path,
            "The transaction at \(transaction.path) was overridden by a plain write of this client at, above or below it; "
                + "run it again, or use transactions for the other write too."
        )
    }
}
