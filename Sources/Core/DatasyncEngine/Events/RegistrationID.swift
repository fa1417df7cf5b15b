import DatasyncConcurrency
import DatasyncTree

/// The identifier of a registration, unique within its engine and never reused.
package struct RegistrationID: Hashable, Sendable {
    package let number: Int

    package init(number: Int) { self.number = number }
}
