import DatasyncBackend
import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import DatasyncTesting
import DatasyncTree

/// The back end of a run with its log; everything happens on the calling thread.
final class LoggedBackend {
    /// An error of the log, which should not occur in any run.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let backend: Backend
    private let log: BackendLog
    private let clock: ManualClock
    private let initial: DatabaseState
    private let disk = SimulatedDisk(seed: 1)
    private var journal: JournalLog?

    /// Creates a back end with an initial state; its log begins from this state.
    init(_ log: BackendLog, initial: BackendState, clock: ManualClock) throws {
        self.log = log
        self.clock = clock
        self.initial = initial.database
        switch log {
        case .immediate:
            backend = Backend(initial) { clock.now }
        case .memory:
            backend = Backend(namespace: try Self.namespace, run: ServerRun { 1 }, clock: { clock.now })
            backend.begin(MemoryLog { clock.milliseconds }, from: self.initial, at: nil)
        case .journal, .reopened:
            backend = Backend(namespace: try Self.namespace, run: ServerRun { 1 }, clock: { clock.now })
            let journal = try makeJournal()
            self.journal = journal
            backend.begin(journal, from: self.initial, at: nil)
        }
    }

    private static var namespace: Namespace { get throws(LogError) { try Namespace("scenario") } }

    private func makeJournal() throws(LogError) -> JournalLog {
        let clock = clock
        let run: Executor = { $0() }
        var options = JournalLog.Options()
        options.segmentSize = 16 << 10
        return try JournalLog(
            directory: "/journal", options: options, fileSystem: disk,
            executors: JournalExecutors(writer: run, reader: run, background: run, runLater: { _, _ in }),
            clock: { clock.milliseconds }, diagnostic: { _ in })
    }

    /// Ends a step: closes and reopens the journal, and continues from the restored state.
    func finishStep() throws {
        guard case .reopened = log, let journal else { return }
        journal.close {}
        let reopened = try makeJournal()
        let restored = Guarded<(state: DatabaseState, position: Position?, error: DatasyncError?)>((initial, nil, nil))
        let subscription = reopened.follow(try Self.namespace, after: nil) { event in
            guard case .records(let records) = event else { return }
            restored.withLock { restored in
                for record in records {
                    do throws(DatasyncError) {
                        try restored.state.replay(record)
                        restored.position = record.position
                    } catch {
                        restored.error = error
                    }
                }
            }
        }
        subscription.cancel()
        let (state, position, error) = restored.withLock { $0 }
        if let error { throw Failure(description: "A record of the journal cannot be read: \(error.message)") }
        guard position == backend.position, state.data == backend.data else {
            throw Failure(
                description: "The journal restores \(state.data.text) at \(position.map(\.description) ?? "its start") "
                    + "instead of \(backend.data.text) at \(backend.position.map(\.description) ?? "its start").")
        }
        self.journal = reopened
        backend.proceed(with: reopened, from: state, at: position)
    }
}

extension ManualClock {
    fileprivate var milliseconds: Milliseconds { Milliseconds(Int64(now)) }
}
