import DatasyncConcurrency
import DatasyncLog

/// The run of a process: all back ends of a server have it in common.
///
/// A session is named by the run and a number. Each back end takes a range of numbers for itself, so that two back ends of
/// one namespace, or one that is loaded again, never use a name twice.
package final class ServerRun: Sendable {
    /// The names that a back end may use.
    package struct Place: Sendable {
        package let run: UInt64
        /// The number of the back end's own entries; its sessions have the numbers after it.
        package let first: UInt64

        package init(run: UInt64, first: UInt64 = 0) {
            self.run = run
            self.first = first
        }

        /// Returns whether a session is one of the back end's own.
        func contains(_ name: SessionName) -> Bool { name.run == run && name.number >> 32 == first >> 32 }
    }

    private struct State: Sendable {
        var run: UInt64
        var places: UInt64 = 0
    }

    private let state: Guarded<State>

    /// Creates a run.
    ///
    /// - Parameter number: A number that no other run has, as from a random generator.
    package init(_ number: UInt64) { state = Guarded(State(run: number)) }

    package var number: UInt64 { state.withLock(\.run) }

    /// Returns names that no other back end has.
    package func takePlace() -> Place {
        state.withLock { state in
            defer { state.places += 1 }
            return Place(run: state.run, first: state.places << 32)
        }
    }

    /// Returns the number of the run after one that another server has ended; the first call for it begins the new run.
    package func next(after run: UInt64) -> UInt64 {
        state.withLock { state in
            if state.run == run { state.run = RunNumber.next(after: run) }
            return state.run
        }
    }
}
