import DatasyncConcurrency
package import DatasyncLog
package import DatasyncTree

/// The changes that the records of a namespace make, from a position on, at the pace of its user.
///
/// It applies the records to its own state, since what a record changes depends on the data before it. It starts from the back
/// end's state, and shares with it all that later records leave alone; for an earlier position, from the latest snapshot at or
/// before it.
///
/// ```
///  from an earlier position:  snapshot ──▶ records up to the position, in silence ──▶ each further record
///  otherwise:                 the current state, as a reload ──▶ each further record
/// ```
package actor NodeFeed {
    /// One step of a feed.
    package enum Step: Sendable {
        /// The data at a position. What has changed before is not known: the feed begins, or the log has lost records.
        case reload(Node, at: LogPosition)
        /// The writes of a record, in order; one may have changed nothing.
        case record(LogPosition, time: LogTime, [Transition], byteCount: Int)

        /// The position after the step.
        package var position: LogPosition {
            switch self {
            case .reload(_, let position): position
            case .record(let position, _, _, _): position
            }
        }

        /// The size of the record.
        package var byteCount: Int { if case .record(_, _, _, let count) = self { count } else { 0 } }
    }

    private let backend: Backend
    private var state = DatabaseState()
    private var reader: RecordReader?
    /// The records that were read and not applied yet, the next one last.
    private var records: [LogRecord] = []
    /// The position up to which records cause no step.
    private var start: LogPosition?
    /// The position of the last record that was read, or of the state at the beginning.
    private var followed: LogPosition?
    private var hasBegun = false

    /// Creates a feed, which begins with the first step.
    ///
    /// - Parameters:
    ///   - backend: The back end, whose log keeps the records.
    ///   - position: The position after which the steps begin; `nil` for the current state.
    package init(_ backend: Backend, after position: LogPosition?) {
        self.backend = backend
        start = position
    }

    deinit { reader?.cancel() }

    /// Returns the next step, as soon as there is one; `nil` if the task was cancelled.
    ///
    /// - Throws: `LogError` if there is no log, or if a snapshot or a record cannot be read.
    package func next() async throws -> Step? {
        if !hasBegun {
            hasBegun = true
            if let step = try await begin() { return step }
        }
        while !Task.isCancelled {
            if let record = records.popLast() {
                if let step = try apply(record) { return step }
                continue
            }
            switch await reader?.next() {
            case .records(let more):
                records = more.reversed()
                followed = more.last?.position
            case .mustReload: if let step = try await reload() { return step }
            case .ended, nil: return nil
            }
        }
        return nil
    }

    private func apply(_ record: LogRecord) throws -> Step? {
        let isSilent = start.map { record.position <= $0 } ?? false
        do throws(DatasyncError) {
            guard !isSilent else {
                try state.replay(record)
                return nil
            }
            let (applied, _, _) = try state.apply(record)
            let rules = state.rules.rules
            return .record(
                record.position, time: record.time, applied.writes.map { Transition($0, rules) },
                byteCount: record.entry.byteCount)
        } catch {
            throw LogError(.damaged, "The record at \(record.position) cannot be applied. \(error.message)")
        }
    }

    /// Begins at the start, or with a reload if the log cannot lead there.
    private func begin() async throws -> Step? {
        await backend.waitUntilRead()
        guard let start else { return try await reload() }
        if let position = backend.position, position < start, position.incarnation == start.incarnation {
            // Another back end has applied more.
            _ = await backend.waitUntilLatest(atMost: 1_000)
        }
        let (database, position) = backend.present
        guard let log = backend.log, let namespace = backend.namespace else { throw Self.hasNoLog }
        if try await Self.known(position, of: backend) == start {
            state = database
            reader = RecordReader(log, namespace, after: position)
            return nil
        }
        guard let position, start < position, start.incarnation == position.incarnation else {
            return try await reload()
        }
        let snapshot = try await log.latestSnapshot(of: namespace)
        if let snapshot {
            guard snapshot.position <= start, snapshot.position.incarnation == start.incarnation else {
                return try await reload()
            }
            state = try await DatabaseState(snapshot)
        } else {
            state = backend.initial
        }
        reader = RecordReader(log, namespace, after: snapshot?.position)
        return nil
    }

    /// Starts over from the back end's current state; the back end may have to read the log again first.
    private func reload() async throws -> Step? {
        let left = reader.take()
        left?.cancel()
        (start, records) = (nil, [])
        guard let log = backend.log, let namespace = backend.namespace else { throw Self.hasNoLog }
        // The back end follows the same log, and reads it again too, or is ahead: both give it another position.
        var attempts = left == nil ? 0 : 200
        while attempts > 0, backend.position == followed, !Task.isCancelled {
            attempts -= 1
            await backend.pause(milliseconds: 50)
        }
        if Task.isCancelled { return nil }
        let (database, position) = backend.present
        followed = position
        state = database
        reader = RecordReader(log, namespace, after: position)
        return .reload(state.data, at: try await Self.known(position, of: backend))
    }

    /// Returns the position of a state, which has none before the first record.
    ///
    /// The back end's current position will not do: a record may have been applied since the state was read.
    private static func known(_ position: LogPosition?, of backend: Backend) async throws -> LogPosition {
        if let position { return position }
        return try await backend.positionBeforeRecords()
    }

    private static let hasNoLog = LogError(
        .operationFailed, "The back end keeps no records; open it with a directory or a log.")
}

extension Backend {
    /// The log; `nil` for data in memory, and until it is opened.
    var log: (any CommitLog)? { shell.read(\.log) }

    /// Waits for a time; returns at once without a timer.
    func pause(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            guard let timer else { return continuation.resume() }
            timer.run(afterMilliseconds: milliseconds) { continuation.resume() }
        }
    }

    /// Returns the position up to which the state has all records, with number 0 before the first one.
    ///
    /// - Throws: The error of the log.
    package func currentPosition() async throws -> LogPosition {
        if let position { return position }
        let first = try await positionBeforeRecords()
        return position ?? first
    }

    /// Returns the position before the first record.
    ///
    /// - Throws: The error of the log.
    func positionBeforeRecords() async throws -> LogPosition {
        guard let log, let namespace else { return LogPosition(incarnation: 0, number: 0) }
        return LogPosition(incarnation: try await log.latestPosition(of: namespace)?.incarnation ?? 0, number: 0)
    }

    /// The state before the first record.
    var initial: DatabaseState { shell.read(\.initial) }

    /// The state with its position, which is `nil` before the first record.
    var present: (DatabaseState, LogPosition?) { shell.read { ($0.state.database, $0.state.position) } }
}
