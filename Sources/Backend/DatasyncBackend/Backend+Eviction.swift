import DatasyncConcurrency
import DatasyncLog

/// The checks before a server releases a back end that it can load from the log again.
extension Backend {
    /// Whether the log has been read, or reading it has failed.
    package var isRead: Bool { shell.read { $0.state.startOutcome != nil } }

    /// The reason why this back end refuses all connections; `nil` if it does not.
    package var failure: String? { shell.read { $0.state.startOutcome?.failure } }

    /// Whether the log has everything that this back end knows, and no client is connected.
    package var isSettled: Bool { isIdle && shell.read { $0.unavailability == nil && $0.state.isSettled } }

    /// Stores a snapshot of the current state.
    ///
    /// - Throws: The error of the log.
    package func storeCurrentSnapshot() async throws {
        let (log, database, position) = shell.read { ($0.log, $0.state.database, $0.state.position) }
        guard let namespace, let log, let position else { return }
        guard await beforeSnapshot(position) else { return }
        try await log.store(database.snapshot(at: position), of: namespace)
    }
}

extension BackendState {
    /// Whether the log has delivered all entries of this server, and no client is connected.
    fileprivate var isSettled: Bool {
        let isOpen = if case .open = phase { true } else { false }
        return isOpen && sessions.isEmpty && inFlight == 0 && entries.isEmpty && lostEnds.isEmpty && lostRuns.isEmpty
    }
}
