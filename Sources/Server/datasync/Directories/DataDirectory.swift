#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncServer
    import DatasyncStorage
    import DatasyncTree
    import Foundation

    /// A data directory that no server is using, opened without changing anything.
    struct DataDirectory {
        let journal: JournalLog
        let contents: JournalContents

        /// Opens a directory, and reads and checks all its files.
        ///
        /// - Throws: ``CommandError`` if the directory is in use, or has no data.
        init(_ directory: String) throws(CommandError) {
            var options = JournalLog.Options()
            options.openReadOnly = true
            do throws(LogError) {
                journal = try JournalLog(directory: directory, options: options, clock: { Milliseconds(0) }) { _ in }
            } catch {
                let remedy = error.code == .locked ? " A server uses the directory; stop it first." : ""
                throw CommandError(error.message + remedy)
            }
            contents = journal.contents
            if contents.segments.isEmpty, contents.parts.isEmpty, journal.damage.isEmpty {
                throw CommandError(
                    "The directory \(directory) has no data; name the directory that `datasync serve --data` uses.")
            }
        }

        /// The parts of the namespaces, except the server's own.
        var parts: [JournalContents.Part] {
            contents.parts.filter { !ReservedNamespace.isNamed($0.namespace.name) }
        }

        /// Returns the part of a namespace.
        ///
        /// - Throws: ``CommandError`` if the directory has no such namespace.
        func part(_ name: String) throws(CommandError) -> JournalContents.Part {
            guard let part = parts.first(where: { $0.namespace.name.hasSameBytes(as: name) }) else {
                let names = parts.map(\.namespace.name).joined(separator: ", ")
                throw CommandError(
                    "The directory \(journal.directory) has no namespace \(name.quoted(atMost: 40)); it has \(names).")
            }
            return part
        }

        /// Returns the data and the rules of a namespace after its last record.
        ///
        /// - Throws: ``CommandError`` if the snapshot or a record cannot be read.
        func state(of part: JournalContents.Part) async throws(CommandError) -> DatabaseState {
            var first = DatabaseState()
            var number: UInt64 = 0
            do {
                if let snapshot = try await journal.latestSnapshot(of: part.namespace) {
                    first = try await DatabaseState(snapshot)
                    number = snapshot.position.number
                }
            } catch {
                throw CommandError((error as? LogError)?.message ?? "\(error)")
            }
            let state = Guarded(first)
            try await read(part, after: number) { (record) throws(CommandError) in
                let result = state.withLock { state in Result { () throws(DatasyncError) in try state.replay(record) } }
                if case .failure(let error) = result {
                    throw CommandError(
                        "The record \(record.position) of \(part.namespace) is damaged. \(error.message)")
                }
                return true
            }
            return state.withLock(\.self)
        }

        /// Passes the records after a number to a closure, in order.
        ///
        /// - Parameters:
        ///   - part: The part of the namespace.
        ///   - number: The number after which the records begin.
        ///   - body: Returns whether to continue.
        /// - Throws: ``CommandError`` if a record cannot be read; any error of the closure.
        func read(
            _ part: JournalContents.Part, after number: UInt64,
            _ body: @escaping @Sendable (Record) throws(CommandError) -> Bool
        ) async throws(CommandError) {
            guard number < part.last else { return }
            let (results, continuation) = AsyncStream.makeStream(of: Result<Void, CommandError>.self)
            let isDone = Guarded(false)
            let position = Position(incarnation: journal.incarnation, number: number)
            let subscription = journal.follow(part.namespace, after: position) { event in
                if isDone.withLock(\.self) { return }
                guard let result = Self.accept(event, of: part, body) else { return }
                isDone.withLock { $0 = true }
                continuation.yield(result)
                continuation.finish()
            }
            defer { subscription.cancel() }
            for await result in results { try result.get() }
        }

        /// Passes the records of an event to a closure; returns the result after the last one, otherwise `nil`.
        private static func accept(
            _ event: LogEvent, of part: JournalContents.Part, _ body: (Record) throws(CommandError) -> Bool
        ) -> Result<Void, CommandError>? {
            switch event {
            case .records(let records):
                do throws(CommandError) {
                    for record in records {
                        guard try body(record), record.position.number < part.last else { return .success(()) }
                    }
                    return nil
                } catch {
                    return .failure(error)
                }
            case .mustReload:
                return .failure(
                    CommandError(
                        "The first records of the namespace \(part.namespace) are missing, or the snapshot that replaces "
                            + "them. Restore the directory from a backup."))
            case .unavailable(let reason): return .failure(CommandError(reason))
            case .snapshotDue: return nil
            }
        }
    }

    extension Milliseconds {
        /// The time as RFC 3339 text.
        var text: String {
            Date(timeIntervalSince1970: Double(sinceEpoch) / 1000).formatted(
                Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        }
    }
#endif
