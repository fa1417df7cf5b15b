import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import Dispatch
import Foundation

/// The log of an embedded back end: a given log, or a journal in a directory, which is opened once.
final class StoredLog: Sendable {
    private enum State: Sendable {
        case closed
        case opening([CheckedContinuation<any CommitLog, any Error>])
        case open(any CommitLog)
    }

    private let makeJournal: @Sendable () throws -> any CommitLog
    private let state: Guarded<State>
    /// Whether the log was given, so that others may use it too.
    let isGiven: Bool

    /// Uses a given log.
    init(_ log: any CommitLog) {
        isGiven = true
        makeJournal = { log }
        state = Guarded(.open(log))
    }

    /// Uses the journal in a directory.
    init(directory: URL, clock: SettableClock, diagnostics: @escaping @Sendable (String) -> Void) {
        let path = directory.path
        isGiven = false
        makeJournal = {
            try JournalLog(
                directory: path, clock: { LogTime(Int64(clock.now)) }, diagnostic: { diagnostics($0.message) })
        }
        state = Guarded(.closed)
    }

    deinit {
        if case .open(let journal as JournalLog) = state.withLock(\.self) { journal.close {} }
    }

    /// Returns the log; reads and checks the journal on the first call.
    ///
    /// - Throws: `LogError` if the journal cannot be opened; the next call tries again.
    func open() async throws -> any CommitLog {
        try await withCheckedThrowingContinuation { continuation in
            let (log, opens) = state.withLock { state -> ((any CommitLog)?, Bool) in
                switch state {
                case .open(let log): return (log, false)
                case .opening(let waiting):
                    state = .opening(waiting + [continuation])
                    return (nil, false)
                case .closed:
                    state = .opening([continuation])
                    return (nil, true)
                }
            }
            if let log { continuation.resume(returning: log) }
            // Opening blocks its thread.
            if opens { DispatchQueue.global(qos: .userInitiated).async { self.openJournal() } }
        }
    }

    private func openJournal() {
        let result = Result { try makeJournal() }
        let waiting = state.withLock { state -> [CheckedContinuation<any CommitLog, any Error>] in
            guard case .opening(let waiting) = state else { return [] }
            state = if case .success(let log) = result { .open(log) } else { .closed }
            return waiting
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    /// Closes the journal, after any running attempt to open it; a given log stays open.
    func close() async {
        if case .opening = state.withLock(\.self) { _ = try? await open() }
        guard case .open(let journal as JournalLog) = state.withLock(\.self) else { return }
        await journal.close()
    }
}

extension CommitLog {
    /// Returns the records after one position, up to and including another.
    ///
    /// - Throws: `LogError` `invalidPosition` if the log no longer has the records.
    func records(of namespace: LogNamespace, after start: LogPosition?, upTo end: LogPosition?) async throws
        -> [LogRecord]
    {
        guard let end, start.map({ $0 < end }) ?? true else { return [] }
        let (events, continuation) = AsyncStream.makeStream(of: LogEvent.self)
        let subscription = follow(namespace, after: start) { continuation.yield($0) }
        defer { subscription.cancel() }
        var records: [LogRecord] = []
        for await event in events {
            switch event {
            case .records(let more):
                records += more.filter { $0.position <= end }
                if let last = more.last, last.position >= end { return records }
            case .mustReload:
                throw LogError(
                    .invalidPosition,
                    "The log no longer has the records after \(start.map(\.description) ?? "its beginning"). Begin at a "
                        + "later position.")
            case .unavailable, .snapshotDue: break
            }
        }
        return records
    }
}
