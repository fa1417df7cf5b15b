package import DatasyncTree
package import DatasyncWire

/// What the back end is to do when the connection ends.
struct Will: Sendable {
    enum Action: Sendable {
        case put(Draft)
        case merge([MergePart])
        case cancel

        var isCancel: Bool {
            if case .cancel = self { true } else { false }
        }
    }

    let operation: OperationID
    let path: Path
    let action: Action
    /// Whether it is said again on every connection.
    let repeats: Bool
    var isConfirmed = false
}

/// Writes for the end of the connection: registered now, executed by the back end then.
extension EngineState {
    /// Registers a value to be written at a path.
    ///
    /// `repeats`: Whether it is registered anew on every later connection.
    /// - Returns: The operation, settled when it is registered.
    /// - Throws: ``DataError`` when the client itself refuses; then nothing has changed.
    package mutating func setOnDisconnect(_ value: Draft, at path: Path, repeats: Bool) throws(DataError) -> OperationID
    {
        try check([MergePart(path: .root, value: value)], at: path)
        return register(.put(value), at: path, repeats: repeats)
    }

    /// Registers values to be merged at a path.
    package mutating func mergeOnDisconnect(
        _ parts: [MergePart], at path: Path, repeats: Bool
    ) throws(DataError) -> OperationID {
        try check(parts, at: path)
        return register(.merge(parts), at: path, repeats: repeats)
    }

    /// Takes back what was registered at and below a path.
    package mutating func cancelOnDisconnect(at path: Path) -> OperationID {
        let isCancelled = { (will: Will) in will.path.isAtOrBelow(path) && !will.action.isCancel }
        let cancelled = wills.filter(isCancelled)
        wills.removeAll(where: isCancelled)
        for will in cancelled where !will.isConfirmed {
            let error = EngineError(
                .cancelled, at: will.path,
                "The on-disconnect write at \(will.path) was cancelled by the application before the back end "
                    + "acknowledged it; register it again if it is still needed.")
            settle(will.operation, .failure(error))
        }
        return register(.cancel, at: path, repeats: false)
    }

    private mutating func register(_ action: Will.Action, at path: Path, repeats: Bool) -> OperationID {
        let will = Will(operation: makeOperation(), path: path, action: action, repeats: repeats)
        wills.append(will)
        if isReady { send(will) }
        return will.operation
    }

    mutating func send(_ will: Will) {
        let action: Request.Action =
            switch will.action {
            case .put(let value): .putOnDisconnect(path: will.path, value: value)
            case .merge(let parts): .mergeOnDisconnect(path: will.path, parts: parts)
            case .cancel: .cancelOnDisconnect(path: will.path)
            }
        send(action, for: .will(will.operation))
    }

    mutating func handleResponse(will operation: OperationID, _ response: Response) {
        guard let index = wills.firstIndex(where: { $0.operation == operation }) else { return }
        let will = wills[index]
        if response.status == .ok {
            wills[index].isConfirmed = true
            if !will.repeats { wills.remove(at: index) }
            if !will.isConfirmed { settle(operation, .success(.done)) }
        } else {
            wills.remove(at: index)
            let error = EngineError(
                response.status, reason: response.reason, doing: "write on disconnection at", at: will.path)
            if !will.isConfirmed { settle(operation, .failure(error)) }
        }
    }
}
