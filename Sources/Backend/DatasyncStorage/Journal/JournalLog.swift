import DatasyncConcurrency
public import DatasyncLog

/// A commit log in a directory: by default, all it delivers is durable.
///
/// All namespaces share one journal, so one sync commits all waiting entries. The records of a batch are delivered on the
/// writing thread, before the next batch: return from `receive` quickly, or hand long work to your own thread. Followers
/// that are behind read from the files on another thread.
///
/// ```swift
/// let log = try JournalLog(directory: "/var/lib/shop") {
///     LogTime(Int64(Date().timeIntervalSince1970 * 1000))
/// } diagnostic: { print($0) }
/// let shop = try LogNamespace("shop")
/// let subscription = log.follow(shop, after: nil) { event in print(event) }
/// log.append([LogEntry(run: 1, session: 1, body: [1, 2, 3])], to: shop) { reason in print(reason) }
/// await log.close()
/// ```
///
/// The page <doc:Journal> describes the files, the rules of recovery and the figures.
public final class JournalLog: CommitLog {
    /// The options of a journal.
    public struct Options: Sendable {
        /// The policy for making entries durable.
        public var policy = SyncPolicy.everyCommit
        /// The size of a segment in bytes, at least 8 KiB; a larger append gets a larger segment.
        public var segmentSize: UInt64 = 64 << 20
        /// The bytes of records after which a snapshot is due, unless twice the latest snapshot is more.
        public var snapshotThreshold: UInt64 = 64 << 20
        /// Whether to open without changing anything, and to read the records before any damage.
        public var openReadOnly = false

        /// Creates the default options.
        public init() {}
    }

    /// The maximum number of bytes in the entries of one append: 256 MiB.
    public static let maximumAppend = 256 << 20
    /// The bytes of the appends in one frame, unless a single append has more.
    static let batchLimit = 8 << 20

    /// The path of the directory.
    public let directory: String
    /// The damage found; only a journal opened with ``Options/openReadOnly`` can have any.
    public let damage: [LogError]
    let options: Options
    let fileSystem: any FileSystem
    let executors: JournalExecutors
    let clock: @Sendable () -> LogTime
    let diagnostic: @Sendable (JournalDiagnostic) -> Void
    /// Guards all state; never held during file operations or calls of the application.
    let core: ContendedGuarded<JournalCore>

    /// Opens the journal in a directory, or creates it; blocks until all of it has been read and checked.
    ///
    /// - Parameters:
    ///   - directory: The path of the directory, whose parent must exist.
    ///   - options: The options.
    ///   - clock: Returns the time, for records and for new incarnations.
    ///   - diagnostic: The closure to call, on any thread, with messages about repairs.
    /// - Throws: `LogError` `locked` if the journal is open elsewhere, `damaged` with the file and offset, `newerVersion`,
    ///   `invalidOption`, or the error of a file. Before the error of a file, some may have changed.
    public convenience init(
        directory: String, options: Options = Options(), clock: @escaping @Sendable () -> LogTime,
        diagnostic: @escaping @Sendable (JournalDiagnostic) -> Void
    ) throws(LogError) {
        try self.init(
            directory: directory, options: options, fileSystem: SystemFileSystem(), executors: .threads(),
            clock: clock, diagnostic: diagnostic)
    }

    /// Opens a journal with other files and threads than the system's.
    package init(
        directory: String, options: Options, fileSystem: any FileSystem, executors: JournalExecutors,
        clock: @escaping @Sendable () -> LogTime, diagnostic: @escaping @Sendable (JournalDiagnostic) -> Void
    ) throws(LogError) {
        let opening = JournalOpening(
            fileSystem: fileSystem, directory: directory, options: options, clock: clock, diagnostic: diagnostic)
        let opened = try opening.run()
        self.directory = directory
        self.options = options
        self.fileSystem = fileSystem
        self.executors = executors
        self.clock = clock
        self.diagnostic = diagnostic
        damage = opened.damage
        core = ContendedGuarded(opened.core)
    }

    /// Returns whether a name belongs to a journal file, finished or not.
    package static func isFile(_ name: String) -> Bool {
        name == JournalFormat.lockName || name.hasSuffix(JournalFormat.temporaryEnding) || isSegment(name)
            || JournalFormat.number(of: name, ending: JournalFormat.snapshotEnding) != nil
    }

    /// Returns whether a name belongs to a segment.
    package static func isSegment(_ name: String) -> Bool {
        JournalFormat.number(of: name, ending: JournalFormat.segmentEnding) != nil
    }

    /// The incarnation of the log.
    public var incarnation: UInt64 { core.withLock { $0.book.incarnation } }

    /// The namespaces that have a record or a snapshot, in the order of their names.
    public var namespaces: [LogNamespace] {
        core.withLock { $0.book.namespaces.keys.sorted { $0.name < $1.name } }
    }

    /// Appends entries; the policy says when they are delivered.
    public func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
        guard !entries.isEmpty else { return }
        let byteCount = entries.reduce(0) { $0 + StoredRecord.byteCount($1, in: namespace) }
        guard byteCount <= Self.maximumAppend else {
            lost("The entries have \(byteCount) bytes; the limit of an append is \(Self.maximumAppend). Divide them.")
            return
        }
        let append = PendingAppend(
            namespace: namespace, entries: entries, byteCount: byteCount, lost: ApplicationOwned(lost))
        let (refusal, wakes) = core.withLock { core -> (String?, Bool) in
            guard core.phase == .open else { return (refusalReason(in: core.phase), false) }
            core.waiting.append(append)
            defer { core.isWriting = true }
            return (nil, !core.isWriting)
        }
        if let refusal { lost(refusal) }
        if wakes { executors.writer { self.write() } }
    }

    /// Writes all appended entries, makes them durable, and closes the files.
    ///
    /// Later appends are lost. After a clean close, the next opening reports every changed byte as damage. If the files
    /// cannot be written, entries whose outcome is unknown are not reported as lost: they may appear when the journal
    /// is opened again.
    public func close() async {
        await withCheckedContinuation { continuation in
            close { continuation.resume() }
        }
    }

    /// Closes the journal, and calls a closure after its files are closed.
    package func close(_ completion: @escaping @Sendable () -> Void) {
        let (isDone, wakes) = core.withLock { core -> (Bool, Bool) in
            if core.phase == .closed { return (true, false) }
            core.whenClosed.append(completion)
            if core.phase == .closing { return (false, false) }
            core.phase = .closing
            defer { core.isWriting = true }
            return (false, !core.isWriting)
        }
        if isDone { completion() }
        if wakes { executors.writer { self.write() } }
    }

    /// Returns the position of the last record that followers may receive; 0 is the number before the first one.
    public func latestPosition(of namespace: LogNamespace) -> LogPosition? {
        core.withLock { LogPosition(incarnation: $0.book.incarnation, number: $0.book[namespace].last) }
    }

    /// Returns the time of the log's clock.
    public func currentTime() -> LogTime? { clock() }

    package func hasSnapshot(of namespace: LogNamespace) -> Bool {
        core.withLock { $0.book[namespace].snapshot != nil }
    }

    private func refusalReason(in phase: JournalCore.Phase) -> String {
        if case .readOnly = phase {
            "The journal \(directory) was opened with openReadOnly. Open it for writing to append."
        } else {
            "The journal \(directory) is closed. Open it again to append."
        }
    }

    /// Checks that the directory is still the one that was locked.
    ///
    /// Called before files are created, renamed or removed, because they may belong to another journal otherwise. Also
    /// called after each sync, because an open file without a name can be written and synced like any other.
    func checkLock() throws(LogError) { try core.withLock(\.lock)?.check() }

    func path(_ name: String) -> String { "\(directory)/\(name)" }
}

extension JournalLog: LocalLog {}

extension JournalLog: CustomStringConvertible {
    /// The directory and the incarnation.
    public var description: String { "journal \(directory), incarnation \(incarnation)" }
}

extension JournalLog.Options: CustomStringConvertible {
    /// The policy and the sizes.
    public var description: String {
        "\(openReadOnly ? "read-only, " : "")\(policy), segments of \(segmentSize) bytes, "
            + "snapshots after \(snapshotThreshold) bytes"
    }
}
