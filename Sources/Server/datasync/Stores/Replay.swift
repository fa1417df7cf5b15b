#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncTree

    /// The state of a namespace while its snapshot and its records are read.
    struct Replay: Sendable {
        private(set) var state = DatabaseState()
        /// The number of the last record in the snapshot.
        private(set) var number: UInt64 = 0

        /// Begins with a snapshot.
        ///
        /// - Throws: The error of the store; `LogError` if the snapshot cannot be read.
        mutating func begin(_ snapshot: LogSnapshot) async throws {
            state = try await DatabaseState(snapshot)
            number = snapshot.position.number
        }

        /// Applies the next record.
        ///
        /// - Throws: ``CommandError`` if it cannot be read.
        mutating func apply(_ record: LogRecord, of namespace: LogNamespace) throws(CommandError) {
            do throws(DatasyncError) {
                try state.replay(record)
            } catch {
                throw CommandError("The record \(record.position) of \(namespace) is damaged. \(error.message)")
            }
        }
    }
#endif
