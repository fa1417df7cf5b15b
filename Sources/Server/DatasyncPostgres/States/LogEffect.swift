#if Postgres
    import DatasyncConcurrency

    /// An effect of ``LogState``, which its shell carries out.
    enum LogEffect: Sendable {
        case connect(DatabaseRole)
        case disconnect(DatabaseRole)
        case send(DatabaseRole, DatabaseStatement)
        case deliver(Delivery)
        /// Calls a closure of the application, or of a function that waits.
        case call(ApplicationOwned<@Sendable () -> Void>)
        /// Releases a follower.
        case release(LogFollower)
        /// Does something on a connection to another server.
        case peer(HintState.Effect)
        /// The bytes of appends that no longer wait.
        case sent(Int)
        /// Shows what a renewal has found.
        case show(LogStatus)
        case stop

        /// Calls a closure.
        static func calling(_ closure: @escaping @Sendable () -> Void) -> LogEffect { .call(ApplicationOwned(closure)) }
    }
#endif
