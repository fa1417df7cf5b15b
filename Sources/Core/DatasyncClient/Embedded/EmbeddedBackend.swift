package import DatasyncBackend
package import DatasyncConcurrency
public import DatasyncLog
import DatasyncTree
import Dispatch
public import Foundation

/// A back end in this process: the authority over one tree of data, for any number of clients.
///
/// An application with the platform `embedded` uses the back end of its identifier. Tests and demos make back ends with
/// their own clock, and read the data. Tests also drop connections, hold responses, refuse writes and set the time: see
/// <doc:TestingYourApplication>. All members may be used on any thread.
///
/// ```swift
/// let backend = EmbeddedBackend()
/// let application = WebcomApplication(
///     configuration: WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend)))
/// ```
public final class EmbeddedBackend: Sendable {
    /// The port of one client to an embedded back end.
    package struct Port: Sendable {
        package let backend: Backend
        package let link: BackendPort
    }

    package let backend: Backend
    let clock: SettableClock
    /// The closure that decides about credentials, if the application has set one.
    let signIn: EmbeddedSignIn
    /// The log that the back end follows, if it has one.
    private let log: StoredLog?
    private let isClosed = Guarded(false)

    /// Makes an empty back end without rules.
    ///
    /// - Parameter clock: The time in milliseconds since the Unix epoch; by default the system's.
    public convenience init(clock: (@Sendable () -> Double)? = nil) {
        self.init(state: BackendState(), clock: clock)
    }

    /// Makes a back end with a state.
    ///
    /// `executor`: Runs the deliveries that exceed the limit of a call. Without an executor, as in deterministic tests, the
    /// call executes all deliveries.
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
    /// Every write is on the disk before it is acknowledged. The directory belongs to this object until ``close()``: opening
    /// it again, in this or another process, is an error. On-disconnect writes of clients that were connected when the
    /// process ended are executed now.
    ///
    /// ```swift
    /// let backend = try await EmbeddedBackend(directory: URL(filePath: "datasync-data"))
    /// ```
    ///
    /// - Parameters:
    ///   - directory: The directory, whose parent must exist.
    ///   - namespace: The name of the tree of data, of 1 to 512 bytes in UTF-8.
    ///   - clock: The time in milliseconds since the Unix epoch; by default the system's.
    ///   - diagnostics: The closure to call, on a thread of its own, with messages about repairs; by default they are discarded.
    /// - Throws: ``WebcomError`` `unavailable`, whose message names the file and the remedy, if the directory is in use or
    ///   damaged, or was written by a newer version; the files are unchanged then. `invalidConfiguration` for the name.
    public convenience init(
        directory: URL, namespace: String = "default", clock: (@Sendable () -> Double)? = nil,
        diagnostics: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(WebcomError) {
        let clock = SettableClock(following: clock ?? SystemClock.milliseconds)
        let diagnostics = WorkQueue(label: "datasync.diagnostics").posting(diagnostics)
        let log = StoredLog(directory: directory, clock: clock, diagnostics: diagnostics)
        try await self.init(log, namespace: namespace, clock: clock, diagnostics: diagnostics)
    }

    /// Opens the back end that a log holds, or creates it.
    ///
    /// - Parameters:
    ///   - log: The log; no other back end of the process may append to the namespace.
    ///   - namespace: The name of the tree of data, of 1 to 512 bytes in UTF-8.
    ///   - clock: The time in milliseconds since the Unix epoch, for read rules; by default the system's.
    ///   - diagnostics: The closure to call, on a thread of its own, with messages about the log; by default they are discarded.
    /// - Throws: ``WebcomError`` `unavailable` if the log or its latest snapshot cannot be read; `invalidConfiguration` for
    ///   the name.
    public convenience init(
        log: any CommitLog, namespace: String = "default", clock: (@Sendable () -> Double)? = nil,
        diagnostics: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws(WebcomError) {
        let clock = SettableClock(following: clock ?? SystemClock.milliseconds)
        let diagnostics = WorkQueue(label: "datasync.diagnostics").posting(diagnostics)
        try await self.init(StoredLog(log), namespace: namespace, clock: clock, diagnostics: diagnostics)
    }

    private convenience init(
        _ log: StoredLog, namespace: String, clock: SettableClock, diagnostics: @escaping @Sendable (String) -> Void
    ) async throws(WebcomError) {
        try self.init(storedIn: log, namespace: namespace, clock: clock, diagnostics: diagnostics)
        try await start()
    }

    /// Makes a back end over a log; clients wait until ``start()`` has read it.
    init(
        storedIn log: StoredLog, namespace: String, clock: SettableClock,
        diagnostics: @escaping @Sendable (String) -> Void
    ) throws(WebcomError) {
        self.log = log
        self.clock = clock
        signIn = EmbeddedSignIn(executor: SystemExecutor.run)
        do throws(LogError) {
            backend = Backend(
                namespace: try Namespace(namespace), run: SystemClock.randomBits() | 1, clock: { clock.now },
                executor: SystemExecutor.run, diagnose: diagnostics)
        } catch {
            throw WebcomError(.invalidConfiguration, error.message)
        }
    }

    /// Reads the log, and accepts connections after that.
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

    /// Whether the back end follows a log, which may fail.
    var isStored: Bool { log != nil }

    /// Reads the log; after a failure again after growing delays, until it succeeds or the back end is closed.
    ///
    /// `delay`: The delay before the next attempt, in seconds.
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
    /// Clients stay disconnected; their pending writes are sent to the next back end that they connect to. No effect for a
    /// back end without a directory.
    public func close() async {
        guard let log else { return }
        _ = isClosed.exchange(true)
        backend.fail(because: "The back end was closed. Open its directory again.")
        await log.close()
    }

    /// Returns the records of the log after a position, up to those that are applied now.
    ///
    /// Replay them to examine a failing run. The bodies of entries are meaningful only to this library.
    ///
    /// - Parameter position: The position after which the records begin; `nil` for all.
    /// - Returns: The records, in order.
    /// - Throws: ``WebcomError`` `unavailable` if there is no log, or if it no longer has the records.
    public func records(after position: Position? = nil) async throws(WebcomError) -> [Record] {
        guard let log, let namespace = backend.namespace else {
            throw WebcomError(.unavailable, "The back end keeps no records; open it with a directory or a log.")
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
    /// - Throws: ``WebcomError`` that names the error in the data; the old data then remain.
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
    /// - Parameter text: A document `{"rules": {…}}`, or `null` for no rules. It may have comments, and line breaks in
    ///   expressions.
    /// - Throws: ``WebcomError`` with the path of the error in the document; the old rules then remain.
    public func setRules(_ text: String) throws(WebcomError) {
        do throws(DatasyncError) {
            backend.setRules(try RulesDocument(source: text.utf8))
        } catch {
            throw WebcomError(error)
        }
    }
}

extension UInt64 {
    /// The number from 0 up to, but not including, 1 that 64 random bits give.
    var unitInterval: Double { Double(self >> 11) / Double(1 << 53 as UInt64) }
}

extension EmbeddedBackend: CustomStringConvertible {
    /// The JSON text of the data, truncated if it is long.
    public var description: String { "EmbeddedBackend(\(backend.data.text(atMost: 200)))" }
}
