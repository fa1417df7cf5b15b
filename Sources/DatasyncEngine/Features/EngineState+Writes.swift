package import DatasyncTree
package import DatasyncWire

/// A write that waits for its response.
struct QueuedWrite: Sendable {
    let operation: OperationID
    let write: UserWrite
}

/// Writes: visible at once, sent in order, settled by the response.
extension EngineState {
    /// Replaces the value at a path.
    ///
    /// - Throws: ``DatasyncError`` if the client refuses the value; the state is then unchanged.
    package mutating func set(
        _ value: WriteValue, at path: Path, now: Double, handlers: OperationHandlers? = nil
    ) throws(DatasyncError) -> OperationID {
        try write(path, [MergePart(path: .root, value: value)], isMerge: false, now: now, handlers)
    }

    /// Replaces the values at some paths below a node.
    ///
    /// - Throws: As ``set(_:at:now:handlers:)``.
    package mutating func merge(
        _ parts: [MergePart], at path: Path, now: Double, handlers: OperationHandlers? = nil
    ) throws(DatasyncError) -> OperationID {
        try write(path, parts, isMerge: true, now: now, handlers)
    }

    private mutating func write(
        _ path: Path, _ parts: [MergePart], isMerge: Bool, now: Double, _ handlers: OperationHandlers?
    ) throws(DatasyncError) -> OperationID {
        try check(parts, at: path)
        let number = makeWriteNumber()
        let write = UserWrite(path: path, parts: parts, isMerge: isMerge, user: user)
        let operation = makeOperation(handlers)
        store(.wrote(number, write))
        show(write, number: number, now: now)
        if !transactions.isEmpty { overrideTransactions(parts.map { path.appending($0.path) }) }
        writes.append(QueuedWrite(operation: operation, write: write), number: number)
        if sendsWrites { send(write, number: number) }
        return operation
    }

    /// Makes a write pending, and raises its events.
    mutating func show(_ write: UserWrite, number: Int, now: Double) {
        let (path, parts) = (write.path, write.parts)
        if write.isMerge {
            let shown = parts.map { ($0.path, estimate($0.value, at: path.appending($0.path), now: now)) }
            replica.write(.merge(shown, at: path), number: number, into: &effects)
        } else {
            replica.write(.set(estimate(parts[0].value, at: path, now: now), at: path), number: number, into: &effects)
        }
    }

    /// Checks depth, strings and size without a request to the back end.
    ///
    /// - Throws: ``DatasyncError`` if a limit is exceeded.
    func check(_ parts: [MergePart], at path: Path) throws(DatasyncError) {
        if path.isInfo {
            throw DatasyncError(
                .invalidPath, at: path.description,
                "The node \(path) is read-only: it shows the state of this client's connection.")
        }
        var size = 0
        for part in parts {
            let place = path.appending(part.path)
            guard place.count <= Path.maximumDepth else {
                throw DatasyncError(
                    .invalidPath, at: place.description,
                    "The place \(place) lies deeper than the limit of \(Path.maximumDepth) levels; flatten the data.")
            }
            try limits.check(part.value.node, at: place)
            size += part.value.node.size
        }
        if size > limits.write {
            throw DatasyncError(
                .tooLarge, at: path.description,
                "The merge at \(path) takes \(size) bytes; the limit for one write is \(limits.write). Write it in parts."
            )
        }
    }

    /// Returns the visible value of a write until the response, with estimates of server values.
    func estimate(_ value: WriteValue, at path: Path, now: Double) -> Node {
        if value.isPlain { return value.node }
        return value.estimated(now: backendTime(now)) { replica.visibleNode(at: path.appending($0)) }
    }

    mutating func handleResponse(write number: Int, _ response: Response) {
        guard let queued = writes.remove(number) else { return }
        let (operation, write) = (queued.operation, queued.write)
        if response.status == .ok {
            replica.accepted(number: number, into: &effects)
            settle(operation, .success(response.data.map { .value($0, isAcknowledged: true) } ?? .done))
        } else {
            replica.rejected(number: number, into: &effects)
            let error = DatasyncError(
                response.status, reason: response.reason, doing: write.isMerge ? "merge into" : "write", at: write.path,
                increments: write.increments)
            settle(operation, .failure(error))
        }
    }
}
