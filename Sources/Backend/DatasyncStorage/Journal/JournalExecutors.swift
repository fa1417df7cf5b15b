package import DatasyncConcurrency

/// The threads of a journal.
package struct JournalExecutors: Sendable {
    /// Writes batches, and delivers their records.
    package let writer: Executor
    /// Reads records for followers that are behind.
    package let reader: Executor
    /// Stores snapshots, and creates and removes segments.
    package let background: Executor
    /// Runs a closure after a number of milliseconds.
    package let runLater: @Sendable (Int, @escaping @Sendable () -> Void) -> Void

    package init(
        writer: @escaping Executor, reader: @escaping Executor, background: @escaping Executor,
        runLater: @escaping @Sendable (Int, @escaping @Sendable () -> Void) -> Void
    ) {
        self.writer = writer
        self.reader = reader
        self.background = background
        self.runLater = runLater
    }

    /// Three threads of the system, and one for the timer.
    package static func threads() -> JournalExecutors {
        let timer = WorkQueue(label: "datasync.journal.timer")
        return JournalExecutors(
            writer: WorkQueue(label: "datasync.journal.writer").executor,
            reader: WorkQueue(label: "datasync.journal.reader").executor,
            background: WorkQueue(label: "datasync.journal.background").executor,
            runLater: { timer.run(afterMilliseconds: $0, $1) })
    }
}
