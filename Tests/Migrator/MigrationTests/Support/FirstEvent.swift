import DatasyncAsync
import DatasyncConcurrency

/// The first event that a closure was called with.
final class FirstEvent: Sendable {
    private let guarded = Guarded<DatasyncEvent?>(nil)

    var event: DatasyncEvent? {
        get { guarded.withLock(\.self) }
        set { guarded.withLock { $0 = $0 ?? newValue } }
    }
}
