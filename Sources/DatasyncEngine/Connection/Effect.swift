package import DatasyncTree
package import DatasyncWire

/// An action that the engine's state requests of its shell; executed in order.
package enum Effect: Sendable {
    case raise(Event, RegistrationID)
    case end(RegistrationID, Ending)
    case settle(OperationID, Result<Outcome, EngineError>)
    /// Runs a transaction's function, and passes its result to ``EngineState/computed(_:_:from:now:)``.
    case compute(OperationID, TransactionInput)
    case open
    case close
    /// Closes a connection that the back end has ended; events of its link are still received.
    case abandonConnection
    case send(ClientMessage)
    case connectionChanged(ConnectionStatus)
    /// Reports an error that no operation or subscription carries to the application's diagnostics.
    case diagnose(EngineError)
}

/// The identifier of an operation, unique within its engine and never reused.
package struct OperationID: Hashable, Comparable, Sendable {
    package let number: Int

    package static func < (left: OperationID, right: OperationID) -> Bool { left.number < right.number }
}

/// The cause of a subscription's completion.
package enum Ending: Sendable, Equatable {
    /// The application cancelled the subscription, or released its owner.
    case cancelled
    /// The back end refused or revoked the subscription.
    case revoked(EngineError)
}

/// The result of a successful operation.
package enum Outcome: Sendable {
    case done
    /// The value of a read, or the number that an increment resulted in.
    ///
    /// An unknown value is null, or consists of the pending writes below it alone: the client is disconnected, and no cache
    /// holds the value. It is never acknowledged.
    case value(Node, isAcknowledged: Bool, isKnown: Bool = true)
    /// The result of a transaction: whether it committed, and the final value.
    case transaction(isCommitted: Bool, Node)

    /// Whether the operation committed; `false` only for an aborted transaction.
    package var isCommitted: Bool {
        if case .transaction(let flag, _) = self { flag } else { true }
    }

    /// The value of the result; null if it has none.
    package var node: Node {
        switch self {
        case .done: .null
        case .value(let node, _, _), .transaction(_, let node): node
        }
    }
}
