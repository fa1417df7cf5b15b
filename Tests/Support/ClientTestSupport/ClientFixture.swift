package import DatasyncBackend
package import DatasyncClient
import DatasyncConcurrency
package import DatasyncTesting
import DatasyncWire
package import Dispatch

/// A separate back end, its clients, and the queue on which they deliver.
package final class ClientFixture: Sendable {
    package let clock: ManualClock
    package let queue = DispatchQueue(label: "bench")
    package let embedded: EmbeddedBackend
    private let devices = Guarded(0)

    /// Creates a back end with data and rules.
    ///
    /// - Parameters:
    ///   - data: The initial data.
    ///   - rules: The text of the rules document; without one everything is allowed.
    /// - Throws: The error for invalid data or rules.
    package init(_ data: Any? = nil, rules: String? = nil) throws {
        let clock = ManualClock()
        self.clock = clock
        embedded = EmbeddedBackend(state: BackendState(), clock: { clock.now }, executor: nil)
        try embedded.setData(data)
        if let rules { try embedded.setRules(rules) }
    }

    /// Creates a back end with a state.
    package init(state: BackendState) {
        let clock = ManualClock()
        self.clock = clock
        embedded = EmbeddedBackend(state: state, clock: { clock.now }, executor: nil)
    }

    /// Returns another queue.
    package static func queue(_ label: String) -> DispatchQueue { DispatchQueue(label: label) }

    /// Returns a new client whose default queue is that of the fixture.
    ///
    /// - Parameter pushed: Called for each push with the number of its children; a value alone counts as one.
    /// - Returns: The client.
    package func device(pushed: (@Sendable (Int) -> Void)? = nil) -> Device {
        let port = embedded.makePort()
        // A client recognises its own writes by its first random number, so each client has its own seed.
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

    /// Waits until the queue has run everything posted to it, and everything that this posted in turn.
    package func flush() {
        for _ in 0..<6 { queue.sync {} }
    }

    /// The number of listens at the back end, of all sessions.
    package var listenCount: Int { look(\.listenCount) }

    /// The number of open connections.
    package var sessionCount: Int { look(\.sessionCount) }

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

/// Waits until the main queue has run everything posted to it, and everything that this posted in turn.
package func flushMain() async {
    for _ in 0..<6 {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}

/// A document of rules that allows reading everywhere and writing nowhere.
package let readOnly = #"{"rules": {".read": true, ".write": false}}"#

/// A document of rules that allows nothing.
package let closed = #"{"rules": {".read": false, ".write": false}}"#
