package import DatasyncTree
package import DatasyncWire

/// What the engine's state asks its shell to do, in order.
package enum Effect: Sendable {
    case raise(Event, RegistrationID)
    case end(RegistrationID, Ending)
    case settle(OperationID, Result<Outcome, EngineError>)
    /// Run a transaction's function, and pass its result to ``EngineState/computed(_:_:from:now:)``.
    case compute(OperationID, TransactionInput)
    case open
    case close
    /// End a connection that the back end has given up, and go on listening to its link.
    case hangUp
    case send(ClientMessage)
    case connectionChanged(ConnectionStatus)
    /// Hand an error that no operation or subscription carries to the application's diagnostics.
    case diagnose(EngineError)
}

/// The name of an operation within its engine; never used again.
package struct OperationID: Hashable, Comparable, Sendable {
    package let number: Int

    package static func < (left: OperationID, right: OperationID) -> Bool { left.number < right.number }
}

/// How a subscription ended.
package enum Ending: Sendable, Equatable {
    /// The application asked, or what stored the subscription is gone.
    case cancelled
    /// The back end refuses or stopped it.
    case revoked(EngineError)
}

/// What an operation resulted in.
package enum Outcome: Sendable {
    case done
    /// A value read, or the number that an increment resulted in.
    ///
    /// An unknown value is null, or the pending writes below it alone: there was no connection, and the cache does not hold
    /// it. It is never acknowledged.
    case value(Node, isAcknowledged: Bool, isKnown: Bool = true)
    /// A transaction: whether it wrote, and the value at its end.
    case transaction(isCommitted: Bool, Node)

    /// Whether something was written; only a transaction can end without.
    package var isCommitted: Bool {
        if case .transaction(let flag, _) = self { flag } else { true }
    }

    /// The value, where there is one.
    package var node: Node {
        switch self {
        case .done: .null
        case .value(let node, _, _), .transaction(_, let node): node
        }
    }
}
