import DatasyncConcurrency

/// A variable that closures on several threads share.
final class Box<Value: Sendable>: Sendable {
    private let guarded: Guarded<Value>

    init(_ value: Value) { guarded = Guarded(value) }

    var value: Value {
        get { guarded.withLock(\.self) }
        set { _ = guarded.exchange(newValue) }
    }
}
