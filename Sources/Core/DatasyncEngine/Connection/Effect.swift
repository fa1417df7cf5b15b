package import DatasyncConcurrency
package import DatasyncTree
package import DatasyncWire

/// An action that the engine's state requests of its shell; executed in order.
///
/// An effect carries the closures of the application that it calls, so that executing it needs no table and no lock.
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
    /// Reports an error that no operation or subscription carries to the application's diagnostics.
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

    /// The number of effects that it counts as: that of its events.
    var weight: Int { if case .raiseAdditions(let additions) = self { additions.count } else { 1 } }
}

/// The identifier of an operation, unique within its engine and never reused.
///
/// It carries the closures of the application to the effect that settles the operation; identifiers are equal if their
/// numbers are.
package struct OperationID: Hashable, Comparable, Sendable {
    package let number: Int
    let handlers: OperationHandlers?

    package init(number: Int, handlers: OperationHandlers? = nil) {
        self.number = number
        self.handlers = handlers
    }

    /// The identifier alone: for places that must not retain the closures.
    var withoutHandlers: OperationID { OperationID(number: number) }

    package static func == (left: OperationID, right: OperationID) -> Bool { left.number == right.number }

    package static func < (left: OperationID, right: OperationID) -> Bool { left.number < right.number }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The closures of an operation, and the object that the operation retains until it is settled.
///
/// The effect that settles the operation holds the last reference, so that the closures are released outside the lock.
package final class OperationHandlers: Sendable {
    /// The object that retains an engine.
    package typealias Owner = any AnyObject & Sendable
    package typealias Completion = @Sendable (Result<Outcome, DatasyncError>) -> Void
    /// The function of a transaction: computes the value to write; `nil` aborts.
    package typealias Function = @Sendable (TransactionInput) throws(DatasyncError) -> WriteValue?

    let completion: Completion
    let function: Function?
    private let owner: Owner?
    #if DEBUG
        private let sentinel = ReleaseSentinel()
    #endif

    /// Creates the handlers of an operation.
    ///
    /// `function`: The function of a transaction. `owner`: Retained until the operation is settled.
    package init(owner: Owner? = nil, function: Function? = nil, completion: @escaping Completion) {
        self.owner = owner
        self.function = function
        self.completion = completion
    }
}

/// The cause of a subscription's completion.
package enum Ending: Sendable, Equatable {
    /// The application cancelled the subscription, or released its owner.
    case cancelled
    /// The back end refused or revoked the subscription.
    case revoked(DatasyncError)
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
