import Dispatch
import Synchronization

/// A task executor that runs jobs on a serial queue and counts the unfinished ones.
final class QueueTaskExecutor: TaskExecutor {
    private let queue: DispatchQueue
    private let pending = Atomic<Int>(0)

    init(queue: DispatchQueue) { self.queue = queue }

    /// Whether a job waits or runs.
    var isBusy: Bool { pending.load(ordering: .acquiring) > 0 }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pending.add(1, ordering: .acquiringAndReleasing)
        queue.async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.pending.subtract(1, ordering: .acquiringAndReleasing)
        }
    }
}
