#if Postgres
    import DatasyncConcurrency
    public import DatasyncLog

    /// Snapshots, and the deletion of what they replace.
    extension PostgresLog {
        /// The bytes of a piece.
        static let pieceSize = 512 << 10

        /// Returns the latest snapshot; its body is read piece by piece.
        ///
        /// Read the body within 10 minutes after a newer snapshot is stored; then its pieces are deleted, and reading throws.
        ///
        /// - Throws: `LogError` if the database cannot be reached, or the snapshot is damaged.
        public func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? {
            if let error = Self.problem(of: namespace) { throw error }
            let reply = try await run(SnapshotStatements.latest(namespace))
            guard let id = reply.integer(0, 0), let incarnation = reply.integer(0, 1), let number = reply.integer(0, 2),
                let time = reply.integer(0, 3)
            else { return nil }
            guard let run = reply.integer(0, 4), let header = reply.bytes(0, 5), let count = Self.pieceCount(in: header)
            else {
                throw LogError(
                    .damaged,
                    "The snapshot of \(namespace) at number \(number) has no valid header. Restore the database from a backup."
                )
            }
            return LogSnapshot(
                position: LogPosition(incarnation: UInt64(clamping: incarnation), number: UInt64(clamping: number)),
                time: LogTime(time),
                body: SnapshotBody { [self] in
                    let next = Guarded<Int32>(0)
                    return {
                        let piece = next.withLock { next in
                            defer { next += 1 }
                            return next
                        }
                        guard piece < count else { return nil }
                        let reply = try await self.run(SnapshotStatements.piece(piece, of: id, number, run))
                        guard let bytes = reply.bytes(0, 0) else {
                            throw LogError(
                                .operationFailed,
                                "The snapshot of \(namespace) at number \(number) was replaced while it was read. Read the latest one."
                            )
                        }
                        return Array(bytes)
                    }
                })
        }

        /// Stores a snapshot, then deletes the records that nobody needs any more.
        ///
        /// - Throws: `LogError` `invalidPosition`, an error of the body, or `operationFailed`; the pieces are then deleted.
        public func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {
            if let error = Self.problem(of: namespace) { throw error }
            let found = try await run(SnapshotStatements.head(namespace))
            guard let id = found.integer(0, 0), let incarnation = found.integer(0, 1), let head = found.integer(0, 2),
                let stored = found.integer(0, 3), let number = Int64(exactly: snapshot.position.number), number <= head,
                snapshot.position.incarnation == UInt64(clamping: incarnation)
            else { throw Self.invalidPosition(snapshot, found) }
            guard number > stored else { return }
            let attempt = Int64.random(in: 1...Int64.max)
            do {
                let count = try await storePieces(of: snapshot, id, number, attempt)
                let header = Self.header(count: count)
                _ = try await run(SnapshotStatements.store(header, as: -1, of: id, number, attempt))
                let received = await received(in: namespace, from: number)
                let result = try await run(
                    SnapshotStatements.publish(
                        id, number, snapshot.time.sinceEpoch, incarnation: incarnation, received: received))
                if result.count == 0 {
                    let now = try await run(SnapshotStatements.head(namespace))
                    guard now.integer(0, 1) == incarnation, now.integer(0, 3) ?? 0 >= number else {
                        throw Self.invalidPosition(snapshot, now)
                    }
                    _ = try? await run(SnapshotStatements.remove(id, number, attempt))
                    return
                }
            } catch {
                _ = try? await run(SnapshotStatements.remove(id, number, attempt))
                throw error
            }
            shell.post(.stored(namespace))
            removeLater(before: number, of: id)
            // Records that could not be deleted are deleted after the next snapshot.
            while let reply = try? await run(SnapshotStatements.truncate(id)), reply.count == SnapshotStatements.chunk {
            }
        }

        private func storePieces(of snapshot: LogSnapshot, _ id: Int64, _ number: Int64, _ attempt: Int64) async throws
            -> Int32
        {
            var (waiting, count): ([UInt8], Int32) = ([], 0)
            for try await bytes in snapshot.body {
                waiting += bytes
                while waiting.count >= Self.pieceSize {
                    let piece = Array(waiting.prefix(Self.pieceSize))
                    _ = try await run(SnapshotStatements.store(piece, as: count, of: id, number, attempt))
                    waiting.removeFirst(piece.count)
                    count += 1
                }
            }
            guard !waiting.isEmpty else { return count }
            _ = try await run(SnapshotStatements.store(waiting, as: count, of: id, number, attempt))
            return count + 1
        }

        /// Returns the batch that a follower has received, which must still be in the log when the snapshot is published.
        private func received(in namespace: LogNamespace, from number: Int64) async -> (Int64, BatchIdentity)? {
            await withCheckedContinuation { continuation in
                shell.post(
                    .locate(
                        namespace, number,
                        ApplicationOwned { @Sendable number, identity in
                            continuation.resume(
                                returning: number.flatMap { number in identity.map { (number, $0) } })
                        }))
            }
        }

        /// Deletes the snapshots before a number, once nobody reads them any more.
        private func removeLater(before number: Int64, of id: Int64) {
            timer.run(afterMilliseconds: options.replacedSnapshotTime) { [weak self] in
                guard let self else { return }
                Task { _ = try? await self.run(SnapshotStatements.removeAll(before: number, of: id)) }
            }
        }

        // MARK: The header

        /// Returns the content of the piece -1, which is stored last: a version, and the number of pieces.
        static func header(count: Int32) -> [UInt8] {
            var bytes: [UInt8] = [1]
            bytes.append(littleEndian: count)
            return bytes
        }

        static func pieceCount(in header: ArraySlice<UInt8>) -> Int32? {
            header.withUnsafeBytes { buffer in
                var reader = ByteReader(buffer)
                guard reader.read(UInt8.self) == 1, let count = reader.read(Int32.self), count >= 0, reader.rest.isEmpty
                else { return nil }
                return count
            }
        }

        private static func invalidPosition(_ snapshot: LogSnapshot, _ found: DatabaseReply) -> LogError {
            let place = "\(found.integer(0, 1) ?? 0)-\(found.integer(0, 2) ?? 0)"
            return LogError(
                .invalidPosition,
                "The snapshot is at \(snapshot.position), but the log is at \(place), or has lost records that the snapshot "
                    + "contains. Take a snapshot of a state that was built from this log.")
        }
    }
#endif
