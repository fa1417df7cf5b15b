import DatasyncClient
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

    /// Starts a task that takes all elements of a sequence, and then records the completion of the subscription.
    ///
    /// - Parameters:
    ///   - subscription: The subscription.
    ///   - sequence: Returns the sequence, which need not be sendable.
    ///   - finish: Called before the completion is recorded.
    ///   - body: Called with each element.
    /// - Returns: The task.
    func loop<Elements: AsyncSequence & SendableMetatype>(
        _ subscription: DialectSubscription, over sequence: @escaping @Sendable () -> Elements,
        finish: @escaping @Sendable () -> Void = {}, _ body: @escaping @Sendable (Elements.Element) -> Void
    ) -> Task<Void, Never> where Elements.AsyncIterator: SendableMetatype {
        Task(executorPreference: self) {
            do {
                for try await element in sequence() { body(element) }
                finish()
                subscription.end()
            } catch {
                finish()
                if let error = error as? WebcomError { subscription.end(error) }
            }
        }
    }
}
