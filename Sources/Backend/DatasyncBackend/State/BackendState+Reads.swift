import DatasyncConcurrency
package import DatasyncTree
package import DatasyncWire

/// Reads without a session, and decisions about writes whose data are not known yet.
extension BackendState {
    /// Returns the node of a query, if the principal may read it.
    func node(
        at path: Path, _ window: Window, for principal: Principal, now: Double
    ) throws(Refusal) -> Node {
        _ = try checkReading(path, window, by: principal, now: now)
        try checkIndex(path, window)
        return data[path]
    }

    /// The outcome of a read without a session.
    package enum ReadOutcome: Sendable {
        /// The response; it contains the whole node, which the caller cuts to the window.
        case response(Response)
        /// The server is still reading the log.
        case starting
        /// The index is missing; the read can be repeated once it has been built.
        case lacksIndex(IndexWork)
    }

    /// Reads the node of a query without a session.
    package func read(_ path: Path, _ window: Window, by principal: Principal, now: Double) -> ReadOutcome {
        switch phase {
        case .starting, .reloading: return .starting
        case .failed(let reason): return .response(Response(number: 0, status: .unavailable, reason: reason))
        case .open:
            do throws(Refusal) {
                let node = try node(at: path, window, for: principal, now: now)
                if let work = missingIndex(path, window) { return .lacksIndex(work) }
                return .response(Response(number: 0, status: .ok, data: node))
            } catch {
                return .response(Response(number: 0, status: error.status, reason: error.reason))
            }
        }
    }

    /// Returns whether a write of a session at a path may be allowed, regardless of its data.
    ///
    /// While entries of the session are pending, one of them may change its rights.
    package func mayAllowWriting(at path: Path, from id: SessionID) -> Bool {
        guard let session = sessions[id], session.outstanding.isEmpty, session.waiting.isEmpty else { return true }
        return mayAllowWriting(at: path, by: principal(of: id))
    }

    /// Returns whether a write at a path may be allowed, regardless of its data.
    ///
    /// - Parameters:
    ///   - path: The path of the write.
    ///   - isBelow: Whether the write may also be below the path.
    ///   - principal: The party that writes.
    /// - Returns: `false` if no data could make the rules allow it.
    package func mayAllowWriting(at path: Path, isBelow: Bool = false, by principal: Principal) -> Bool {
        guard case .open = phase, case .client(let auth) = principal else { return true }
        return rules.mayAllowWriting(at: path, by: auth) || isBelow && rules.mayAllowWriting(below: path)
    }
}
