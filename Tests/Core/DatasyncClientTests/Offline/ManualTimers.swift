/// Timers that run when the test asks for it.
final class ManualTimers: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Timer.self)

    struct Timer: Sendable {
        let seconds: Double
        let run: @Sendable () -> Void
    }

    @Sendable func add(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        continuation.yield(Timer(seconds: seconds, run: body))
    }

    /// Waits for the next timer that was started.
    func next() async -> Timer? {
        for await timer in stream { return timer }
        return nil
    }
}
