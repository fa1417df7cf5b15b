#if Server
    import DatasyncConcurrency

    @testable import DatasyncServer

    /// The servers that a server knows, as a test says at the moment.
    final class TestPeers: ServerPeers {
        private struct State: Sendable {
            var own: String
            var others: [String]
            var isDraining = false
        }

        private let state: Guarded<State>

        init(own: String = "", others: [String] = []) { state = Guarded(State(own: own, others: others)) }

        var own: String { state.withLock(\.own) }
        var others: [String] { state.withLock(\.others) }
        var isDraining: Bool { state.withLock(\.isDraining) }

        func set(own: String, others: [String]) { state.withLock { ($0.own, $0.others) = (own, others) } }

        func setDraining(_ isDraining: Bool) { state.withLock { $0.isDraining = isDraining } }
    }

    extension TestServer {
        /// The public address.
        var address: String { "127.0.0.1:\(port)" }
    }
#endif
