#if Postgres
    import DatasyncLog

    /// An event for a follower.
    struct Delivery: Sendable {
        /// The number of the follower.
        let id: Int
        let follower: LogFollower
        let event: LogEvent
        /// The bytes of the event's records.
        var byteCount = 0
    }
#endif
