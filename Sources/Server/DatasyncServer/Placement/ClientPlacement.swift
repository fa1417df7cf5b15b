#if Server
    import DatasyncConcurrency
    import NIOHTTP1

    /// The decisions about where clients connect: here, or at another server over the same log.
    final class ClientPlacement: Sendable {
        /// The request to connect again, to another host if one is named.
        struct Redirect: Sendable, Equatable {
            let host: String?
        }

        private let peers: any ServerPeers
        /// Whether clients receive the names of other servers; behind a load balancer they do not.
        private let namesHosts: Bool
        private let uptime: @Sendable () -> Double
        private let limit = Guarded(RedirectLimit())
        private let plan: Guarded<DrainPlan>

        init(_ configuration: ServerConfiguration, peers: any ServerPeers, uptime: @escaping @Sendable () -> Double) {
            self.peers = peers
            namesHosts = configuration.redirectsClients
            self.uptime = uptime
            let limits = configuration.limits
            plan = Guarded(DrainPlan(rate: limits.drainedSessionsPerSecond, limit: limits.drainTime))
        }

        var isDraining: Bool { plan.withLock(\.isDraining) }

        var hasOthers: Bool { !peers.others.isEmpty }

        /// Decides about a new session.
        ///
        /// - Parameters:
        ///   - namespace: The name of the namespace.
        ///   - address: The address of the client.
        ///   - isRedirected: Whether another server has sent the client, or it has tried that server in vain.
        /// - Returns: The redirect; `nil` if this server serves the client.
        /// - Throws: ``RequestFailure`` with status 503 if it drains, and cannot send the client elsewhere.
        func redirect(
            _ namespace: String, from address: String, isRedirected: Bool
        ) throws(RequestFailure) -> Redirect? {
            let now = uptime()
            if isDraining {
                guard namesHosts, !isRedirected, plan.withLock({ $0.admitsRedirect(now: now) }),
                    let redirect = successor(of: namespace)
                else { throw .isDraining }
                return redirect
            }
            guard namesHosts, !isRedirected else { return nil }
            let preferred = Placement.preferred(namespace, among: peers.others + [peers.own])
            guard let preferred, preferred != peers.own,
                limit.withLock({ $0.allows(IPAddress.group(of: address), now: now) })
            else { return nil }
            return Redirect(host: preferred)
        }

        /// Returns where the clients of a namespace go when this server ends their sessions; `nil` without another server.
        func successor(of namespace: String) -> Redirect? {
            guard let preferred = Placement.preferred(namespace, among: peers.others) else { return nil }
            return Redirect(host: namesHosts ? preferred : nil)
        }

        // MARK: Draining

        /// Begins or ends a drain.
        ///
        /// - Returns: The number of the drain that begins; `nil` if none does.
        func setDraining(_ isDraining: Bool) -> Int? {
            let now = uptime()
            let (hasChanged, number) = plan.withLock { plan in
                (isDraining ? plan.begin(now: now) : plan.end(), plan.number)
            }
            if hasChanged { peers.setDraining(isDraining) }
            return hasChanged && isDraining ? number : nil
        }

        /// Returns the next work of a drain; `nil` if it is over.
        func step(_ number: Int, _ sessions: [DrainPlan.Session]) -> DrainPlan.Step? {
            let (hasOthers, now) = (hasOthers, uptime())
            return plan.withLock { $0.step(number, sessions, hasOthers: hasOthers, now: now) }
        }
    }

    extension RequestFailure {
        /// The refusal of a session or stream by a server that drains.
        static let isDraining = RequestFailure(
            .serviceUnavailable, "The server drains and accepts no new sessions; connect to another one.")
    }
#endif
