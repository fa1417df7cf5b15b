#if Server
    import DatasyncConcurrency
    import DatasyncLog

    /// Holds back the snapshots of namespaces while their records are needed one by one.
    final class SnapshotHold: Sendable {
        private let closure = Guarded<(@Sendable (String, Position) async -> Bool)?>(nil)

        /// Sets the closure that waits until nothing needs the records of a namespace up to a position.
        func set(_ closure: @escaping @Sendable (String, Position) async -> Bool) {
            self.closure.withLock { $0 = closure }
        }

        /// Waits until a snapshot of a namespace may replace the records up to its position; returns whether it may.
        func wait(_ name: String, _ position: Position) async -> Bool {
            await closure.withLock(\.self)?(name, position) ?? true
        }
    }
#endif
