#if Server
    import DatasyncConcurrency
    import Logging

    /// The drain of a server: its clients leave in batches, until the process can end.
    final class Drain: Sendable {
        private let placement: ClientPlacement
        private let connections: ConnectionRegistry
        private let clock: ServerClock
        private let log: ServerLog

        init(_ placement: ClientPlacement, _ connections: ConnectionRegistry, _ log: ServerLog, clock: ServerClock) {
            self.placement = placement
            self.connections = connections
            self.log = log
            self.clock = clock
        }

        /// Begins the drain; no effect during one.
        func begin() {
            guard let number = placement.setDraining(true) else { return }
            let others = placement.hasOthers ? "their clients connect to other servers" : "no other server is known"
            log(.notice, "draining: \(connections.sessions.count) sessions and streams are open; \(others)")
            step(number)
        }

        /// Ends the drain; clients that were already asked to connect elsewhere still do.
        func end() {
            guard placement.isDraining else { return }
            _ = placement.setDraining(false)
            log(.notice, "draining ended: the server accepts sessions again")
        }

        private func step(_ number: Int) {
            guard let step = placement.step(number, connections.sessions) else { return }
            switch step {
            case .none: break
            case .move(let ids): connections.move(ids)
            case .end(let ids):
                log(.warning, "draining: the limit has passed; \(ids.count) sessions and streams are ended")
                connections.end(ids)
            case .report: log(.notice, "drained: no session or stream is left; the process can end")
            }
            _ = clock.schedule(DrainPlan.interval) { [weak self] in self?.step(number) }
        }
    }
#endif
