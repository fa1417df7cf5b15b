import Dispatch

/// A thread of work: runs closures one at a time, in order, on a dispatch queue of its own.
package struct WorkQueue: Sendable {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs closures on the queue.
    package var executor: Executor {
        { [queue] work in queue.async(execute: work) }
    }

    /// Returns a closure that calls another one on the queue, without waiting for it.
    package func posting<Value: Sendable>(
        _ closure: @escaping @Sendable (Value) -> Void
    ) -> @Sendable (Value) -> Void {
        { [queue] value in queue.async { closure(value) } }
    }

    /// Returns once all earlier closures have run.
    package func wait() { queue.sync {} }

    /// Runs a closure on the queue after a delay.
    package func run(afterMilliseconds delay: Int, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(delay), execute: work)
    }
}
