import DatasyncConcurrency
import DatasyncLog

/// The writer: writes the waiting appends as one frame, syncs once, and delivers their records.
extension JournalLog {
    private var files: SegmentFiles { SegmentFiles(fileSystem: fileSystem, directory: directory) }

    /// Runs on the writer until there is nothing to do.
    func write() {
        while true {
            let now = clock()
            guard let step = core.withLock({ $0.nextStep(limit: Self.batchLimit, now: now) }) else { return }
            switch step {
            case .write(let batch): write(batch)
            case .sync: syncInterval()
            case .repair(let failure): repair(failure)
            case .close:
                // After the background thread's jobs: only the holder of the lock may create or remove files.
                return executors.background { self.finish() }
            }
        }
    }

    private func write(_ batch: JournalBatch) {
        let place: (file: any StorageFile, frame: Frame, offset: UInt64)
        do {
            place = try makeRoom(for: batch)
        } catch {
            lose(batch.lost, error.message)
            return
        }
        let bytes = place.frame.encoded { batch.append(to: &$0) }
        let isDurable = options.policy == .everyCommit
        var isWritten = false
        do throws(LogError) {
            try place.file.write(bytes, at: place.offset)
            isWritten = true
            if isDurable {
                try place.file.sync(.batch)
                try checkLock()
            }
        } catch {
            fail(error, end: place.offset + UInt64(bytes.count), isOfBatches: isWritten, batch.lost)
            return
        }
        publish(batch, length: bytes.count, isDurable: isDurable)
    }

    private func publish(_ batch: JournalBatch, length: Int, isDurable: Bool) {
        let (deliveries, stalled, timer, spare) = core.withLock { core in
            let published = core.publish(
                batch, length: length, isDurable: isDurable, threshold: options.snapshotThreshold)
            var delay: Int?
            if case .interval(let milliseconds) = options.policy, !core.isTimerRunning {
                core.isTimerRunning = true
                delay = milliseconds
            }
            return (published.deliveries, published.stalled, delay, core.needsSpare(of: options.segmentSize))
        }
        if let timer { executors.runLater(timer) { self.syncLater() } }
        if spare { executors.background { self.createSpare() } }
        for follower in stalled { executors.reader { self.read(for: follower) } }
        for delivery in deliveries { delivery.make() }
    }

    private func lose(_ appends: [ApplicationOwned<@Sendable (String) -> Void>], _ reason: String) {
        for delivery in core.withLock({ $0.becomeUnavailable(reason) }) { delivery.make() }
        for lost in appends { lost.value(reason) }
    }

    // MARK: Segments

    /// Returns the place for the next frame, in a new segment if the current one has no room.
    private func makeRoom(
        for batch: JournalBatch
    ) throws(LogError) -> (file: any StorageFile, frame: Frame, offset: UInt64) {
        let length = UInt64(JournalFormat.aligned(Frame.headerSize + batch.byteCount))
        let (file, book, mustRotate) = core.withLock { ($0.segment, $0.book, $0.mustRotate) }
        guard let file, let segment = book.current else {
            throw LogError(.closed, "The journal \(directory) is closed. Open it again to append.")
        }
        let isRoom = segment.header.size - segment.end >= length + JournalFormat.reserve
        guard isRoom, !mustRotate else {
            let needed = length + JournalFormat.firstFrame + JournalFormat.reserve
            return try rotate(after: file, book, size: max(options.segmentSize, needed), for: batch)
        }
        return (file, frame(of: segment, book, count: batch.count), segment.end)
    }

    private func frame(of segment: JournalSegment, _ book: JournalBook, count: UInt32) -> Frame {
        Frame(
            kind: .records, segment: segment.header.identifier, batch: book.batch + 1, durable: book.durable,
            opening: book.opening, count: count)
    }

    private func rotate(
        after file: any StorageFile, _ book: JournalBook, size: UInt64, for batch: JournalBatch
    ) throws(LogError) -> (file: any StorageFile, frame: Frame, offset: UInt64) {
        try checkLock()
        if !book.isDurable {
            // Only the last segment may have frames that are not durable; this lets recovery tell damage from a torn end.
            do throws(LogError) {
                try file.sync(.fullSegment)
            } catch {
                fail(error, end: book.current?.end ?? 0, isOfBatches: true, [])
                throw error
            }
            core.withLock { $0.book.synced() }
        }
        let restart = JournalRestart(files: files, options: options)
        let number = (book.current?.header.number ?? 0) + 1
        let header = try restart.header(number, after: book, opening: book.opening, size: size)
        let (zeros, name) = try takeZeros(header)
        let segment = try files.finish(zeros, name, as: header) { core.withLock { $0.mustRotate = true } }
        let (after, deliveries, unfollowed, whenUnfollowed) = core.withLock { core in
            core.book.add(JournalSegment(header: header))
            core.segment = segment
            core.mustRotate = false
            let pinning = core.book.takePinning(threshold: options.snapshotThreshold)
            let unfollowed = pinning.filter { core.followers[$0]?.isEmpty ?? true }
            let deliveries = pinning.flatMap { core.live(in: $0, receive: .snapshotDue) }
            return (core.book, deliveries, unfollowed, core.whenUnfollowed)
        }
        for delivery in deliveries { delivery.make() }
        if !unfollowed.isEmpty { whenUnfollowed?.value(unfollowed) }
        guard let current = after.current else {
            return (segment, frame(of: JournalSegment(header: header), book, count: 0), 0)
        }
        return (segment, frame(of: current, after, count: batch.count), current.end)
    }

    /// Returns a file of zeros for a segment: the one created in advance, if it is ready.
    private func takeZeros(_ header: SegmentHeader) throws(LogError) -> (file: any StorageFile, name: String) {
        let spare = core.withLock { core -> (any StorageFile)? in
            guard case .ready(let file) = core.spare, header.size == options.roundedSegmentSize else { return nil }
            core.spare = .none
            return file
        }
        if let spare { return (spare, SegmentFiles.spareName) }
        let name = JournalFormat.segmentName(header.number) + JournalFormat.temporaryEnding
        return (try files.createZeros(name, size: header.size), name)
    }

    /// Creates the next segment in advance, on the background thread.
    private func createSpare() {
        if core.withLock({ $0.phase == .closed }) { return }
        do throws(LogError) {
            try checkLock()
            let file = try files.createZeros(SegmentFiles.spareName, size: options.roundedSegmentSize)
            try file.sync(.segment)
            core.withLock { $0.spare = .ready(file) }
        } catch {
            // The writer creates the segment itself when it needs it, and reports any error.
            core.withLock { $0.spare = .none }
        }
    }

    // MARK: Syncs of more than one batch

    private func syncLater() {
        let wakes = core.withLock { core -> Bool in
            core.isTimerRunning = false
            guard core.phase == .open, !core.book.isDurable || core.failure != nil else { return false }
            core.isSyncDue = true
            defer { core.isWriting = true }
            return !core.isWriting
        }
        if wakes { executors.writer { self.write() } }
    }

    private func syncInterval() {
        let (file, end) = core.withLock { core in
            core.isSyncDue = false
            return (core.book.isDurable ? nil : core.segment, core.book.current?.end ?? 0)
        }
        if let file {
            do throws(LogError) {
                try file.sync(.interval)
                try checkLock()
                core.withLock { $0.book.synced() }
            } catch {
                fail(error, end: end, isOfBatches: true, [])
            }
        }
        resumeSnapshots()
    }

    /// Runs work on the background thread once the visible records have become durable or failed to.
    func afterSync(_ work: @escaping @Sendable () -> Void) {
        let (isDurable, wakes) = core.withLock { core -> (Bool, Bool) in
            guard !core.book.isDurable, core.phase == .open else { return (true, false) }
            core.awaitingSync.append(work)
            core.isSyncDue = true
            defer { core.isWriting = true }
            return (false, !core.isWriting)
        }
        if isDurable { executors.background(work) }
        if wakes { executors.writer { self.write() } }
    }

    private func resumeSnapshots() {
        let waiting = core.withLock { core in
            defer { core.awaitingSync = [] }
            return core.awaitingSync
        }
        for work in waiting { executors.background(work) }
    }

    // MARK: Failures

    /// Records a failed write or sync, and tries at once to cut the segment.
    ///
    /// - Parameters:
    ///   - error: The error of the file.
    ///   - end: The end of the bytes that may have been written.
    ///   - isOfBatches: Whether the sync failed, which puts all batches that are not durable in doubt.
    ///   - lost: The closures of the appends whose outcome is unknown.
    private func fail(
        _ error: LogError, end: UInt64, isOfBatches: Bool, _ lost: [ApplicationOwned<@Sendable (String) -> Void>]
    ) {
        let (failure, deliveries) = core.withLock { core in
            let failure = JournalCore.Failure(
                reason: error.message, end: end, rollsBack: isOfBatches && !core.book.isDurable, lost: lost)
            core.failure = failure
            return (failure, core.becomeUnavailable(error.message))
        }
        for delivery in deliveries { delivery.make() }
        repair(failure)
    }

    /// Cuts the segment after a failure, so that no append reported as lost can appear later.
    private func repair(_ failure: JournalCore.Failure) {
        var book = core.withLock { core in
            core.isSyncDue = false
            return core.book
        }
        if failure.rollsBack {
            book.rollBack()
            book.incarnation = JournalOpening.incarnation(after: book.incarnation, clock())
        }
        guard let current = book.current else { return }
        do throws(LogError) {
            try checkLock()
            // An open file may have forgotten which of its pages were never written; a new one reads the disk again.
            let file = try fileSystem.open(path(JournalFormat.segmentName(current.header.number)), .writing)
            let segment = try JournalRestart(files: files, options: options).begin(
                in: file, &book, cutting: failure.end, durable: (book.durable, current.end), .repair)
            let deliveries = core.withLock { core -> [JournalCore.Delivery] in
                if failure.rollsBack { core.book.rollBack() }
                core.book.proceed(to: book)
                core.book.synced()
                core.segment = segment
                core.failure = nil
                return failure.rollsBack ? core.removeLive() : []
            }
            for lost in failure.lost { lost.value(failure.reason) }
            for delivery in deliveries { delivery.make() }
        } catch {
            core.withLock { core in
                // The sync of the repair may have failed too, which puts all batches that are not durable in doubt.
                if !core.book.isDurable { core.failure?.rollsBack = true }
            }
            if (try? checkLock()) == nil {
                // No named file exists in which an append reported as lost could appear later.
                core.withLock { $0.failure?.lost = [] }
                for lost in failure.lost { lost.value(failure.reason) }
            }
            keepFailing(error)
        }
        resumeSnapshots()
    }

    /// Reports the waiting appends as lost, since none was written; the failure remains.
    private func keepFailing(_ error: LogError) {
        let waiting = core.withLock { core in
            var waiting = core.waiting
            core.waiting.removeAll()
            var appends: [PendingAppend] = []
            while let append = waiting.popFirst() { appends.append(append) }
            if core.phase == .closing {
                // The failed appends are not reported: they may appear when the journal is opened again.
                core.failure = nil
                core.closesUnclean = true
            }
            return appends
        }
        for append in waiting { append.lost.value(error.message) }
    }

    // MARK: Closing

    /// Writes the final frame and closes the files, on the background thread.
    private func finish() {
        let (file, book, isClean) = core.withLock { core in
            (core.segment, core.book, !core.closesUnclean && !core.mustRotate)
        }
        if isClean, let file, let segment = book.current {
            let frame = Frame(
                kind: .close, segment: segment.header.identifier, batch: book.batch + 1, durable: book.durable,
                opening: book.opening)
            let bytes = frame.encoded(at: segment.end, alignment: JournalFormat.sector) { _ in }
            do throws(LogError) {
                try file.write(bytes, at: segment.end)
                try file.sync(.close)
            } catch {
                diagnostic(
                    JournalDiagnostic(
                        file: file.path, offset: segment.end, count: UInt64(bytes.count),
                        message: "The journal was closed without its final frame. \(error.message)"))
            }
        }
        let (ended, closures) = end()
        resumeSnapshots()
        for delivery in ended { delivery.make() }
        for closure in closures { closure() }
    }

    /// Releases the files, the followers and the lock.
    private func end() -> (deliveries: [JournalCore.Delivery], closures: [@Sendable () -> Void]) {
        let (ended, closures, held) = core.withLock { core in
            core.phase = .closed
            core.isWriting = false
            defer {
                (core.segment, core.spare, core.lock) = (nil, .none, nil)
                (core.followers, core.whenClosed) = ([:], [])
            }
            let ended = core.live(receive: .unavailable(reason: "The journal \(directory) was closed."))
            return (ended, core.whenClosed, (core.lock, core.followers))
        }
        // The lock file is closed and the followers are released before the completions run, but outside the lock.
        withExtendedLifetime(held) {}
        return (ended, closures)
    }
}

extension JournalCore {
    /// Returns whether to create the next segment in advance, and records that it is being created.
    fileprivate mutating func needsSpare(of size: UInt64) -> Bool {
        guard case .none = spare, let current = book.current, current.end > current.header.size / 2 else {
            return false
        }
        spare = .inCreation
        return true
    }
}

extension JournalLog.Options {
    /// The size of a segment, rounded up to whole sectors.
    fileprivate var roundedSegmentSize: UInt64 {
        let sector = UInt64(JournalFormat.sector)
        return (segmentSize + sector - 1) / sector * sector
    }
}
