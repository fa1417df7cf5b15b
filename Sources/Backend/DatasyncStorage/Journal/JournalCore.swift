import DatasyncConcurrency
import DatasyncLog

/// The state shared by a journal's threads, guarded by one lock.
struct JournalCore: Sendable {
    /// The stage of a journal's life.
    enum Phase: Sendable {
        case open
        /// Accepts no more appends; the final frame is written after the waiting ones.
        case closing
        case closed
        case readOnly
    }

    /// A failed write or sync, after which the segment may hold bytes that were not acknowledged.
    struct Failure: Sendable {
        let reason: String
        /// The end of the bytes that may have been written.
        var end: UInt64
        /// Whether delivered batches that are not durable are cut too.
        var rollsBack: Bool
        /// The closures of the appends whose outcome is unknown until the segment has been cut.
        var lost: [ApplicationOwned<@Sendable (String) -> Void>]
    }

    /// A closure of the application with an event to receive after the lock is released.
    struct Delivery: Sendable {
        let follower: JournalFollower
        var records: [LogRecord] = []
        var event: LogEvent?

        func make() {
            follower.receive(records)
            if let event { follower.receive(event) }
        }
    }

    /// The next step of the writer.
    enum Step: Sendable {
        case repair(Failure)
        case write(JournalBatch)
        case sync
        case close
    }

    /// A segment created in advance.
    enum Spare: Sendable {
        case none
        case inCreation
        case ready(any StorageFile)
    }

    var book: JournalBook
    var phase: Phase
    /// The current segment; `nil` if the journal is read-only or closed.
    var segment: (any StorageFile)?
    var waiting = Fifo<PendingAppend>()
    var isWriting = false
    var failure: Failure?
    /// Whether a next segment may have got its name, so that the current one takes no more frames.
    var mustRotate = false
    var spare = Spare.none
    var isTimerRunning = false
    var isSyncDue = false
    /// Whether followers have been notified that the journal is unavailable.
    var isUnavailable = false
    var followers: [LogNamespace: [FollowerProgress]] = [:]
    /// Receives the namespaces without a follower whose snapshots are due.
    var whenUnfollowed: ApplicationOwned<@Sendable ([LogNamespace]) -> Void>?
    var snapshotQueue: [JournalSnapshots.Pending] = []
    /// Work for the background thread to run once the records written so far are durable.
    var awaitingSync: [@Sendable () -> Void] = []
    /// The segments to remove, in order.
    var removals: [UInt64] = []
    var whenClosed: [@Sendable () -> Void] = []
    /// Whether the journal closes without a final frame because it cannot be written.
    var closesUnclean = false
    var lock: (any StorageLock)?

    /// Returns the next step of the writer; `nil` if there is nothing to do.
    mutating func nextStep(limit: Int, now: LogTime) -> Step? {
        if let failure, !waiting.isEmpty || isSyncDue || phase == .closing { return .repair(failure) }
        if !waiting.isEmpty { return .write(JournalBatch(from: &waiting, after: book, atMost: limit, now: now)) }
        if isSyncDue { return .sync }
        if phase == .closing { return .close }
        isWriting = false
        return nil
    }

    /// Makes a batch visible.
    ///
    /// - Returns: The deliveries, and the followers for which the reader continues.
    mutating func publish(
        _ batch: JournalBatch, length: Int, isDurable: Bool, threshold: UInt64
    ) -> (deliveries: [Delivery], stalled: [JournalFollower]) {
        book.add(batch, length: length, isDurable: isDurable)
        isUnavailable = false
        var deliveries: [Delivery] = []
        var stalled: [JournalFollower] = []
        for group in batch.groups {
            guard var progress = followers[group.namespace], let last = group.records.last else { continue }
            for index in progress.indices {
                switch progress[index].mode {
                case .live:
                    progress[index].next = last.position.number + 1
                    deliveries.append(Delivery(follower: progress[index].follower, records: group.records))
                case .stalled:
                    progress[index].mode = .reading
                    stalled.append(progress[index].follower)
                case .reading: break
                }
            }
            followers[group.namespace] = progress
        }
        for name in book.takeDue(among: batch.groups.map(\.namespace), threshold: threshold) {
            deliveries += live(in: name, receive: .snapshotDue)
        }
        return (deliveries, stalled)
    }

    /// Returns the deliveries of an event to the live followers of a namespace.
    func live(in namespace: LogNamespace, receive event: LogEvent) -> [Delivery] {
        (followers[namespace] ?? []).compactMap { progress in
            progress.mode == .live ? Delivery(follower: progress.follower, event: event) : nil
        }
    }

    /// Returns the deliveries of an event to all live followers.
    func live(receive event: LogEvent) -> [Delivery] {
        followers.keys.sorted { $0.name < $1.name }.flatMap { live(in: $0, receive: event) }
    }

    /// Removes all live followers, which must reload; the reader removes the others.
    mutating func removeLive() -> [Delivery] {
        let deliveries = live(receive: .mustReload)
        for name in followers.keys { followers[name]?.removeAll { $0.mode == .live } }
        return deliveries
    }

    /// Records that writing has failed.
    ///
    /// - Returns: The deliveries, if this is the first failure since the last success.
    mutating func becomeUnavailable(_ reason: String) -> [Delivery] {
        guard !isUnavailable else { return [] }
        isUnavailable = true
        return live(receive: .unavailable(reason: reason))
    }
}
