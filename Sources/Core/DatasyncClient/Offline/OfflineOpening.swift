import DatasyncConcurrency
import DatasyncEngine
import DatasyncLog
import DatasyncStorage
import DatasyncTree
import DatasyncWire
import Foundation

/// Opens the offline store in a directory, and reads all of it before the client starts.
struct OfflineOpening {
    let directory: URL
    let maximumBytes: Int
    let clock: @Sendable () -> Double
    let runLater: OfflineJournal.Timer
    let diagnose: @Sendable (String) -> Void
    let closed: @Sendable () -> Void
    /// The binding that the store must have; `nil` to skip the check.
    var binding: StoreBinding?
    var adopts = false
    var fileSystem: any FileSystem = SystemFileSystem()

    private var place: StoreDirectory {
        StoreDirectory(path: directory.path, binding: binding, adopts: adopts, fileSystem: fileSystem)
    }

    /// The content of a store, and the store to continue with.
    struct Opened {
        let state: OfflineState
        let store: OfflineJournal
        /// Writes from a store that was set aside; they may have been applied and must not be applied twice.
        var uncertain: [UserWrite] = []
    }

    /// Opens the store, or creates it.
    ///
    /// The files of a damaged store, or of a store that a newer version wrote, are set aside, and an empty store starts. If a
    /// damaged store's pending writes can be read, they are kept.
    ///
    /// - Throws: ``WebcomError`` `unavailable` if the directory is in use or cannot be written; `invalidConfiguration` if the
    ///   directory is not valid for this store.
    func open() throws(WebcomError) -> Opened {
        try place.check()
        do {
            let journal = try openJournal(options)
            let content: Content
            do {
                try place.bind()
                content = try readable(journal)
            } catch {
                journal.close {}
                throw error
            }
            if let error = content.error {
                // The journal can be opened again only after its files are closed.
                journal.close {}
                return try replace(because: error.message, salvaged: content.state)
            }
            let store = try makeStore(journal, after: content.position)
            return Opened(state: content.state, store: store)
        } catch let error as WebcomError {
            throw error
        } catch let error as LogError where error.code == .damaged || error.code == .newerVersion {
            return try replace(because: error.message, salvaged: salvage())
        } catch let error as LogError {
            throw WebcomError(.unavailable, "The offline store \(directory.path) cannot be opened. \(error.message)")
        } catch let error as DatasyncError {
            return try replace(because: error.message, salvaged: salvage())
        } catch {
            throw WebcomError(.unavailable, "The offline store \(directory.path) cannot be opened: \(error)")
        }
    }

    private var options: JournalLog.Options {
        var options = JournalLog.Options()
        options.segmentSize = 1 << 20
        options.snapshotThreshold = 1 << 20
        return options
    }

    private func openJournal(_ options: JournalLog.Options) throws(LogError) -> JournalLog {
        let (clock, diagnose) = (clock, diagnose)
        let threads = JournalExecutors.threads()
        // The calling thread reads the whole content before the client starts.
        let executors = JournalExecutors(
            writer: threads.writer, reader: { $0() }, background: threads.background, runLater: threads.runLater)
        return try JournalLog(
            directory: directory.path, options: options, fileSystem: fileSystem, executors: executors,
            clock: { LogTime(Int64(clock())) }, diagnostic: { diagnose($0.message) })
    }

    private func namespace() throws(LogError) -> LogNamespace { try LogNamespace("offline") }

    private func makeStore(_ journal: JournalLog, after position: LogPosition?) throws(LogError) -> OfflineJournal {
        OfflineJournal(
            journal, namespace: try namespace(), after: position, maximumBytes: maximumBytes, runLater: runLater,
            diagnose: diagnose, closed: closed)
    }

    // MARK: Reading

    private struct Content: Sendable {
        var state = OfflineState()
        var position: LogPosition?
        var error: DatasyncError?

        mutating func add(_ record: LogRecord) {
            guard error == nil else { return }
            do throws(DatasyncError) {
                try apply(record.entry.body)
                position = record.position
            } catch {
                self.error = error
            }
        }

        private mutating func apply(_ body: [UInt8]) throws(DatasyncError) {
            let prefix = [UInt8]("state\n".utf8)
            if body.starts(with: prefix) {
                state = try OfflineState(bytes: Array(body.dropFirst(prefix.count)))
                return
            }
            guard let text = String(validating: body, as: UTF8.self) else {
                throw DatasyncError(.malformedText, "A record of an offline store is not text.")
            }
            state.apply(try OfflineChange(text: text))
        }
    }

    /// Reads the content up to the first record that cannot be read.
    private func readable(_ journal: JournalLog) throws -> Content {
        var content = Content()
        let namespace = try namespace()
        if let snapshot = try journal.snapshotBytes(of: namespace) {
            content.state = try OfflineState(bytes: snapshot.bytes)
            content.position = snapshot.position
        }
        let guarded = Guarded(content)
        let subscription = journal.follow(namespace, after: content.position) { event in
            if case .records(let records) = event {
                guarded.withLock { content in
                    for record in records { content.add(record) }
                }
            }
        }
        subscription.cancel()
        return guarded.withLock(\.self)
    }

    // MARK: Setting aside

    private func replace(because reason: String, salvaged: OfflineState?) throws(WebcomError) -> Opened {
        let aside = try place.setAside()
        let (kept, uncertain) = salvaged.map(Self.divided) ?? (OfflineState(), [])
        let count = kept.writes.count
        let unknown =
            uncertain.isEmpty ? "" : "; the outcome of \(uncertain.count) more is unknown, which their users are told"
        diagnose(
            "The offline store \(directory.path) was set aside in \(aside) and begins again with "
                + "\(count == 1 ? "1 pending write" : "\(count) pending writes")\(unknown). \(reason)")
        do {
            let journal = try openJournal(options)
            do {
                try place.bind()
            } catch {
                journal.close {}
                throw error
            }
            let store = try makeStore(journal, after: nil)
            for change in kept.changes() { store.append(change) }
            return Opened(state: kept, store: store, uncertain: uncertain)
        } catch {
            let reason = (error as? LogError)?.message ?? (error as? WebcomError)?.message ?? "\(error)"
            throw WebcomError(.unavailable, "The offline store \(directory.path) cannot be created. \(reason)")
        }
    }

    /// Returns the state before the damage; `nil` if nothing can be read.
    private func salvage() -> OfflineState? {
        var options = options
        options.openReadOnly = true
        guard let journal = try? openJournal(options) else { return nil }
        defer { journal.close {} }
        return (try? readable(journal))?.state
    }

    /// Returns the part of a salvaged state that can be sent, and the writes that must not be repeated.
    ///
    /// Repeating those could change their effect. Numbers given after the damage are unknown, so the client starts under other
    /// identifiers.
    private static func divided(_ salvaged: OfflineState) -> (OfflineState, [UserWrite]) {
        var kept = OfflineState()
        kept.caches = salvaged.caches
        kept.apply(.caching(salvaged.owner))
        var uncertain: [UserWrite] = []
        let sent = Set(salvaged.numberings.values.flatMap(\.unanswered.values).compactMap(\.self))
        for (number, write) in salvaged.writes.sorted(by: { $0.key < $1.key }) {
            if sent.contains(number), write.write.increments {
                uncertain.append(write)
            } else {
                kept.writes[number] = write
            }
        }
        return (kept, uncertain)
    }
}
