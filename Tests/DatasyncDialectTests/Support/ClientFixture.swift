import DatasyncClient
import DatasyncConcurrency
import DatasyncTesting
import DatasyncWire
import Dispatch

@testable import DatasyncBackend

/// A back end of one's own, devices of it, and the queue on which they deliver.
final class ClientFixture: Sendable {
    let clock: ManualClock
    let queue = DispatchQueue(label: "bench")
    let embedded: EmbeddedBackend
    private let devices = Guarded(0)

    /// Makes a back end.
    ///
    /// - Parameters:
    ///   - data: What it holds at the start.
    ///   - rules: The text of the rules document; without one everything is allowed.
    /// - Throws: What is wrong with data or rules.
    init(_ data: Any? = nil, rules: String? = nil) throws {
        let clock = ManualClock()
        self.clock = clock
        embedded = EmbeddedBackend(state: BackendState(), clock: { clock.now }, executor: nil)
        try embedded.setData(data)
        if let rules { try embedded.setRules(rules) }
    }

    /// Makes a back end of a state.
    init(state: BackendState) {
        let clock = ManualClock()
        self.clock = clock
        embedded = EmbeddedBackend(state: state, clock: { clock.now }, executor: nil)
    }

    /// Another queue.
    static func queue(_ label: String) -> DispatchQueue { DispatchQueue(label: label) }

    /// One more client, whose default queue is the bench's.
    ///
    /// - Parameter pushed: Told of each push of the back end, how many children it carries; a value alone counts as one.
    /// - Returns: The client.
    func device(pushed: (@Sendable (Int) -> Void)? = nil) -> Device {
        let port = embedded.makePort()
        // Clients tell their writes from those of others by what they draw first, so each has a seed of its own.
        let seed = devices.withLock { devices in
            devices += 1
            return UInt64(devices)
        }
        let (clock, random) = (clock, SeededRandom(seed: seed))
        let client = Client(
            identifier: "bench",
            link: pushed.map { CountingLink(link: port.link, pushed: $0) as any Link } ?? port.link,
            port: port, outlivesHandles: false,
            clock: { clock.now }, random: { random.next() })
        client.defaultQueue = queue
        return Device(application: WebcomApplication(client: client), port: port.link)
    }

    /// Waits until everything that was posted to the queue, and what that posted in turn, has run.
    func flush() {
        for _ in 0..<6 { queue.sync {} }
    }

    /// How many queries all sessions together listen to at the back end.
    var listenCount: Int { look { state in state.sessions.values.reduce(0) { $0 + $1.listens.count } } }

    /// How many connections are open.
    var sessionCount: Int { look { $0.sessions.count } }

    private func look(_ count: @Sendable (BackendState) -> Int) -> Int {
        let seen = Guarded(0)
        embedded.backend.perform { state, _ in
            let number = count(state)
            seen.withLock { $0 = number }
            return []
        }
        return seen.withLock(\.self)
    }
}

/// Waits until everything that was posted to the main queue, and what that posted in turn, has run.
func flushMain() async {
    for _ in 0..<6 {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}

/// A document of rules that allows reading everywhere and writing nowhere.
let readOnly = #"{"rules": {".read": true, ".write": false}}"#

/// A document of rules that allows nothing.
let closed = #"{"rules": {".read": false, ".write": false}}"#
