package import DatasyncTree
package import DatasyncWire

/// Writes: visible at once, sent in order, settled by the response.
extension EngineState {
    /// Replaces the value at a path.
    ///
    /// - Throws: ``DatasyncError`` if the client refuses the value; the state is then unchanged.
    package mutating func set(
        _ value: WriteValue, at path: Path, now: Double, handlers: OperationHandlers? = nil
    ) throws(DatasyncError) -> OperationID {
        try check(value, at: path)
        return write(UserWrite(.set(value, at: path), user: user), now: now, handlers)
    }

    /// Replaces the values at some paths below a node.
    ///
    /// - Throws: The same errors as ``set(_:at:now:handlers:)``.
    package mutating func merge(
        _ parts: [MergePart], at path: Path, now: Double, handlers: OperationHandlers? = nil
    ) throws(DatasyncError) -> OperationID {
        try check(parts, at: path)
        return write(UserWrite(.merge(parts, at: path), user: user), now: now, handlers)
    }

    private mutating func write(_ write: consuming UserWrite, now: Double, _ handlers: OperationHandlers?)
        -> OperationID
    {
        let number = makeWriteNumber()
        let operation = makeOperation(handlers)
        store(.wrote(number, write))
        show(write, number: number, now: now)
        if !transactions.isEmpty { overrideTransactions(write.write.parts.map(write.write.place)) }
        let isSent = sendsWrites
        if isSent { send(write, number: number) }
        writes.append(
            QueuedWrite(operation: operation, write: write, sentOn: isSent ? connection : 0), number: number)
        announcePendingWrites()
        return operation
    }

    /// Makes a write pending, and raises its events.
    mutating func show(_ write: UserWrite, number: Int, now: Double) {
        replica.write(estimated(write, now: now), number: number, into: &effects)
    }

    /// Returns a write as the application sees it.
    func estimated(_ write: UserWrite, now: Double) -> PendingWrite {
        let write = write.write
        if let value = write.setValue { return .set(estimate(value, at: write.path, now: now), at: write.path) }
        let parts = write.parts.map { ($0.path, estimate($0.value, at: write.place(of: $0), now: now)) }
        return .merge(parts, at: write.path)
    }

    /// Checks depth, strings and size without a request to the back end.
    ///
    /// - Throws: ``DatasyncError`` if a limit is exceeded.
    func check(_ value: WriteValue, at path: Path) throws(DatasyncError) {
        try refuseInfo(path)
        guard path.count <= Path.maximumDepth else {
            throw DatasyncError(
                .invalidPath, at: path.description,
                "The place \(path) lies deeper than the limit of \(Path.maximumDepth) levels; flatten the data.")
        }
        try limits.check(value.node, at: path)
    }

    /// Checks the parts of a merge in the same way, and their total size.
    ///
    /// - Throws: ``DatasyncError`` if a limit is exceeded.
    func check(_ parts: [MergePart], at path: Path) throws(DatasyncError) {
        try refuseInfo(path)
        var size = 0
        for part in parts {
            try check(part.value, at: path.appending(part.path))
            size += part.value.node.size
        }
        if size > limits.write {
            throw DatasyncError(
                .tooLarge, at: path.description,
                "The merge at \(path) takes \(size) bytes; the limit for one write is \(limits.write). Write it in parts."
            )
        }
    }

    private func refuseInfo(_ path: Path) throws(DatasyncError) {
        guard path.isInfo else { return }
        throw DatasyncError(
            .invalidPath, at: path.description,
            "The node \(path) is read-only: it shows the state of this client's connection.")
    }

    /// Returns the visible value of a write until the response, with estimates of server values.
    func estimate(_ value: WriteValue, at path: Path, now: Double) -> Node {
        if value.isPlain { return value.node }
        return value.estimated(now: backendTime(now)) { replica.visibleNode(at: path.appending($0)) }
    }

    /// Records the times that the back end stored for the timestamps of an accepted value, where they are known.
    mutating func noteTimes(in value: WriteValue, at path: Path) {
        for deferred in value.deferred where deferred.value == .timestamp {
            let stored = replica.knownServerNode(at: path.appending(deferred.path))
            latestTime = max(latestTime, stored?.number ?? 0)
        }
    }

    mutating func handleResponse(write number: Int, _ response: Response) {
        guard let queued = writes.remove(number) else { return }
        // The views do not show a write whose user has since signed out.
        if !hiddenWrites.isEmpty { hiddenWrites[number] = nil }
        if response.status == .ok {
            let write = queued.write.write
            if let value = write.setValue {
                noteTimes(in: value, at: write.path)
            } else {
                for part in write.parts { noteTimes(in: part.value, at: write.place(of: part)) }
            }
            replica.accepted(number: number, into: &effects)
            settle(queued.operation, .success(response.data.map { .value($0, isAcknowledged: true) } ?? .done))
        } else {
            replica.rejected(number: number, into: &effects)
            let write = queued.write.write
            let error = DatasyncError(
                response.status, reason: response.reason, doing: write.isMerge ? "merge into" : "write", at: write.path,
                increments: write.increments)
            settle(queued.operation, .failure(error))
        }
    }
}
