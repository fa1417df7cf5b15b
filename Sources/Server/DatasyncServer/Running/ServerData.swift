#if Server
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncStorage
    import Dispatch

    /// The data directory of a server: one journal for all its namespaces.
    final class ServerData: Sendable {
        private enum State: Sendable {
            case new
            case open(JournalLog)
            case closed
        }

        private let directory: String
        private let clock: @Sendable () -> Double
        private let diagnose: @Sendable (String) -> Void
        private let state = Guarded(State.new)

        init(
            directory: String, clock: @escaping @Sendable () -> Double, diagnose: @escaping @Sendable (String) -> Void
        ) {
            self.directory = directory
            self.clock = clock
            self.diagnose = diagnose
        }

        /// Opens the journal, and reads and checks all of it.
        ///
        /// - Throws: ``ServerError`` if the directory is in use or damaged, or cannot be written.
        func open() async throws(ServerError) {
            let result = await withCheckedContinuation { continuation in
                // Opening blocks its thread.
                DispatchQueue.global(qos: .userInitiated).async {
                    continuation.resume(returning: Result { () throws(LogError) in try self.makeJournal() })
                }
            }
            do throws(LogError) {
                let journal = try result.get()
                state.withLock { $0 = .open(journal) }
            } catch {
                throw ServerError("The data directory cannot be opened. \(error.message)")
            }
        }

        private func makeJournal() throws(LogError) -> JournalLog {
            let (clock, diagnose) = (clock, diagnose)
            return try JournalLog(
                directory: directory, clock: { Milliseconds(Int64(clock())) }, diagnostic: { diagnose($0.message) })
        }

        /// Reads the log of a namespace, which then accepts connections.
        ///
        /// - Throws: ``ServerError`` if the log cannot be read.
        func start(_ namespace: ServedNamespace) async throws(ServerError) {
            guard case .open(let journal) = state.withLock(\.self) else { return }
            do {
                try await namespace.start(journal)
            } catch {
                let reason = (error as? LogError)?.message ?? "\(error)"
                throw ServerError("The namespace \(namespace.name) cannot be read. \(reason)")
            }
        }

        /// Makes all entries durable, and closes the files.
        func close() async {
            let last = state.withLock { state in
                defer { state = .closed }
                return state
            }
            if case .open(let journal) = last { await journal.close() }
        }
    }
#endif
