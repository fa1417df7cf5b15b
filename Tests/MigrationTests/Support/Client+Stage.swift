import DatasyncBackend
import DatasyncClient
import DatasyncTesting
import DatasyncWire

extension Client {
    /// A client of a back end that draws lots by a seed: clients tell their writes from those of others by what they draw.
    convenience init(of port: BackendPort, clock: ManualClock, seed: UInt64) {
        let random = SeededRandom(seed: seed)
        self.init(
            identifier: "migration", link: Loopback(to: port, throughText: false), outlivesHandles: false,
            clock: { clock.now }, random: { random.next() })
    }
}
