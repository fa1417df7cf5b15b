#if Postgres
    /// The times of leases, in milliseconds.
    package struct LeaseTimes: Hashable, Sendable {
        /// The time between two renewals.
        package var renewal: Int64 = 3_000
        /// The time for which a renewal holds.
        package var duration: Int64 = 10_000
        /// The time after its end from which another server may end the run.
        package var grace: Int64 = 10_000
        /// The time of uninterrupted renewals after which a server may end other runs, so that the first server after an outage does
        /// not end all others.
        package var settling: Int64 = 15_000
        /// The time after which another server goes on where the one that has ended a run stopped.
        package var takeover: Int64 = 30_000

        package init() {}
    }
#endif
