package import DatasyncTree
import DatasyncWire

/// Transactions: the function runs outside the lock; its result is sent with the hash of its input.
extension EngineState {
    /// The maximum number of attempts; each change of the value by others costs one.
    ///
    /// Attempts do not count after a reconnect, after a read, or after an earlier transaction of this client at an overlapping
    /// path changed its result. The earliest of these transactions has bounded attempts, so all have.
    package static let maxAttempts = 25

    package mutating func beginTransaction(
        at path: Path, isVisible: Bool, handlers: OperationHandlers? = nil
    ) -> OperationID {
        let operation = makeOperation(handlers)
        transactions.set(Transaction(operation: operation, path: path, isVisible: isVisible), for: operation.number)
        transactionIndex.insert(operation.number, at: path)
        compute(operation)
        announcePendingWrites()
        return operation
    }

    /// Handles the result of a transaction's function.
    ///
    /// - Parameters:
    ///   - operation: The operation of the transaction.
    ///   - written: The value to write, or `nil` to abort. An abort is final only if the value was known. A value without a
    ///     priority keeps the node's priority.
    ///   - input: The input of the function.
    ///   - now: The device's time in milliseconds, for estimates of server times.
    package mutating func computed(
        _ operation: OperationID, _ written: WriteValue?, from input: TransactionInput, now: Double
    ) {
        guard var transaction = transactions[operation.number], case .computing = transaction.phase else { return }
        if transaction.isOverridden { return finish(transaction, .failure(overridden(transaction))) }
        guard let written else {
            if input.isKnown { return finish(transaction, .success(.transaction(isCommitted: false, input.node))) }
            return self.input(of: transaction).isKnown ? compute(operation) : read(operation)
        }
        let result = written.withPriority(input.node.priority)
        if self.input(of: transaction).node != input.node {
            return earlier(than: transaction) == transaction.earlier ? rerun(transaction) : compute(operation)
        }
        do throws(DatasyncError) {
            try check(result, at: transaction.path)
        } catch {
            return finish(transaction, .failure(error))
        }
        let earlier = transaction.write
        let number = makeWriteNumber()
        transaction.write = number
        transaction.result = result
        transaction.input = input.node
        transaction.phase = .waiting
        transactions.set(transaction, for: operation.number)
        // Estimated over the input: the visible value includes an earlier result of this transaction.
        let shown = result.estimated(now: backendTime(now)) { input.node[$0] }
        replica.write(
            .set(shown, at: transaction.path, isVisible: transaction.isVisible), number: number, into: &effects)
        if let earlier { replica.rejected(number: earlier, into: &effects) }
        sendTransactions([operation.number])
    }

    /// Fails a transaction whose function threw an error, for example because a value cannot be encoded.
    package mutating func failed(_ operation: OperationID, _ error: DatasyncError) {
        guard let transaction = transactions[operation.number] else { return }
        finish(transaction, .failure(error))
    }

    mutating func handleResponse(transaction operation: OperationID, _ response: Response) {
        guard let transaction = transactions[operation.number] else { return }
        switch response.status {
        case .ok:
            remove(transaction)
            noteTimes(in: transaction.result, at: transaction.path)
            if let write = transaction.write { replica.accepted(number: write, into: &effects) }
            // If the result has server values, only the back end knows what it has stored, which is never null.
            let stored = response.data.flatMap { $0.isNull ? nil : $0 }
            let committed = transaction.result.isPlain ? transaction.result.node : stored
            settle(
                transaction.operation,
                committed.map { .success(.transaction(isCommitted: true, $0)) } ?? .failure(unknownResult(transaction)))
            sendTransactions(transactionIndex.overlapping(transaction.path))
        case .dataStale where transaction.isOverridden: finish(transaction, .failure(overridden(transaction)))
        case .dataStale: rerun(transaction)
        default:
            let error = DatasyncError(
                response.status, reason: response.reason, doing: "run a transaction at", at: transaction.path)
            finish(transaction, .failure(error))
        }
    }

    /// Overrides the transactions at, above and below the paths of a plain write.
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

    /// Records a pushed value for the transactions at and below a path, which may have no listeners.
    mutating func notePush(_ node: Node, at path: Path) {
        if transactions.isEmpty { return }
        for number in transactionIndex.atOrBelow(path) {
            _ = transactions.modify(number) { transaction in
                if let relative = transaction.path.relative(to: path) { transaction.lastPushed = node[relative] }
            }
        }
    }

    /// Forgets the values that were pushed or read on a lost connection.
    mutating func interruptTransactions() {
        for (number, _) in transactions { _ = transactions.modify(number) { $0.lastPushed = nil } }
    }

    /// Lets sent transactions run again, because a back end without write numbers could commit a repeated result twice.
    mutating func retractSentTransactions() {
        for (number, transaction) in transactions {
            guard case .sent = transaction.phase else { continue }
            if transaction.isOverridden {
                finish(transaction, .failure(overridden(transaction)))
            } else {
                _ = transactions.modify(number) { $0.phase = .waiting }
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
        let operation = transaction.operation
        transaction.phase = .computing
        transaction.earlier = earlier(than: transaction)
        transactions.set(transaction, for: operation.number)
        effects.append(.compute(operation, input(of: transaction), caller: caller))
    }

    /// Runs the function again because the value changed; fails the transaction after the last attempt.
    private mutating func rerun(_ transaction: Transaction) {
        if transaction.reruns + 1 >= Self.maxAttempts {
            let error = DatasyncError(
                .tooManyRetries, at: transaction.path,
                "The value at \(transaction.path) changed during each of \(Self.maxAttempts) attempts of a transaction; "
                    + "use increment, or a node with fewer writers.")
            return finish(transaction, .failure(error))
        }
        _ = transactions.modify(transaction.operation.number) { $0.reruns += 1 }
        compute(transaction.operation)
    }

    /// Reads the unknown value that the function aborted on; while disconnected, the next connection sends the read.
    private mutating func read(_ operation: OperationID) {
        _ = transactions.modify(operation.number) { $0.phase = .reading }
        guard isReady, let transaction = transactions[operation.number] else { return }
        send(.get(path: transaction.path, window: .all), for: .transactionRead(operation.withoutHandlers))
    }

    mutating func handleResponse(transactionRead operation: OperationID, _ response: Response) {
        guard let transaction = transactions[operation.number], case .reading = transaction.phase else { return }
        guard response.status == .ok, let node = response.data else {
            let error = DatasyncError(
                response.status, reason: response.reason, doing: "read, for a transaction,", at: transaction.path)
            return finish(transaction, .failure(error))
        }
        _ = transactions.modify(operation.number) { $0.lastPushed = node }
        compute(operation)
    }

    /// Returns the input: the value with all pending writes except the results of this and later transactions.
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

    /// Sends the results of the candidates whose turn has come: one at a time where paths overlap.
    private mutating func sendTransactions(_ candidates: [Int]) {
        guard sendsWrites else { return }
        for number in candidates {
            guard let transaction = transactions[number], case .waiting = transaction.phase, transaction.write != nil,
                transactionIndex.overlapping(transaction.path).first == number
            else { continue }
            guard input(of: transaction).node == transaction.input else {
                compute(transaction.operation)
                continue
            }
            _ = transactions.modify(transaction.operation.number) { $0.phase = .sent }
            send(transaction)
        }
    }

    /// Settles a transaction that the back end did not commit, and reverts its pending write.
    mutating func finish(_ transaction: Transaction, _ result: Result<Outcome, DatasyncError>) {
        remove(transaction)
        if let write = transaction.write { replica.rejected(number: write, into: &effects) }
        settle(transaction.operation, result)
        sendTransactions(transactionIndex.overlapping(transaction.path))
    }

    private mutating func remove(_ transaction: Transaction) {
        transactions.removeValue(for: transaction.operation.number)
        transactionIndex.remove(transaction.operation.number, at: transaction.path)
    }

    private func unknownResult(_ transaction: Transaction) -> DatasyncError {
        DatasyncError(
            .resultUnreadable, at: transaction.path,
            "The transaction at \(transaction.path) took effect, but the back end did not return the value with its server "
                + "values: the rules do not allow reading it. Do not repeat it; use fixed values, or change the rules.")
    }

    private func overridden(_ transaction: Transaction) -> DatasyncError {
        DatasyncError(
            .overridden, at: transaction.path,
            "The transaction at \(transaction.path) was overridden by a plain write of this client at, above or below it; "
                + "run it again, or use transactions for the other write too."
        )
    }
}
