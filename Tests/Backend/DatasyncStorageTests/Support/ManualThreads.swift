import DatasyncConcurrency
import DatasyncStorage

/// The threads of a journal as a list of jobs that the test runs.
final class ManualThreads: Sendable {
    private let jobs = Box(Fifo<@Sendable () -> Void>())
    private let delayed = Box<[@Sendable () -> Void]>([])

    var executors: JournalExecutors {
        let executor: Executor = { [jobs] job in jobs.value.withLock { $0.append(job) } }
        return JournalExecutors(
            writer: executor, reader: executor, background: executor,
            runLater: { [delayed] _, job in delayed.value.withLock { $0.append(job) } })
    }

    /// Runs the jobs until none is left, or a number of them.
    func run(atMost count: Int = .max) {
        var left = count
        while left > 0, let job = jobs.value.withLock({ $0.popFirst() }) {
            job()
            left -= 1
        }
    }

    /// Lets all delays pass.
    func passTime() {
        let due = delayed.value.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in due { job() }
    }
}
