package import DatasyncTree
import DatasyncWire

/// A compare-and-set loop at one place.
///
/// ```
///  computing ──value──▶ waiting ──(connected, no earlier one in the way)──▶ sent ──ok──▶ settled
///    ▲   │  ▲              │                                                 │
///    │   │  └─value moved──┴──────────────── datastale, at most 25 attempts ─┘
///    │   └──abort──▶ settled, when the value was known; else
///    └────read────── reading
/// ```
struct Transaction: Sendable {
    enum Phase: Sendable {
        /// The function is running, or about to.
        case computing
        /// The function aborted on an unknown value, which is being read; the function then runs again.
        case reading
        /// The result is shown and waits to be sent.
        case waiting
        case sent
    }

    /// An earlier transaction, and the number of the pending write of its result.
    struct EarlierResult: Sendable, Equatable {
        let transaction: Int
        let write: Int?
    }

    let operation: OperationID
    let path: Path
    /// Whether subscribers see the result before the answer.
    let isVisible: Bool
    var phase = Phase.computing
    /// How often the function was run again because others had changed the value.
    var reruns = 0
    /// The earlier transactions at overlapping paths when the function last ran, with the numbers of their results.
    var earlier: [EarlierResult] = []
    /// The pending write of the result.
    var write: Int?
    var result = WriteValue(.null)
    /// The value that the result was computed from.
    var input = Node.null
    /// The value that the back end pushed, or that was read, for a path without listeners.
    var lastPushed: Node?
    /// Whether another write came over it while it was on its way.
    var isOverridden = false
}

/// The value that a transaction's function runs on.
package struct TransactionInput: Sendable {
    package let node: Node
    package let isAcknowledged: Bool
    /// Whether the value is known; otherwise it is null, or the pending writes alone, and an abort is not final.
    package let isKnown: Bool

    package init(node: Node, isAcknowledged: Bool, isKnown: Bool = true) {
        self.node = node
        self.isAcknowledged = isAcknowledged
        self.isKnown = isKnown
    }
}

/// Transactions: the function runs outside, on the visible state; the result is sent with the hash of what it was computed from.
extension EngineState {
    /// The most times that the value may change under a transaction: the function runs at most so often.
    ///
    /// Not counted: runs after a reconnect, after a read, and because earlier transactions of this client at the same path
    /// changed their results. The earliest of those is bounded, so all are.
    package static let maxAttempts = 25

    package mutating func beginTransaction(at path: Path, isVisible: Bool) -> OperationID {
        let operation = makeOperation()
        transactions.set(Transaction(operation: operation, path: path, isVisible: isVisible), for: operation.number)
        transactionIndex.insert(operation.number, at: path)
        compute(operation)
        return operation
    }

    /// Takes the result of a transaction's function.
    ///
    /// `result`: The value to write, or `nil` to abort. An abort is final only if the value was known.
    /// `input`: The value that the function ran on.
    package mutating func computed(
        _ operation: OperationID, _ result: WriteValue?, from input: TransactionInput, now: Double
    ) {
        guard var transaction = transactions[operation.number], case .computing = transaction.phase else { return }
        if transaction.isOverridden { return finish(transaction, .failure(overridden(transaction))) }
        guard let result else {
            if input.isKnown { return finish(transaction, .success(.transaction(isCommitted: false, input.node))) }
            return self.input(of: transaction).isKnown ? compute(operation) : read(operation)
        }
        if self.input(of: transaction).node != input.node {
            return earlier(than: transaction) == transaction.earlier ? rerun(transaction) : compute(operation)
        }
        do throws(DataError) {
            try check([MergePart(path: .root, value: result)], at: transaction.path)
        } catch {
            return finish(transaction, .failure(EngineError(error)))
        }
        let earlier = transaction.write
        let number = makeWriteNumber()
        transaction.write = number
        transaction.result = result
        transaction.input = input.node
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

    mutating func handleResponse(transaction operation: OperationID, _ response: Response) {
        guard let transaction = transactions[operation.number] else { return }
        switch response.status {
        case .ok:
            remove(transaction)
            let shown = transaction.write.flatMap { replica.pending[$0] }?.parts.first?.node ?? .null
            if let write = transaction.write { raise(replica.accepted(number: write)) }
            let final = transaction.isOverridden ? shown : replica.knownServerNode(at: transaction.path) ?? shown
            settle(operation, .success(.transaction(isCommitted: true, final)))
            sendTransactions(transactionIndex.overlapping(transaction.path))
        case .dataStale where transaction.isOverridden: finish(transaction, .failure(overridden(transaction)))
        case .dataStale: rerun(transaction)
        default:
            let error = EngineError(
                response.status, reason: response.reason, doing: "run a transaction at", at: transaction.path)
            finish(transaction, .failure(error))
        }
    }

    /// Plain writes at, above and below the place of a transaction override it.
    mutating func overrideTransactions(_ paths: [Path]) {
        for number in Set(paths.flatMap(transactionIndex.overlapping)).sorted() {
            guard let transaction = transactions[number] else { continue }
            switch transaction.phase {
            case .waiting, .reading: finish(transaction, .failure(overridden(transaction)))
            case .computing, .sent:
                _ = transactions.modify(transaction.operation.number) { $0.isOverridden = true }
            }
        }
    }

    /// Notes a pushed value for the transactions at and below a path, which may have no listeners.
    mutating func notePush(_ node: Node, at path: Path) {
        for number in transactionIndex.atOrBelow(path) {
            _ = transactions.modify(number) { transaction in
                if let relative = transaction.path.relative(to: path) { transaction.lastPushed = node[relative] }
            }
        }
    }

    /// Prepares for a reconnect: a request that was sent and not answered is not sent again, its transaction runs again.
    ///
    /// Values that were pushed or read on the lost connection count as unknown from now on.
    mutating func interruptTransactions() {
        for (_, transaction) in transactions {
            _ = transactions.modify(transaction.operation.number) { $0.lastPushed = nil }
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
            switch transaction.phase {
            case .waiting: compute(transaction.operation)
            case .reading: read(transaction.operation)
            case .computing, .sent: break
            }
        }
    }

    // MARK: Steps

    private mutating func compute(_ operation: OperationID) {
        guard var transaction = transactions[operation.number] else { return }
        transaction.phase = .computing
        transaction.earlier = earlier(than: transaction)
        transactions.set(transaction, for: operation.number)
        effects.append(.compute(operation, input(of: transaction)))
    }

    /// Runs the function again because the value changed.
    private mutating func rerun(_ transaction: Transaction) {
        if transaction.reruns + 1 >= Self.maxAttempts {
            let error = EngineError(
                .tooManyRetries, at: transaction.path,
                "The value at \(transaction.path) changed during each of \(Self.maxAttempts) attempts of a transaction; "
                    + "use increment, or a node with fewer writers.")
            return finish(transaction, .failure(error))
        }
        _ = transactions.modify(transaction.operation.number) { $0.reruns += 1 }
        compute(transaction.operation)
    }

    /// Reads the value that the function aborted on without knowing it; without a connection, once there is one.
    private mutating func read(_ operation: OperationID) {
        _ = transactions.modify(operation.number) { $0.phase = .reading }
        guard isReady, let transaction = transactions[operation.number] else { return }
        send(.get(path: transaction.path, window: .all), for: .transactionRead(operation))
    }

    mutating func handleResponse(transactionRead operation: OperationID, _ response: Response) {
        guard let transaction = transactions[operation.number], case .reading = transaction.phase else { return }
        guard response.status == .ok, let node = response.data else {
            let error = EngineError(
                response.status, reason: response.reason, doing: "read, for a transaction,", at: transaction.path)
            return finish(transaction, .failure(error))
        }
        _ = transactions.modify(operation.number) { $0.lastPushed = node }
        compute(operation)
    }

    /// The value that a transaction sees: everything visible except its own result and those of later transactions.
    private func input(of transaction: Transaction) -> TransactionInput {
        let (path, pending) = (transaction.path, replica.pending)
        let server = replica.knownServerNode(at: path) ?? transaction.lastPushed
        let excluded = Set(
            transactionIndex.overlapping(path).filter { $0 >= transaction.operation.number }
                .compactMap { transactions[$0]?.write })
        let isKnown = server != nil || pending.covers(path, without: excluded)
        return TransactionInput(
            node: pending.value(at: path, over: server ?? .null, without: excluded),
            isAcknowledged: isKnown && !pending.touches(path), isKnown: isKnown)
    }

    private func earlier(than transaction: Transaction) -> [Transaction.EarlierResult] {
        transactionIndex.overlapping(transaction.path).prefix { $0 < transaction.operation.number }
            .map { .init(transaction: $0, write: transactions[$0]?.write) }
    }

    /// Sends those of some results whose turn has come: one at a time where paths overlap.
    private mutating func sendTransactions(_ candidates: [Int]) {
        guard isReady else { return }
        for number in candidates {
            guard let transaction = transactions[number], case .waiting = transaction.phase,
                let write = transaction.write,
                transactionIndex.overlapping(transaction.path).first == number
            else { continue }
            guard input(of: transaction).node == transaction.input else {
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
