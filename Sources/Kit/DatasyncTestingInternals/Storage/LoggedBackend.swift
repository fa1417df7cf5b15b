import DatasyncBackend
import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import DatasyncTesting
import DatasyncTree

/// The back ends of a run with their log; everything happens on the calling thread.
final class LoggedBackend {
    /// An error of the log, which should not occur in any run.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let backends: [Backend]
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
        let namespace = try Self.namespace
        let make = { (run: UInt64, users: LogUsers) in
            Backend(namespace: namespace, run: ServerRun(run), beside: users, clock: { clock.now })
        }
        switch log {
        case .immediate: backends = [Backend(initial) { clock.now }]
        case .memory:
            backends = [make(1, .none)]
            backends[0].begin(MemoryLog { clock.milliseconds }, from: self.initial, at: nil)
        case .journal, .reopened:
            backends = [make(1, .none)]
            let journal = try makeJournal()
            self.journal = journal
            backends[0].begin(journal, from: self.initial, at: nil)
        case .shared, .reloaded:
            backends = [make(1, .servers), make(2, .servers)]
            let memory = MemoryLog(retention: .untilSnapshot) { clock.milliseconds }
            for backend in backends { backend.begin(memory, from: self.initial, at: nil) }
        }
    }

    private static var namespace: LogNamespace { get throws(LogError) { try LogNamespace("scenario") } }

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

    /// Ends a step: closes and reopens the journal, and continues from the restored state; or reads the log again.
    func finishStep() throws {
        if case .reloaded = log { for backend in backends { backend.readAgain() } }
        guard case .reopened = log, let journal else { return }
        let backend = backends[0]
        journal.close {}
        let reopened = try makeJournal()
        let restored = Guarded<(state: DatabaseState, position: LogPosition?, error: DatasyncError?)>(
            (initial, nil, nil))
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
    fileprivate var milliseconds: LogTime { LogTime(Int64(now)) }
}
