#if Server
    import NIOCore

    /// Runs tasks on an event loop, so that a request's work and its response share a thread.
    final class EventLoopExecutor: TaskExecutor {
        private let eventLoop: any EventLoop

        init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            eventLoop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }
#endif
