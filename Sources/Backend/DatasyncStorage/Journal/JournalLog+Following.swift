import DatasyncConcurrency
public import DatasyncLog

/// Followers, and the reader that reads records for followers that are behind.
extension JournalLog {
    private static let pieceSize = 1 << 20

    /// Delivers the records after a position, then each new record as the policy says.
    public func follow(
        _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
    ) -> any LogSubscription {
        let follower = JournalFollower(namespace, receive)
        let reads = core.withLock { core -> Bool in
            let incarnation = position?.incarnation ?? core.book.incarnation
            let next = position.map { $0.number < .max ? $0.number + 1 : .max } ?? 1
            let isLive = incarnation == core.book.incarnation && next == core.book[namespace].last + 1
            core.followers[namespace, default: []].append(
                FollowerProgress(
                    follower: follower, incarnation: incarnation, next: next, mode: isLive ? .live : .reading))
            return !isLive
        }
        if reads { executors.reader { self.read(for: follower) } }
        return Subscription(log: self, follower: follower)
    }

    /// The next step of the reader for a follower.
    private enum ReadStep {
        case read(FollowerProgress, JournalSegment.Piece)
        case reload
        case done
    }

    /// Delivers records to a follower until it has all visible ones; runs on the reader.
    func read(for follower: JournalFollower) {
        while true {
            switch core.withLock({ Self.nextStep(for: follower, in: &$0) }) {
            case .done: return
            case .reload:
                follower.receive(.mustReload)
                return
            case .read(let progress, let piece):
                do throws(LogError) {
                    let result = try read(piece, for: progress)
                    core.withLock { core in
                        core.update(follower) { progress in
                            progress.next = result.next
                            progress.cursor = result.cursor
                        }
                    }
                    follower.receive(result.records)
                } catch {
                    guard stall(follower, in: piece.segment) else { continue }
                    follower.receive(.unavailable(reason: error.message))
                    return
                }
            }
        }
    }

    private static func nextStep(for follower: JournalFollower, in core: inout JournalCore) -> ReadStep {
        guard let progress = core.progress(of: follower), !follower.isCancelled else { return .done }
        let state = core.book[follower.namespace]
        guard progress.incarnation == core.book.incarnation, progress.next <= state.last + 1,
            progress.next >= state.oldest
        else {
            // The closure is released together with `follower`, outside the lock.
            core.followers[follower.namespace]?.removeAll { $0.follower === follower }
            return .reload
        }
        guard progress.next <= state.last else {
            core.update(follower) { progress in
                progress.mode = .live
                progress.cursor = nil
            }
            return .done
        }
        // Only the piece leaves the lock: the writer would have to copy the index of a segment that is in use elsewhere.
        let index = core.book.segments.firstIndex { $0.hasRecord(progress.next, of: follower.namespace) }
        let piece = index.flatMap { index in
            let cursor = progress.cursor
            let start = cursor?.segment == core.book.segments[index].header.number ? cursor?.offset : nil
            return core.book.segments[index].piece(
                for: progress.next, of: follower.namespace, from: start ?? 0, atMost: UInt64(pieceSize))
        }
        guard let piece else {
            core.followers[follower.namespace]?.removeAll { $0.follower === follower }
            return .reload
        }
        return .read(progress, piece)
    }

    /// Reads the next frames of a segment, up to the last visible one.
    private func read(
        _ piece: JournalSegment.Piece, for progress: FollowerProgress
    ) throws(LogError) -> (records: [LogRecord], next: UInt64, cursor: FollowerProgress.Cursor) {
        let known = progress.cursor.flatMap { $0.segment == piece.segment ? $0.file : nil }
        let file =
            if let known { known } else {
                try fileSystem.open(path(JournalFormat.segmentName(piece.segment)), .reading)
            }
        let (start, count) = (piece.range.lowerBound, piece.range.count)
        var bytes = try file.read(count: min(Self.pieceSize, count), at: start)
        let length = bytes.withUnsafeBytes { Frame.length($0, segment: piece.identifier) ?? 0 }
        if length > bytes.count, length <= count { bytes = try file.read(count: length, at: start) }
        var next = progress.next
        var records: [LogRecord] = []
        let used = bytes.withUnsafeBytes { buffer in
            Self.readFrames(buffer, of: piece.identifier, progress, into: &records, next: &next)
        }
        guard used > 0 else {
            throw LogError(
                .damaged, file: file.path, offset: start,
                "\(file.path) is damaged at offset \(start), after it was checked. Check the volume, and open the journal "
                    + "again.")
        }
        let cursor = FollowerProgress.Cursor(segment: piece.segment, offset: start + UInt64(used), file: file)
        return (records, next, cursor)
    }

    /// Reads the complete frames at the start of a buffer.
    ///
    /// - Returns: The number of bytes in these frames.
    private static func readFrames(
        _ buffer: UnsafeRawBufferPointer, of segment: UInt64, _ progress: FollowerProgress,
        into records: inout [LogRecord], next: inout UInt64
    ) -> Int {
        var used = 0
        var reader = RecordReader()
        while used < buffer.count,
            case .found(let found) = Frame.read(
                UnsafeRawBufferPointer(rebasing: buffer[used...]), segment: segment)
        {
            var isIntact = true
            if found.frame.kind == .records {
                do throws(RecordReader.Problem) {
                    try reader.read(found) { stored in
                        guard stored.namespace == progress.follower.namespace, stored.number >= next else {
                            return true
                        }
                        guard stored.number == next, let entry = try? LogEntry(bytes: stored.entry) else {
                            return false
                        }
                        let position = LogPosition(incarnation: progress.incarnation, number: next)
                        records.append(LogRecord(position: position, time: stored.time, entry: entry))
                        next += 1
                        return true
                    }
                } catch {
                    isIntact = false
                }
            }
            guard isIntact else { return 0 }
            used += found.length
        }
        return used
    }

    /// Makes a follower wait for the next batch, unless its segment has been removed meanwhile.
    private func stall(_ follower: JournalFollower, in segment: UInt64) -> Bool {
        core.withLock { core in
            guard core.book.segments.contains(where: { $0.header.number == segment }) else { return false }
            core.update(follower) { progress in
                progress.mode = .stalled
                progress.cursor = nil
            }
            return true
        }
    }

    private struct Subscription: LogSubscription {
        let log: JournalLog
        let follower: JournalFollower

        func cancel() {
            follower.cancel()
            // `follower` still holds the closure, so the release happens outside the lock.
            log.core.withLock { core in
                core.followers[follower.namespace]?.removeAll { $0.follower === follower }
                if core.followers[follower.namespace]?.isEmpty == true { core.followers[follower.namespace] = nil }
            }
        }
    }
}

extension JournalCore {
    fileprivate func progress(of follower: JournalFollower) -> FollowerProgress? {
        followers[follower.namespace]?.first { $0.follower === follower }
    }

    fileprivate mutating func update(_ follower: JournalFollower, _ body: (inout FollowerProgress) -> Void) {
        guard let index = followers[follower.namespace]?.firstIndex(where: { $0.follower === follower }) else { return }
        followers[follower.namespace]?.modify(index, body)
    }
}

extension [FollowerProgress] {
    fileprivate mutating func modify(_ index: Int, _ body: (inout FollowerProgress) -> Void) { body(&self[index]) }
}
