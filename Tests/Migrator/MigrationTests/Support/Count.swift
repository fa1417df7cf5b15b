import DatasyncConcurrency

/// A number that a closure sets.
final class Count: Sendable {
    private let guarded = Guarded(0)

    var value: Int { guarded.withLock(\.self) }

    func set(_ value: Int) { guarded.withLock { $0 = value } }
}
