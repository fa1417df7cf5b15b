import DatasyncConcurrency
package import DatasyncTree
package import DatasyncWire

/// Reads without a session, and the indexes that reads wait for.
extension Backend {
    /// The reason why the log is unavailable; `nil` once it delivers a record.
    package var unavailability: String? { shell.read(\.unavailability) }

    /// Returns the response to a read without a session; `nil` before the log has been read, and without
    /// an index that it needs.
    ///
    /// The value includes all writes whose responses have been delivered.
    package func read(_ path: Path, _ window: Window, by principal: Principal) -> Response? {
        let now = clock()
        guard case .response(var response) = shell.read({ $0.state.read(path, window, by: principal, now: now) }) else {
            return nil
        }
        if response.status == .ok, !window.isAll, window.order != .key {
            change { core, _, now in core.state.noteUse(path, window.order, now: now) }
        }
        // Outside the lock: cutting a window of many children takes some time.
        response.data = response.data.map(window.cut)
        return response
    }

    /// Waits until a read can be answered: the log has been read, and the index that it needs is built.
    package func waitUntilReadable(_ path: Path, _ window: Window, by principal: Principal) async {
        await waitUntilRead()
        let now = clock()
        guard case .lacksIndex(let work) = shell.read({ $0.state.read(path, window, by: principal, now: now) }) else {
            return
        }
        await withCheckedContinuation { continuation in
            let ready = ApplicationOwned<@Sendable () -> Void> { continuation.resume() }
            change { core, pending, now in
                core.whenIndexed[work.id, default: []].append(ready)
                core.state.request(work)
                queue([], &core, &pending)
            }
        }
    }

    /// Returns whether a write at a path may be allowed, regardless of its data.
    ///
    /// - Parameters:
    ///   - path: The path of the write.
    ///   - isBelow: Whether the write may also be below the path.
    ///   - principal: The party that writes.
    /// - Returns: `false` if no data could make the rules allow it.
    package func mayAllowWriting(at path: Path, isBelow: Bool, by principal: Principal) -> Bool {
        shell.read { $0.state.mayAllowWriting(at: path, isBelow: isBelow, by: principal) }
    }

    func mayAllowWriting(at path: Path, from session: SessionID) -> Bool {
        shell.read { $0.state.mayAllowWriting(at: path, from: session) }
    }

    func build(_ work: IndexWork) {
        let built = work.built()
        change { core, pending, now in
            queue(core.state.keep(built, for: work, now: now), &core, &pending)
            for closure in core.whenIndexed.removeValue(forKey: work.id) ?? [] { pending.append(.reportIndex(closure)) }
        }
    }
}
