import DatasyncConcurrency
import DatasyncLog

/// Reads the records of a namespace at the pace of its user.
///
/// A user that is slower than the log does not delay it: once more than ``limit`` bytes wait, the reader leaves the log, and
/// follows it again from where it stopped.
final class RecordReader: Sendable {
    enum Reading: Sendable {
        /// The next records, in order and without a gap.
        case records([LogRecord])
        /// The next records are not available; nothing follows.
        case mustReload
        /// The reader was cancelled.
        case ended
    }

    /// The number of bytes in memory from which the reader leaves the log.
    static let limit = 4 << 20

    private struct Core: Sendable {
        var records: [LogRecord] = []
        var bytes = 0
        /// The position after which the log is followed next.
        var position: LogPosition?
        var mustReload = false
        var isCancelled = false
        /// The number of the current subscription, 0 for none; events of other ones do not count.
        var following = 0
        var lastFollowing = 0
        var subscription: (any LogSubscription)?
        var waiter: CheckedContinuation<Reading, Never>?
    }

    private let log: any CommitLog
    private let namespace: LogNamespace
    private let core: Guarded<Core>

    init(_ log: any CommitLog, _ namespace: LogNamespace, after position: LogPosition?) {
        self.log = log
        self.namespace = namespace
        core = Guarded(Core(position: position))
    }

    /// Waits for the next records, or for the cancellation of the task; one call at a time.
    func next() async -> Reading {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let (reading, follows) = core.withLock { core -> (Reading?, Bool) in
                    let reading = Self.take(&core)
                    if reading == nil { core.waiter = waiter }
                    return (reading, core.following == 0 && !core.mustReload && !core.isCancelled)
                }
                if let reading { waiter.resume(returning: reading) }
                if follows { follow() }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Leaves the log for good; a call that waits returns.
    func cancel() {
        let (subscription, waiter) = core.withLock { core in
            core.isCancelled = true
            core.following = 0
            return (core.subscription.take(), core.waiter.take())
        }
        subscription?.cancel()
        waiter?.resume(returning: .ended)
    }

    private static func take(_ core: inout Core) -> Reading? {
        if core.isCancelled { return .ended }
        if !core.records.isEmpty {
            defer { (core.records, core.bytes) = ([], 0) }
            return .records(core.records)
        }
        return core.mustReload ? .mustReload : nil
    }

    private func follow() {
        let (number, position) = core.withLock { core in
            core.lastFollowing += 1
            core.following = core.lastFollowing
            return (core.following, core.position)
        }
        let subscription = log.follow(namespace, after: position) { [weak self] event in
            self?.receive(event, number)
        }
        let isCurrent = core.withLock { core in
            if core.following == number { core.subscription = subscription }
            return core.following == number
        }
        if !isCurrent { subscription.cancel() }
    }

    private func receive(_ event: LogEvent, _ number: Int) {
        let (waiter, reading, left) = core.withLock { core -> Outcome in
            guard core.following == number else { return (nil, nil, nil) }
            switch event {
            case .records(let records):
                core.records += records
                core.bytes += records.reduce(0) { $0 + $1.entry.byteCount }
                core.position = records.last?.position ?? core.position
            case .mustReload: core.mustReload = true
            case .unavailable, .snapshotDue: return (nil, nil, nil)
            }
            var left: (any LogSubscription)?
            if core.mustReload || core.bytes > Self.limit {
                core.following = 0
                left = core.subscription.take()
            }
            guard let waiter = core.waiter.take() else { return (nil, nil, left) }
            return (waiter, Self.take(&core), left)
        }
        left?.cancel()
        if let waiter { waiter.resume(returning: reading ?? .ended) }
    }

    private typealias Outcome = (CheckedContinuation<Reading, Never>?, Reading?, (any LogSubscription)?)
}
