#if Postgres
    /// A log as its last renewal has found it.
    package struct LogStatus: Hashable, Sendable {
        /// The run of this server.
        package var run: Int64 = 0
        /// The time of the database minus that of the clock of the thread, in milliseconds; `nil` until the log is open.
        package var clockOffset: Int64?
        /// The other servers that are alive.
        package var others: [LogServer] = []
        /// Whether all other servers would tell this one what they commit.
        package var hearsAll = false
        /// The time of the latest renewal, by the clock of the thread.
        package var lastRenewal: Int64?
        /// The statements that have appended entries.
        package var batches = 0
        /// The entries that were appended.
        package var entries = 0
        /// The batches whose outcome was unknown for a while.
        package var unknownOutcomes = 0
        /// The bytes of entries that wait for the database.
        package var waitingBytes = 0
        /// The sum of the numbers of the last records of all followed namespaces.
        package var position = 0
        /// The records that followers have not received, as far as they are known.
        package var lag = 0
        /// Warnings about settings of the database, read when the log was opened, with which acknowledged writes can be lost.
        package var risks: [String] = []
        /// The size of the table of the log in the database, in bytes.
        package var size = 0
    }
#endif
