#if Server
    import DatasyncConcurrency
    import DatasyncLog
    import Foundation
    import NIOCore
    import NIOPosix

    /// The time of a server, and calls at later times.
    struct ServerClock: Sendable {
        /// The current time, in milliseconds since the Unix epoch.
        let now: @Sendable () -> Double
        /// Calls a closure after a delay in milliseconds; calling the returned closure prevents that.
        let schedule: @Sendable (Double, @escaping @Sendable () -> Void) -> @Sendable () -> Void

        /// The time of a clock that never goes back, in milliseconds since some moment.
        var uptime: @Sendable () -> Double = { Double(NIODeadline.now().uptimeNanoseconds) / 1_000_000 }

        /// Calls a closure after a delay; calling the returned closure prevents that.
        func schedule(in time: TimeAmount, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
            schedule(Double(time.nanoseconds) / 1_000_000, action)
        }

        /// Returns the same clock with the time of a server's log, if the log has a clock of its own.
        func following(_ data: ServerData) -> ServerClock {
            ServerClock(
                now: { [now] in data.currentTime().map { Double($0.sinceEpoch) } ?? now() }, schedule: schedule,
                uptime: uptime)
        }

        /// The operating system's time.
        static let system = ServerClock(
            now: { (Date().timeIntervalSince1970 * 1000).rounded(.down) },
            schedule: { delay, action in
                let delay = TimeAmount.milliseconds(Int64(min(max(0, delay), longestDelay).rounded(.up)))
                let task = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: delay, action)
                return { task.cancel() }
            })

        /// A hundred years, in milliseconds, so that no token's time overflows.
        private static let longestDelay = 3_155_760_000_000.0
    }

    extension ServerClock {
        /// Waits for a time.
        ///
        /// - Throws: `CancellationError` if the task is cancelled meanwhile.
        func pause(milliseconds: Double) async throws {
            let waiting = Guarded<CheckedContinuation<Void, any Error>?>(nil)
            let cancel = Guarded<(@Sendable () -> Void)?>(nil)
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    waiting.withLock { $0 = continuation }
                    let timer = schedule(milliseconds) { waiting.exchange(nil)?.resume() }
                    cancel.withLock { $0 = timer }
                    if Task.isCancelled { waiting.exchange(nil)?.resume(throwing: CancellationError()) }
                }
            } onCancel: {
                cancel.exchange(nil)?()
                waiting.exchange(nil)?.resume(throwing: CancellationError())
            }
        }
    }
#endif
