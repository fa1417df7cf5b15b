import DatasyncLog

/// Opens a journal: takes the lock, recovers, cuts a torn tail, and begins an opening.
struct JournalOpening {
    let fileSystem: any FileSystem
    let directory: String
    let options: JournalLog.Options
    let clock: @Sendable () -> LogTime
    let diagnostic: @Sendable (JournalDiagnostic) -> Void

    private var files: SegmentFiles { SegmentFiles(fileSystem: fileSystem, directory: directory) }

    func run() throws(LogError) -> (core: JournalCore, damage: [LogError]) {
        guard options.segmentSize >= JournalFormat.smallestSegment else {
            throw LogError(
                .invalidOption,
                "The option segmentSize is \(options.segmentSize). Use at least \(JournalFormat.smallestSegment) bytes."
            )
        }
        if options.openReadOnly { return try runReadOnly() }
        try fileSystem.createDirectory(directory)
        let lock = try fileSystem.lock("\(directory)/\(JournalFormat.lockName)", exclusively: true)
        // A killed process may have left names that are not durable, and this one will rely on them.
        try fileSystem.syncDirectory(directory, .directoryContent)
        var recovery = JournalRecovery(fileSystem: fileSystem, directory: directory, salvages: false)
        try recovery.run()
        for name in recovery.leftovers + recovery.obsoleteSnapshots.map(JournalFormat.snapshotName) {
            try fileSystem.remove("\(directory)/\(name)")
        }
        var book = recovery.book
        let segment = try begin(&book, recovery)
        var core = JournalCore(book: book, phase: .open, segment: segment)
        core.lock = lock
        return (core, [])
    }

    private func runReadOnly() throws(LogError) -> (core: JournalCore, damage: [LogError]) {
        // A copy of a journal may lack the lock; then there is no process to exclude.
        let hasLock = try fileSystem.names(in: directory).contains(JournalFormat.lockName)
        let lock =
            hasLock ? try fileSystem.lock("\(directory)/\(JournalFormat.lockName)", exclusively: false) : nil
        var recovery = JournalRecovery(fileSystem: fileSystem, directory: directory, salvages: true)
        try recovery.run()
        var core = JournalCore(book: recovery.book, phase: .readOnly)
        core.lock = lock
        return (core, recovery.damage)
    }

    private var parent: String {
        guard let slash = directory.lastIndex(of: "/") else { return "." }
        return slash == directory.startIndex ? "/" : String(directory[..<slash])
    }

    /// Begins an opening at the end of the last segment, or in a new one.
    private func begin(_ book: inout JournalBook, _ recovery: JournalRecovery) throws(LogError) -> any StorageFile {
        guard let last = book.current else {
            guard book.namespaces.isEmpty else {
                throw LogError(
                    .damaged, file: directory,
                    "The directory \(directory) has snapshots but no segments. Restore it from a backup, or open it with "
                        + "openReadOnly to read the snapshots.")
            }
            return try createFirst(&book)
        }
        let path = "\(directory)/\(JournalFormat.segmentName(last.header.number))"
        let file = try fileSystem.open(path, .writing)
        let isNew = !recovery.wasClosed && recovery.policy != SyncPolicy.everyCommit.code
        if isNew { book.incarnation = Self.incarnation(after: book.incarnation, clock()) }
        if let end = recovery.tornEnd { report(path, last.end, end) }
        return try JournalRestart(files: files, options: options).begin(
            in: file, &book, cutting: recovery.tornEnd ?? last.end, durable: recovery.durable, .opening)
    }

    private func createFirst(_ book: inout JournalBook) throws(LogError) -> any StorageFile {
        // Before the first segment is created, the name of its directory must be durable.
        try fileSystem.syncDirectory(parent, .directoryName)
        book.incarnation = Self.incarnation(after: 0, clock())
        return try JournalRestart(files: files, options: options).create(&book)
    }

    private func report(_ path: String, _ offset: UInt64, _ end: UInt64) {
        diagnostic(
            JournalDiagnostic(
                file: path, offset: offset, count: end - offset,
                message: "\(path): cut \(end - offset) bytes at offset \(offset), which were not written completely "
                    + "before the process ended."))
    }

    /// Returns an incarnation that is later than another one.
    static func incarnation(after last: UInt64, _ now: LogTime) -> UInt64 {
        max(last + 1, UInt64(max(0, now.sinceEpoch)))
    }
}
