import DatasyncConcurrency
package import DatasyncLog
package import DatasyncTree
package import DatasyncWire

extension DatabaseState {
    /// Applies a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - isObserved: Whether listeners need the executed writes.
    /// - Returns: The effect of the record and its content.
    /// - Throws: ``DatasyncError`` if the content cannot be read; the state is then unchanged.
    mutating func apply(
        _ record: LogRecord, isObserved: Bool = true
    ) throws(DatasyncError) -> (applied: Applied, origin: Origin, change: Change) {
        let content = try DatabaseEntry(record.entry)
        let origin = Origin(record.entry, content)
        let time = Double(record.time.sinceEpoch)
        let applied = apply(content.change, from: origin, as: content.level, at: time, isObserved: isObserved)
        return (applied, origin, content.change)
    }

    /// Applies a record without delivering its effect.
    ///
    /// - Throws: ``DatasyncError`` if the content cannot be read; the state is then unchanged.
    package mutating func replay(_ record: LogRecord) throws(DatasyncError) {
        _ = try apply(record, isObserved: false)
    }

    /// The outcome of a replayed record.
    package struct Replayed: Sendable {
        /// The client, if it numbers its writes, and the number of the write.
        package let client: UInt128?
        package let number: UInt64
        /// Whether the write was applied or refused before.
        package let isRepeated: Bool
        package let status: Status
        package let data: Node?
    }

    /// Applies a record like ``replay(_:)``, and returns its outcome; `nil` if no client waits for a response.
    ///
    /// - Throws: ``DatasyncError`` if the content cannot be read; the state is then unchanged.
    package mutating func replayed(_ record: LogRecord) throws(DatasyncError) -> Replayed? {
        let known = record.entry.client.map { clients[$0]?.highest ?? 0 } ?? 0
        let (applied, origin, _) = try apply(record, isObserved: false)
        guard case .response(let result) = applied.outcome else { return nil }
        return Replayed(
            client: origin.writeNumber?.client, number: origin.number,
            isRepeated: record.entry.client != nil && origin.number <= known, status: result.status, data: result.data)
    }

    /// Returns the state as the snapshot at a position.
    func snapshot(at position: LogPosition) -> LogSnapshot {
        LogSnapshot(position: position, time: LogTime(Int64(time)), body: snapshotBody)
    }

    /// The state as the body of a snapshot; every pass over it gives the same bytes.
    package var snapshotBody: SnapshotBody {
        SnapshotBody {
            let writer = Guarded(SnapshotWriter(self))
            return { writer.withLock { $0.nextPiece() } }
        }
    }

    /// Reads the body of a snapshot.
    ///
    /// - Throws: ``LogError`` `damaged` if it cannot be read; any error of the log that supplies the bytes.
    package init(_ snapshot: LogSnapshot) async throws {
        var reader = SnapshotReader()
        do {
            for try await piece in snapshot.body { try reader.read(piece) }
            self = try reader.finish()
        } catch is UnreadableBytes {
            throw LogError(
                .damaged,
                "The snapshot at \(snapshot.position) cannot be read. A newer version of the library or another program "
                    + "wrote it; use that version, or restore the log from a backup.")
        }
    }
}
