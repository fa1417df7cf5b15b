package import DatasyncTree
package import DatasyncWire

/// An on-disconnect write, which the back end runs when the connection ends.
struct OnDisconnectWrite: Sendable {
    enum Action: Sendable {
        case write(Write)
        /// Cancels the writes at and below a path.
        case cancel(Path)
    }

    var operation: OperationID
    let action: Action
    /// Whether every later connection registers the write again.
    let repeats: Bool
    /// The user whose sessions register the write; `nil` if the sessions of every user do.
    let user: UserIdentity?
    /// The last connection on which the registration was sent; 0 for none.
    var sentOn = 0
    var isConfirmed = false

    var isCancel: Bool { if case .cancel = action { true } else { false } }

    var path: Path {
        switch action {
        case .write(let write): write.path
        case .cancel(let path): path
        }
    }
}

/// On-disconnect writes: registered now, run by the back end when the connection ends.
extension EngineState {
    /// Registers a value to write at a path when the connection ends.
    ///
    /// - Parameters:
    ///   - value: The value to write.
    ///   - path: The path to write at.
    ///   - repeats: Whether every later connection registers the write again.
    ///   - handlers: The closures of the operation.
    /// - Returns: The operation, which is settled when the back end has registered the write.
    /// - Throws: ``DatasyncError`` if the client refuses the value; the state is then unchanged.
    package mutating func setOnDisconnect(
        _ value: WriteValue, at path: Path, repeats: Bool, handlers: OperationHandlers? = nil
    ) throws(DatasyncError) -> OperationID {
        try check(value, at: path)
        return register(.write(.set(value, at: path)), repeats: repeats, handlers)
    }

    /// Registers values to merge at a path when the connection ends.
    package mutating func mergeOnDisconnect(
        _ parts: [MergePart], at path: Path, repeats: Bool, handlers: OperationHandlers? = nil
    ) throws(DatasyncError) -> OperationID {
        try check(parts, at: path)
        return register(.write(.merge(parts, at: path)), repeats: repeats, handlers)
    }

    /// Cancels the on-disconnect writes at and below a path.
    package mutating func cancelOnDisconnect(at path: Path, handlers: OperationHandlers? = nil) -> OperationID {
        let isCancelled = { (onDisconnectWrite: OnDisconnectWrite) in
            onDisconnectWrite.path.isAtOrBelow(path) && !onDisconnectWrite.isCancel
        }
        let cancelled = onDisconnectWrites.filter(isCancelled)
        onDisconnectWrites.removeAll(where: isCancelled)
        for onDisconnectWrite in cancelled where !onDisconnectWrite.isConfirmed {
            let error = DatasyncError(
                .cancelled, at: onDisconnectWrite.path,
                "The on-disconnect write at \(onDisconnectWrite.path) was cancelled by the application before the back end "
                    + "acknowledged it; register it again if it is still needed.")
            settle(onDisconnectWrite.operation, .failure(error))
        }
        return register(.cancel(path), repeats: false, handlers)
    }

    private mutating func register(
        _ action: OnDisconnectWrite.Action, repeats: Bool, _ handlers: OperationHandlers?
    ) -> OperationID {
        let onDisconnectWrite = OnDisconnectWrite(
            operation: makeOperation(handlers), action: action, repeats: repeats, user: user)
        onDisconnectWrites.append(onDisconnectWrite)
        if sendsWrites { send(onDisconnectWrite) }
        return onDisconnectWrite.operation
    }

    /// Sends a registration.
    ///
    /// It has no write number, because it belongs to its connection, and each connection has its own.
    mutating func send(_ onDisconnectWrite: OnDisconnectWrite) {
        let action: Request.Action =
            switch onDisconnectWrite.action {
            case .write(let write): .writeOnDisconnect(write)
            case .cancel(let path): .cancelOnDisconnect(path: path)
            }
        if let index = onDisconnectWrites.firstIndex(where: { $0.operation == onDisconnectWrite.operation }) {
            onDisconnectWrites[index].sentOn = connection
        }
        send(action, for: .onDisconnectWrite(onDisconnectWrite.operation.withoutHandlers))
    }

    mutating func handleResponse(onDisconnectWrite operation: OperationID, _ response: Response) {
        guard let index = onDisconnectWrites.firstIndex(where: { $0.operation == operation }) else { return }
        let onDisconnectWrite = onDisconnectWrites[index]
        if response.status == .ok {
            onDisconnectWrites[index].isConfirmed = true
            onDisconnectWrites[index].operation = operation
            if !onDisconnectWrite.repeats { onDisconnectWrites.remove(at: index) }
            if !onDisconnectWrite.isConfirmed { settle(onDisconnectWrite.operation, .success(.done)) }
        } else {
            onDisconnectWrites.remove(at: index)
            let error = DatasyncError(
                response.status, reason: response.reason, doing: "write on disconnection at", at: onDisconnectWrite.path
            )
            if !onDisconnectWrite.isConfirmed { settle(onDisconnectWrite.operation, .failure(error)) }
        }
    }
}
