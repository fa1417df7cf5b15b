import DatasyncConcurrency

/// A clock that follows a source until it is stopped at a time.
final class SettableClock: Sendable {
    private enum Reading {
        case running(offset: Double)
        case stopped(at: Double)
    }

    private let source: @Sendable () -> Double
    private let reading = Guarded(Reading.running(offset: 0))

    init(following source: @escaping @Sendable () -> Double) { self.source = source }

    /// The time in milliseconds since the Unix epoch.
    var now: Double {
        // The source is the application's closure, so it is called outside the lock.
        switch reading.withLock(\.self) {
        case .running(let offset): source() + offset
        case .stopped(let time): time
        }
    }

    func stop(at time: Double) { reading.withLock { $0 = .stopped(at: time) } }

    /// Moves the clock; a running clock continues from the new time, a stopped one stays stopped.
    func advance(by milliseconds: Double) {
        reading.withLock { reading in
            switch reading {
            case .running(let offset): reading = .running(offset: offset + milliseconds)
            case .stopped(let time): reading = .stopped(at: time + milliseconds)
            }
        }
    }
}
