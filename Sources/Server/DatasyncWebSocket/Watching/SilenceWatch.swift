#if WebSocket
    package import NIOCore

    /// The timer of a ``KeepAlive``, on the event loop of its connection.
    package final class SilenceWatch {
        private let intervals: KeepAlive.Intervals
        private var keepAlive: KeepAlive?
        private var eventLoop: (any EventLoop)?
        private var timer: Scheduled<Void>?

        package init(_ intervals: KeepAlive.Intervals) { self.intervals = intervals }

        /// Starts the watch.
        ///
        /// - Parameters:
        ///   - eventLoop: The connection's event loop, on which all calls are made.
        ///   - ping: Called to send a ping.
        ///   - died: Called if the ping is not answered.
        package func start(
            on eventLoop: any EventLoop, ping: @escaping @Sendable () -> Void, died: @escaping @Sendable () -> Void
        ) {
            self.eventLoop = eventLoop
            keepAlive = KeepAlive(intervals, now: Self.time(eventLoop))
            check(ping, died)
        }

        /// Records that data arrived.
        package func received() {
            guard let eventLoop else { return }
            keepAlive?.received(now: Self.time(eventLoop))
        }

        /// Stops the watch, and releases its closures.
        package func stop() {
            timer?.cancel()
            timer = nil
            eventLoop = nil
        }

        private func check(_ ping: @escaping @Sendable () -> Void, _ died: @escaping @Sendable () -> Void) {
            guard let eventLoop, let action = keepAlive?.check(now: Self.time(eventLoop)) else { return }
            let time: Duration
            switch action {
            case .dead: return died()
            case .ping(let next):
                ping()
                time = next
            case .wait(let until): time = until
            }
            let deadline = NIODeadline.uptimeNanoseconds(0) + TimeAmount(time)
            timer = eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in
                self?.check(ping, died)
            }
        }

        private static func time(_ eventLoop: any EventLoop) -> Duration {
            Duration(eventLoop.now - NIODeadline.uptimeNanoseconds(0))
        }
    }
#endif
