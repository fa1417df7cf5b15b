import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A measurement of the process CPU time and the wall time since its creation.
///
/// The process CPU time is the sum over all threads. On a machine with other users it varies less than the wall time.
package struct Stopwatch {
    /// Two durations in seconds.
    package struct Reading: Sendable {
        package let cpu: Double
        package let wall: Double
    }

    private let cpu: Double
    private let wall: Double

    package init() {
        cpu = Self.time(of: CLOCK_PROCESS_CPUTIME_ID)
        wall = Self.time(of: CLOCK_MONOTONIC)
    }

    /// The durations since the creation.
    package var elapsed: Reading {
        Reading(cpu: Self.time(of: CLOCK_PROCESS_CPUTIME_ID) - cpu, wall: Self.time(of: CLOCK_MONOTONIC) - wall)
    }

    /// Waits until the other threads of the process are idle, so that leftover work does not count for the next row.
    ///
    /// It waits at most two seconds.
    static func waitForIdleProcess() {
        let never = DispatchSemaphore(value: 0)
        for _ in 0..<400 {
            let stopwatch = Stopwatch()
            _ = never.wait(timeout: .now() + .milliseconds(5))
            if stopwatch.elapsed.cpu < 0.000_3 { return }
        }
    }

    private static func time(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
