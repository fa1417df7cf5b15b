package import DatasyncConcurrency
package import DatasyncTree
package import DatasyncWire

/// An action that the engine's state requests from its shell, which executes the actions in order.
///
/// An effect carries the application's closures that it calls, so executing it needs no table and no lock.
package enum Effect: Sendable {
    case raise(Event, Receiver)
    /// Raises an addition for each child of a node.
    indirect case raiseAdditions(ChildAdditions)
    case end(Receiver, Ending)
    case settle(OperationID, Result<Outcome, DatasyncError>)
    /// Runs a transaction's function, and passes its result to ``EngineState/computed(_:_:from:now:)``.
    case compute(OperationID, TransactionInput, caller: ThreadIdentity?)
    /// Opens a connection; its events are passed to ``EngineState/received(_:from:now:)`` with the number.
    case open(connection: Int)
    case close
    /// Closes a connection that the back end has ended; events of its link are still received.
    case abandonConnection
    case send(ClientMessage)
    case connectionChanged(ConnectionStatus)
    case signInChanged(SignInStatus)
    /// The number of pending writes of the user has changed.
    case pendingWritesChanged(Int)
    /// Appends a change to the offline store; messages that follow are sent when it is durable.
    indirect case store(OfflineChange)
    /// Replaces the content of the offline store.
    indirect case storeAll(OfflineState)
    /// Reports to the application's diagnostics an error that no operation or subscription carries.
    case diagnose(DatasyncError)
}

extension Effect {
    /// Whether the effect raises a single event.
    var isEvent: Bool { if case .raise = self { true } else { false } }

    /// Whether the effect raises one or several events.
    var raisesEvents: Bool {
        switch self {
        case .raise, .raiseAdditions: true
        default: false
        }
    }

    /// The number of effects that it counts as: one for each event that it raises, otherwise one.
    var weight: Int { if case .raiseAdditions(let additions) = self { additions.count } else { 1 } }
}
