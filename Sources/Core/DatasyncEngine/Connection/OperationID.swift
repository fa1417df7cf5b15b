import DatasyncConcurrency
import DatasyncTree
import DatasyncWire

/// The identifier of an operation, unique within its engine and never reused.
///
/// It carries the application's closures to the effect that settles the operation. Identifiers are equal if their numbers are.
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
