import DatasyncConcurrency
public import DatasyncLog

/// Snapshots, and the removal of the segments that they replace.
extension JournalLog {
    /// The size up to which waiting snapshots share a file, in bytes.
    private static let smallSize = 64 << 10
    private static let pieceSize = 1 << 20

    /// Returns the latest snapshot; iterating over its body reads from the file.
    public func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? {
        let (place, incarnation) = core.withLock { ($0.book[namespace].snapshot, $0.book.incarnation) }
        guard let place else {
            if let damage = damage.first(where: { $0.file?.hasSuffix(JournalFormat.snapshotEnding) == true }) {
                // The damaged file may have held this namespace's snapshot.
                throw damage
            }
            return nil
        }
        let path = path(JournalFormat.snapshotName(place.file))
        let file: any StorageFile
        do {
            file = try fileSystem.open(path, .reading)
        } catch {
            // A later snapshot may have replaced the file since the lookup.
            guard core.withLock({ $0.book[namespace].snapshot }) != place else { throw error }
            return try await latestSnapshot(of: namespace)
        }
        return LogSnapshot(
            position: LogPosition(incarnation: incarnation, number: place.section.number), time: place.section.time,
            body: SnapshotBody { Self.pass(over: place, in: file) })
    }

    /// Returns all bytes of the latest snapshot and its position, on the calling thread.
    package func snapshotBytes(of namespace: LogNamespace) throws -> (position: LogPosition, bytes: [UInt8])? {
        let (place, incarnation) = core.withLock { ($0.book[namespace].snapshot, $0.book.incarnation) }
        guard let place else { return nil }
        let file = try fileSystem.open(path(JournalFormat.snapshotName(place.file)), .reading)
        let next = Self.pass(over: place, in: file)
        var bytes: [UInt8] = []
        while let piece = try next() { bytes += piece }
        return (LogPosition(incarnation: incarnation, number: place.section.number), bytes)
    }

    /// Returns the size of the records after the latest snapshot, in bytes.
    package func byteCountAfterSnapshot(of namespace: LogNamespace) -> UInt64 {
        core.withLock { $0.book[namespace].bytes }
    }

    /// Sets the closure that receives the namespaces without a follower that keep old segments, each once.
    ///
    /// It is called on the writing thread. Set it once, return quickly, and store their snapshots elsewhere.
    package func whenUnfollowed(_ closure: @escaping @Sendable ([LogNamespace]) -> Void) {
        core.withLock { $0.whenUnfollowed = ApplicationOwned(closure) }
    }

    private static func pass(
        over place: SnapshotPlace, in file: any StorageFile
    ) -> @Sendable () throws -> [UInt8]? {
        let progress = Guarded((read: UInt64(0), checksum: CRC32C()))
        let padding = [UInt8](repeating: 0, count: place.section.padding)
        return {
            let read = progress.withLock { $0.read }
            guard read < place.section.length else { return nil }
            let count = Int(min(UInt64(pieceSize), place.section.length - read))
            let piece = try file.read(count: count, at: place.offset + read)
            let isIntact = progress.withLock { progress in
                progress.read += UInt64(piece.count)
                piece.withUnsafeBytes { progress.checksum.add($0) }
                guard piece.count == count else { return false }
                guard progress.read == place.section.length else { return true }
                padding.withUnsafeBytes { progress.checksum.add($0) }
                return progress.checksum.value == place.section.checksum
            }
            guard isIntact else { throw JournalRecovery.damagedSnapshot(file.path, place.offset) }
            return piece
        }
    }

    /// Stores a snapshot durably while writes go on, then removes the segments that are no longer needed.
    ///
    /// Small snapshots that are stored at the same time share a file.
    public func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {
        guard try accepts(snapshot.position, of: namespace) else { return }
        let pieces = snapshot.body.makeAsyncIterator()
        var start: [UInt8] = []
        while start.count <= Self.smallSize, let piece = try await pieces.next() { start += piece }
        if start.count <= Self.smallSize {
            let result = await withCheckedContinuation { continuation in
                store(start, at: snapshot.position, snapshot.time, of: namespace) { continuation.resume(returning: $0) }
            }
            return try result.get()
        }
        var writing = try await makeSnapshotFile()
        do {
            var piece: [UInt8]? = start
            while let bytes = piece {
                try writing.add(bytes, of: namespace)
                piece = try await pieces.next()
            }
            try writing.finishSection(namespace, number: snapshot.position.number, time: snapshot.time)
            let complete = writing
            let result = await withCheckedContinuation { continuation in
                afterSync {
                    continuation.resume(returning: self.finish(complete, of: snapshot.position.incarnation))
                }
            }
            try result.get()
        } catch {
            let path = writing.temporaryPath
            executors.background {
                if self.core.withLock({ $0.phase != .closed }) { try? self.fileSystem.remove(path) }
            }
            throw error
        }
    }

    /// Creates the file for a large snapshot on the background thread.
    ///
    /// The lock is released on that thread too, so no file is created afterwards: another journal may then use the
    /// directory.
    private func makeSnapshotFile() async throws(LogError) -> JournalSnapshots.Writing {
        let result: Result<JournalSnapshots.Writing, LogError> = await withCheckedContinuation { continuation in
            executors.background {
                continuation.resume(
                    returning: Result { () throws(LogError) in
                        let (number, phase) = self.core.withLock { ($0.book.takeSnapshotFile(), $0.phase) }
                        if phase == .closed { throw self.isClosed }
                        try self.checkLock()
                        return try JournalSnapshots.Writing(
                            number: number, fileSystem: self.fileSystem, directory: self.directory)
                    })
            }
        }
        return try result.get()
    }

    /// Stores a small snapshot, and calls a closure with the result.
    package func store(
        _ body: [UInt8], at position: LogPosition, _ time: LogTime, of namespace: LogNamespace,
        _ completion: @escaping @Sendable (Result<Void, LogError>) -> Void
    ) {
        do throws(LogError) {
            guard try accepts(position, of: namespace) else { return completion(.success(())) }
        } catch {
            return completion(.failure(error))
        }
        let pending = JournalSnapshots.Pending(
            namespace: namespace, position: position, time: time, body: body, completion: completion)
        core.withLock { $0.snapshotQueue.append(pending) }
        afterSync { self.storeSmall() }
    }

    /// Returns whether a snapshot is newer than the stored one.
    private func accepts(_ position: LogPosition, of namespace: LogNamespace) throws(LogError) -> Bool {
        let (phase, incarnation, state) = core.withLock { ($0.phase, $0.book.incarnation, $0.book[namespace]) }
        switch phase {
        case .open: break
        case .readOnly:
            throw LogError(.readOnly, "The journal \(directory) was opened with openReadOnly. Open it for writing.")
        case .closing, .closed: throw isClosed
        }
        guard position.incarnation == incarnation, position.number <= state.last else {
            throw LogError(
                .invalidPosition,
                "The snapshot of \(namespace) is at \(position), but the journal \(directory) is at "
                    + "\(incarnation)-\(state.last). Take a snapshot of a state that was built from this log.")
        }
        return position.number > state.snapshot?.section.number ?? 0
    }

    // MARK: The background thread

    /// Writes all small snapshots that wait into one file.
    private func storeSmall() {
        let (pending, number, incarnation, phase) = core.withLock { core in
            defer { core.snapshotQueue = [] }
            let number = core.snapshotQueue.isEmpty ? 0 : core.book.takeSnapshotFile()
            return (core.snapshotQueue, number, core.book.incarnation, core.phase)
        }
        guard phase != .closed else {
            for snapshot in pending { snapshot.completion(.failure(isClosed)) }
            return
        }
        for snapshot in pending where snapshot.position.incarnation != incarnation {
            snapshot.completion(.failure(isRolledBack))
        }
        let current = pending.filter { $0.position.incarnation == incarnation }
        guard !current.isEmpty else { return }
        let result = Result { () throws(LogError) in
            try checkLock()
            var writing = try JournalSnapshots.Writing(number: number, fileSystem: fileSystem, directory: directory)
            do throws(LogError) {
                for snapshot in current {
                    try writing.add(snapshot.body, of: snapshot.namespace)
                    try writing.finishSection(
                        snapshot.namespace, number: snapshot.position.number, time: snapshot.time)
                }
            } catch {
                try? fileSystem.remove(writing.temporaryPath)
                throw error
            }
            try finish(writing, of: incarnation).get()
        }
        for snapshot in current { snapshot.completion(result) }
    }

    /// Gives a snapshot file its name, and removes what it replaces.
    private func finish(_ writing: JournalSnapshots.Writing, of incarnation: UInt64) -> Result<Void, LogError> {
        // Another process may own a closed journal's files; the next opening removes the temporary one.
        if core.withLock({ $0.phase == .closed }) { return .failure(isClosed) }
        do throws(LogError) {
            // A snapshot of records that are not durable could survive them, and contradict the records after a rollback.
            let isDurable = core.withLock { core in
                core.book.incarnation == incarnation
                    && writing.places.allSatisfy {
                        $0.section.number <= core.book.durableLast(of: $0.section.namespace)
                    }
            }
            guard isDurable else { throw isRolledBack }
            try checkLock()
            try writing.finish(in: fileSystem, directory: directory)
        } catch {
            try? fileSystem.remove(writing.temporaryPath)
            return .failure(error)
        }
        let obsolete = core.withLock { core in
            let obsolete = core.book.add(writing.places, file: writing.number)
            while let number = core.book.removeReplacedSegment() { core.removals.append(number) }
            return obsolete
        }
        removeFiles(obsolete)
        return .success(())
    }

    private var isClosed: LogError { LogError(.closed, "The journal \(directory) is closed. Open it again.") }

    private var isRolledBack: LogError {
        LogError(
            .invalidPosition,
            "The records of the snapshot could not be made durable in the journal \(directory). Follow again, and take the "
                + "snapshot again.")
    }

    private func removeFiles(_ obsolete: [UInt64]) {
        do throws(LogError) {
            for number in obsolete { try fileSystem.remove(path(JournalFormat.snapshotName(number))) }
            while let number = core.withLock({ $0.removals.first }) {
                try fileSystem.remove(path(JournalFormat.segmentName(number)))
                // Segments may only be missing from the start, so each removal is durable before the next one.
                try fileSystem.syncDirectory(directory, .removal)
                core.withLock { core in
                    if core.removals.first == number { core.removals.removeFirst() }
                }
            }
        } catch {
            diagnostic(
                JournalDiagnostic(
                    file: error.file ?? directory, offset: 0, count: 0,
                    message: "A file that is no longer needed remains. \(error.message)"))
        }
    }
}
