import DatasyncBackend
import DatasyncClient
import DatasyncTesting
import DatasyncWire

extension Client {
    /// Creates a client with seeded random numbers; a client recognises its own writes by its random numbers.
    convenience init(of port: BackendPort, clock: ManualClock, seed: UInt64) {
        let random = SeededRandom(seed: seed)
        self.init(
            identifier: "migration", link: port, outlivesHandles: false,
            clock: { clock.now }, random: { random.next() })
    }
}
