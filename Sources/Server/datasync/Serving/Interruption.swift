#if Server
    import Dispatch
    import Foundation
    import Synchronization

    /// The wait for SIGINT or SIGTERM, which end the process.
    enum Interruption {
        /// The waiting task, which only the first signal resumes.
        private final class Waiter: Sendable {
            private let continuation: Mutex<CheckedContinuation<Void, Never>?>

            init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = Mutex(continuation) }

            func resume() {
                let first = continuation.withLock { continuation in
                    defer { continuation = nil }
                    return continuation
                }
                first?.resume()
            }
        }

        /// Waits for one of the signals.
        static func wait() async {
            let numbers = [SIGINT, SIGTERM]
            for number in numbers { signal(number, SIG_IGN) }
            let sources = numbers.map { DispatchSource.makeSignalSource(signal: $0) }
            await withCheckedContinuation { continuation in
                let waiter = Waiter(continuation)
                for source in sources {
                    source.setEventHandler { waiter.resume() }
                    source.resume()
                }
            }
            for source in sources { source.cancel() }
        }
    }
#endif
