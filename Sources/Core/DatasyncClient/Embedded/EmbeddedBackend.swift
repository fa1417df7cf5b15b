package import DatasyncBackend
package import DatasyncConcurrency
public import DatasyncLog
import DatasyncTree
import Dispatch
public import Foundation

/// A back end in this process: the authority over one tree of data, for any number of clients.
///
/// An application with the platform `embedded` uses the back end of its identifier. Tests and demos make back ends with their
/// own clock, and read the data. Tests also drop connections, hold responses, refuse writes and set the time: see
/// <doc:TestingYourApplication>. You can use all members on any thread.
///
/// ```swift
/// let backend = EmbeddedBackend()
/// let application = WebcomApplication(
///     configuration: WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend)))
/// ```
public final class EmbeddedBackend: Sendable {
    /// A client's port to an embedded back end.
    package struct Port: Sendable {
        package let backend: Backend
        package let link: BackendPort
    }

    package let backend: Backend
    let clock: SettableClock
    /// The closure that checks credentials, if the application has set one.
    let signIn: EmbeddedSignIn
    /// The log that the back end follows, if it has one.
    private let log: StoredLog?
    private let isClosed = Guarded(false)
    /// The subscriptions to changes, which end with the back end.
    let subscriptions = Guarded<[ObjectIdentifier: BackendSubscription]>([:])

    /// Makes an empty back end without rules.
    ///
    /// - Parameter clock: The time in milliseconds since the Unix epoch; by default the system's.
    public convenience init(clock: (@Sendable () -> Double)? = nil) {
        self.init(state: BackendState(), clock: clock)
    }

    /// Makes a back end with a state.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - clock: The time in milliseconds since the Unix epoch; by default the system's.
    ///   - executor: Runs the deliveries beyond the limit of one call. Without an executor, as in deterministic tests, the call
    ///     runs all deliveries.
    package init(
        state: BackendState, clock: (@Sendable () -> Double)? = nil, executor: Executor? = SystemExecutor.run
    ) {
        let clock = SettableClock(following: clock ?? SystemClock.milliseconds)
        self.clock = clock
        log = nil
        signIn = EmbeddedSignIn(executor: executor)
        backend = Backend(state, clock: { clock.now }, executor: executor)
    }

    /// Opens the back end that is stored in a directory, or creates it.
    ///
    /// Every write is on the disk before it is acknowledged. The directory belongs to this object until ``close()``: opening it
    /// again, in this or another process, is an error. If clients were connected when the process ended, their on-disconnect
    /// writes run now.
    ///
    /// ```swift
    /// let backend = try await EmbeddedBackend(directory: URL(filePath: "datasync-data"))
    /// ```
    ///
    /// - Parameters:
    ///   - directory: The directory; its parent must exist.
    ///   - namespace: The name of the tree of data, of 1 to 512 bytes in UTF-8.
    ///   - clock: The time in milliseconds since the Unix epoch; by default the system's.
    ///   - diagnostics: Called with messages about repairs, on a separate thread; by default they are discarded.
    /// - Throws: ``WebcomError`` `unavailable`, whose message names the file and the remedy, if the directory is in use, is
    ///   damaged or was written by a newer version; the files then stay unchanged. `invalidConfiguration` for the name.
    public convenience init(
        directory: URL, namespace: String = "default", clock: (@Sendable () -> Double)? = nil,
        diagnostics: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(WebcomError) {
        let clock = SettableClock(following: clock ?? SystemClock.milliseconds)
        let diagnostics = WorkQueue(label: "datasync.diagnostics").posting(diagnostics)
        let log = StoredLog(directory: directory, clock: clock, diagnostics: diagnostics)
        try await self.init(log, namespace: namespace, clock: clock, diagnostics: diagnostics)
    }

    /// Opens the back end that is stored in a log, or creates it.
    ///
    /// Several back ends of a process may share a namespace of a log: each of their clients sees the writes of all, and reads
    /// its own writes wherever it connects. The clients of other processes have lost their connection when a back end starts,
    /// so their on-disconnect writes run then.
    ///
    /// - Parameters:
    ///   - log: The log; only back ends of this process may append to the namespace.
    ///   - namespace: The name of the tree of data, of 1 to 512 bytes in UTF-8.
    ///   - clock: The time in milliseconds since the Unix epoch, for read rules; by default the log's, or else the system's.
    ///   - diagnostics: Called with messages about the log, on a separate thread; by default they are discarded.
    /// - Throws: ``WebcomError`` `unavailable` if the log or its latest snapshot cannot be read; `invalidConfiguration` for
    ///   the name.
    public convenience init(
        log: any CommitLog, namespace: String = "default", clock: (@Sendable () -> Double)? = nil,
        diagnostics: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(WebcomError) {
        let clock = SettableClock(
            following: clock ?? { log.currentTime().map { Double($0.sinceEpoch) } ?? SystemClock.milliseconds() })
        let diagnostics = WorkQueue(label: "datasync.diagnostics").posting(diagnostics)
        try await self.init(StoredLog(log), namespace: namespace, clock: clock, diagnostics: diagnostics)
    }

    private convenience init(
        _ log: StoredLog, namespace: String, clock: SettableClock, diagnostics: @escaping @Sendable (String) -> Void
    ) async throws(WebcomError) {
        try self.init(storedIn: log, namespace: namespace, clock: clock, diagnostics: diagnostics)
        try await start()
    }

    /// Makes a back end over a log; clients wait until ``start()`` has read the log.
    init(
        storedIn log: StoredLog, namespace: String, clock: SettableClock,
        diagnostics: @escaping @Sendable (String) -> Void
    ) throws(WebcomError) {
        self.log = log
        self.clock = clock
        signIn = EmbeddedSignIn(executor: SystemExecutor.run)
        do throws(LogError) {
            backend = Backend(
                namespace: try LogNamespace(namespace), run: log.isGiven ? Self.run : ServerRun(Self.makeRun()),
                beside: log.isGiven ? .process : .none, clock: { clock.now }, executor: SystemExecutor.run,
                diagnose: diagnostics)
        } catch {
            throw WebcomError(.invalidConfiguration, error.message)
        }
    }

    /// The run of this process, for all back ends over given logs: one that starts leaves the clients of the others alone.
    private static let run = ServerRun(makeRun())

    private static func makeRun() -> UInt64 { SystemClock.randomBits() | 1 }

    /// Reads the log, then accepts connections.
    func start() async throws(WebcomError) {
        guard let log else { return }
        do {
            try await backend.start(try await log.open())
        } catch {
            let message = (error as? LogError)?.message ?? "\(error)"
            backend.fail(because: message)
            throw WebcomError(.unavailable, message)
        }
    }

    deinit { endSubscriptions() }

    /// Whether the back end follows a log, which may fail.
    var isStored: Bool { log != nil }

    /// Reads the log; if that fails, tries again after growing delays until it succeeds or the back end is closed.
    ///
    /// - Parameters:
    ///   - runLater: Runs the next attempt after a number of seconds.
    ///   - delay: The delay before the next attempt, in seconds.
    func keepStarting(_ runLater: @escaping OfflineJournal.Timer, delay: Double = 1) {
        Task { [weak self] in
            do {
                try await self?.start()
            } catch {
                runLater(delay) { [weak self] in
                    guard let self, !isClosed.withLock(\.self) else { return }
                    keepStarting(runLater, delay: min(30, delay * 2))
                }
            }
        }
    }

    /// Writes all accepted changes to the disk, ends all connections and closes the files.
    ///
    /// Clients stay disconnected, and send their pending writes to the next back end they connect to. A given log stays open.
    /// No effect in memory.
    public func close() async {
        guard let log else { return }
        _ = isClosed.exchange(true)
        endSubscriptions()
        backend.fail(because: "The back end was closed. Open its directory again.")
        await log.close()
    }

    /// Returns the records of the log after a position, up to the last one applied so far.
    ///
    /// Replay them to examine a failing run. Only this library can interpret the bodies of entries.
    ///
    /// - Parameter position: The position after which the records begin; `nil` for all records.
    /// - Returns: The records, in order.
    /// - Throws: ``WebcomError`` `unavailable` if there is no log, or if it no longer has the records.
    public func records(after position: LogPosition? = nil) async throws(WebcomError) -> [LogRecord] {
        guard let log, let namespace = backend.namespace else {
            throw Self.keepsNoRecords
        }
        do {
            return try await log.open().records(of: namespace, after: position, upTo: backend.position)
        } catch {
            throw WebcomError(.unavailable, (error as? LogError)?.message ?? "\(error)")
        }
    }

    /// Makes the port of a new client.
    package func makePort() -> Port {
        Port(backend: backend, link: backend.makePort(signInCheck: signIn.decide))
    }

    /// All data, as Foundation's JSON values; integer-keyed nodes read as arrays.
    public var data: Any? { backend.data.foundationValue }

    /// Replaces all data without checking the rules; every affected subscription receives events.
    ///
    /// - Parameter json: Foundation's JSON values; `nil` removes all data.
    /// - Throws: ``WebcomError`` that names the error in the data; the old data then stay.
    public func setData(_ json: Any?) throws(WebcomError) {
        let writeValue = try WrittenValue.foundation(json).writeValue(at: .root)
        do throws(DatasyncError) {
            try backend.write(writeValue, at: .root)
        } catch {
            throw WebcomError(error)
        }
    }

    /// Replaces the rules and revokes the subscriptions that the new rules do not allow.
    ///
    /// - Parameter text: A document `{"rules": {…}}`, or `null` for no rules. It may contain comments, and line breaks in
    ///   expressions.
    /// - Throws: ``WebcomError`` with the path of the error in the document; the old rules then stay.
    public func setRules(_ text: String) throws(WebcomError) {
        do throws(DatasyncError) {
            backend.setRules(try RulesDocument(source: text.utf8))
        } catch {
            throw WebcomError(error)
        }
    }
}

extension UInt64 {
    /// The number made from these 64 random bits, from 0 up to, but not including, 1.
    var unitInterval: Double { Double(self >> 11) / Double(1 << 53 as UInt64) }
}

extension EmbeddedBackend: CustomStringConvertible {
    /// The JSON text of the data, truncated if it is long.
    public var description: String { "EmbeddedBackend(\(backend.data.text(atMost: 200)))" }
}
