import DatasyncConcurrency
import DatasyncEngine

/// An offline store in memory; it outlives a client that ends without another call.
final class MemoryOfflineStore: OfflineStore {
    private struct Core: Sendable {
        var state: OfflineState
        var isClosed = false
    }

    private let core: Guarded<Core>

    init(_ state: OfflineState = OfflineState()) { core = Guarded(Core(state: state)) }

    var state: OfflineState { core.withLock(\.state) }

    /// Returns the stored state and discards all later changes.
    func end() -> OfflineState {
        core.withLock { core in
            core.isClosed = true
            return core.state
        }
    }

    func append(_ change: OfflineChange) {
        core.withLock { core in
            if !core.isClosed { core.state.apply(change) }
        }
    }

    func replace(with state: OfflineState) {
        core.withLock { core in
            if !core.isClosed { core.state = state }
        }
    }

    func whenDurable(_ body: @escaping @Sendable () -> Void) { body() }

    func close() { _ = end() }
}
