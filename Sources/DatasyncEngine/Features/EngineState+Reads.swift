import DatasyncTree
import DatasyncWire

/// One-shot reads: they ask the back end, or the cache without one, and disturb no subscription.
extension EngineState {
    package mutating func read(_ query: Query) -> OperationID {
        let operation = makeOperation()
        switch line {
        case .ready: send(.get(path: query.path, window: query.window), for: .read(operation, query))
        case .opening: waitingReads.append((operation, query))
        case .off, .waiting: answerFromCache(operation, query)
        }
        return operation
    }

    mutating func answered(_ operation: OperationID, _ query: Query, _ answer: Answer) {
        guard answer.status == .ok else {
            let error = EngineError(answer.status, reason: answer.reason, doing: "read", at: query.path)
            settle(operation, .failure(error))
            return
        }
        guard let node = answer.data else {
            let error = EngineError(
                .unavailable, at: query.path,
                "The response of the back end to a read of \(query.path) holds no data; try again.")
            settle(operation, .failure(error))
            return
        }
        settle(operation, visible(node, query))
    }

    /// What the client has, or null where it has nothing.
    mutating func answerFromCache(_ operation: OperationID, _ query: Query) {
        settle(operation, visible(replica.knownServerNode(at: query.path) ?? kept.node(at: query.path) ?? .null, query))
    }

    /// Server data as the application sees them: with the writes that are still waiting.
    private func visible(_ node: Node, _ query: Query) -> Result<Outcome, EngineError> {
        let shown = query.window.cut(replica.pending.overlay.below(query.path).applied(to: node))
        return .success(.value(shown, isAcknowledged: !replica.pending.touches(query.path)))
    }
}
