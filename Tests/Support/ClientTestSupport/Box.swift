import DatasyncConcurrency

/// A variable that closures on several threads share.
package final class Box<Value: Sendable>: Sendable {
    private let guarded: Guarded<Value>

    package init(_ value: Value) { guarded = Guarded(value) }

    package var value: Value {
        get { guarded.withLock(\.self) }
        set { _ = guarded.exchange(newValue) }
    }
}
