import DatasyncConcurrency
package import DatasyncEngine
import DatasyncTree

/// The data that a new client begins with, depending on its cache mode.
package struct OfflineData: Sendable {
    let mode: CacheMode
    var state = OfflineState()
    var store: (any OfflineStore)?
    /// The store, if it is in a directory.
    var journal: OfflineJournal?
    /// Problems for the client's diagnostics; they did not stop the client.
    let messages = OfflineMessages()
    /// Writes from a damaged store whose outcome is unknown.
    var uncertain: [UserWrite] = []

    /// The data of a client that keeps nothing.
    package init() { mode = .no }

    /// The data of a client whose store the caller provides.
    package init(_ state: OfflineState, in store: any OfflineStore) {
        mode = .manualSaving
        self.state = state
        self.store = store
    }

    /// The data for a mode, without data in a directory.
    init(inMemory mode: CacheMode) {
        self.mode = mode
        guard case .initialized(let text) = mode else { return }
        do throws(WebcomError) {
            state = try OfflineState(cacheText: text)
            if state.hasUnownedData { messages.report(.unownedCache) }
        } catch {
            messages.report(error)
        }
    }

    /// Reads the store of a configuration, if its cache mode has one.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the application.
    ///   - clock: The time in milliseconds since the Unix epoch.
    ///   - runLater: Runs a closure after a number of seconds.
    ///   - closed: Called after the files of the store are closed.
    /// - Throws: ``WebcomError`` `unavailable` if the directory is in use or cannot be written; `invalidConfiguration` if the
    ///   directory is not valid for this store.
    init(
        storedFor configuration: WebcomConfiguration,
        clock: @escaping @Sendable () -> Double = SystemClock.milliseconds,
        runLater: @escaping OfflineJournal.Timer = SystemExecutor.runLater, closed: @escaping @Sendable () -> Void
    ) throws(WebcomError) {
        self.init(inMemory: configuration.cacheMode)
        guard case .automatic(let directory, let maximumBytes) = mode else { return }
        let messages = messages
        let opening = OfflineOpening(
            directory: directory, maximumBytes: maximumBytes, clock: clock, runLater: runLater,
            diagnose: { messages.report(WebcomError(.unavailable, $0)) }, closed: closed,
            binding: StoreBinding(configuration), adopts: configuration.adoptStore)
        let opened = try opening.open()
        (state, journal, uncertain) = (opened.state, opened.store, opened.uncertain)
        store = journal
    }

    /// Returns the data that the engine starts with; `nil` if the client keeps nothing.
    ///
    /// - Parameter failed: Called for each restored write that fails.
    /// - Returns: The data.
    func start(failed: @escaping @Sendable (RestoredWriteFailure) -> Void) -> OfflineStart? {
        if case .no = mode { return nil }
        return OfflineStart(state: state, store: store, uncertain: uncertain) { write in
            OperationHandlers { result in
                // The application itself asked to discard these writes.
                if case .failure(let error) = result, ![.released, .cancelled].contains(error.code) {
                    failed(RestoredWriteFailure(write, WebcomError(error)))
                }
            }
        }
    }
}

/// The problems of a store, kept until the client can report them.
final class OfflineMessages: Sendable {
    private struct State: Sendable {
        var kept: [WebcomError] = []
        var receive: ApplicationOwned<@Sendable (WebcomError) -> Void>?
    }

    private let state = Guarded(State())

    func report(_ error: WebcomError) {
        let receive = state.withLock { state in
            if state.receive == nil { state.kept.append(error) }
            return state.receive
        }
        receive?.value(error)
    }

    /// Passes the stored problems and all later ones to a closure.
    func deliver(to receive: @escaping @Sendable (WebcomError) -> Void) {
        let owned = ApplicationOwned(receive)
        let kept = state.withLock { state in
            state.receive = owned
            defer { state.kept = [] }
            return state.kept
        }
        for error in kept { receive(error) }
    }
}

extension WebcomError {
    fileprivate static let unownedCache = WebcomError(
        .invalidConfiguration,
        "The text of the cache mode `initialized` is one of an earlier version, which does not name the user; the client begins "
            + "with an empty cache. Save it again.")
}
