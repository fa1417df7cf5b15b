import ClientTestSupport
import DatasyncConcurrency
import DatasyncTesting
import DatasyncWire
import Testing

@testable import DatasyncClient

/// The delays between attempts to connect.
struct ReconnectionTests {
    private final class ManualTimer: Sendable {
        private let waiting = Guarded<[(seconds: Double, body: @Sendable () -> Void)]>([])

        /// The delays that have not passed, in milliseconds.
        var delays: [Double] { waiting.withLock { $0.map { ($0.seconds * 1000).rounded() } } }

        @Sendable func run(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
            waiting.withLock { $0.append((seconds, body)) }
        }

        func fire() {
            let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            next?.body()
        }
    }

    /// A link whose connections end as the test says.
    private final class EndingLink: Link {
        let receivers = Guarded<[@Sendable (LinkEvent) -> Void]>([])

        private struct Connection: LinkConnection {
            func send(_ message: ClientMessage) {}
            func close() {}
        }

        func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
            receivers.withLock { $0.append(receive) }
            return Connection()
        }

        func deliver(_ event: LinkEvent) { receivers.withLock(\.last)?(event) }
    }

    @Test("the first attempt is made at once, later ones after growing delays up to the longest")
    func growth() {
        var schedule = ReconnectionSchedule(ReconnectionPolicy())
        let delays = (0..<40).map { _ in schedule.delay(afterEndAt: 0, random: 1) }
        #expect(delays.prefix(4).map { ($0 * 1000).rounded() } == [0, 1000, 1300, 1690])
        #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(delays.last == 300)
    }

    @Test("the random share is from half of the delay to all of it")
    func randomness() {
        for (random, expected) in [(0.0, 0.5), (0.5, 0.75), (1.0, 1.0)] {
            var schedule = ReconnectionSchedule(ReconnectionPolicy())
            _ = schedule.delay(afterEndAt: 0, random: random)
            #expect(schedule.delay(afterEndAt: 0, random: random) == expected)
        }
    }

    @Test("a connection of thirty seconds begins the delays again, a shorter one does not")
    func stability() {
        var schedule = ReconnectionSchedule(ReconnectionPolicy())
        for _ in 0..<5 { _ = schedule.delay(afterEndAt: 0, random: 1) }
        schedule.connected(at: 1_000)
        #expect(schedule.delay(afterEndAt: 30_999, random: 1) > 2)
        schedule.connected(at: 40_000)
        #expect(schedule.delay(afterEndAt: 70_000, random: 1) == 0)
    }

    @Test("a lost connection is retried by the schedule; a final refusal is not")
    func link() {
        let (timer, ending, clock) = (ManualTimer(), EndingLink(), ManualClock())
        let link = ReconnectingLink(
            ending, clock: { clock.now }, random: { .max }, runLater: { timer.run($0, $1) })
        let attempts = Box(0)
        func open() {
            _ = link.open { event in if case .available = event { attempts.value += 1 } }
        }
        for expected in [0.0, 1, 1.3] {
            open()
            ending.deliver(.closed(reason: "lost"))
            ending.deliver(.closed(reason: "lost again"))
            #expect(timer.delays == [expected * 1000])
            timer.fire()
        }
        #expect(attempts.value == 3)
        open()
        ending.deliver(.message(.control(.shutdown(reason: "too many connections"))))
        #expect(timer.delays == [])
    }
}
