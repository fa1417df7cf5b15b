import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import DatasyncTesting
import Dispatch
import TestSupport
import Testing

@testable import DatasyncEngine

extension Regressions {
    /// Tests with six threads on three clients that write, subscribe, and lose their connections.
    @Suite("Concurrent writes, subscriptions and disconnects", .timeLimit(.minutes(30)))
    struct StressTests {
        /// One round, with the writes and subscriptions that were started and completed.
        private final class Round: Sendable {
            let fixture: ClientFixture
            let devices: [Device]
            /// One line for each write that was started.
            let begun = Log()
            /// One line for each write that settled.
            let settled = Log()
            /// The number of each subscription that was started.
            let subscribed = Log()
            /// The number of each subscription that completed, once for each completion.
            let ended = Log()

            init() throws {
                let fixture = try ClientFixture(["list": ["s": 0]])
                self.fixture = fixture
                devices = (0..<3).map { _ in fixture.device() }
            }

            func work(_ worker: Int, seed: UInt64, steps: Int) {
                let random = SeededRandom(seed: seed)
                let device = devices[worker % devices.count]
                let manager = device.manager()
                for step in 0..<steps {
                    let chance = random.next()
                    switch chance % 9 {
                    case 0...3: write(step, on: device, chance: chance / 9)
                    case 4: subscribe(with: manager, name: "\(worker) \(step)", chance: chance / 9)
                    case 5: worker < 2 ? device.port.drop() : device.port.hold()
                    case 6: device.port.restore()
                    case 7: device.port.release()
                    default:
                        if chance / 9 % 2 == 0 { device.legacy.goOffline() }
                        device.legacy.goOnline()
                    }
                }
            }

            private func write(_ step: Int, on device: Device, chance: UInt64) {
                let settled = settled
                begun.note("begun")
                switch chance % 4 {
                case 0:
                    device.legacy.child("list/t").transaction({ ($0 as? Int ?? 0) + 1 }, queue: nil) { _, _, _ in
                        settled.note("settled")
                    }
                case 1: device.legacy.child("list/i").increment(queue: nil) { _ in settled.note("settled") }
                default:
                    device.legacy.child("list/\(chance / 4 % 5)").set(step, queue: nil) { _ in settled.note("settled") }
                }
            }

            private func subscribe(with manager: DatasyncManager, name: String, chance: UInt64) {
                let ended = ended
                subscribed.note(name)
                let subscription = manager.node(for: "list")?.subscribe(
                    to: .childEvent, stores: chance % 2 == 0, queue: fixture.queue, onEvent: { _ in },
                    onCompletion: { _ in ended.note(name) })
                if chance / 2 % 2 == 0 { subscription?.cancel() }
            }

            /// Reconnects every client, and waits until all operations are complete.
            func calm() {
                for device in devices {
                    device.port.restore()
                    device.port.release()
                    device.legacy.goOnline()
                }
                for _ in 0..<100 where settled.entries.count < begun.entries.count { fixture.flush() }
                fixture.flush()
            }

            /// Returns the data as each client reads them.
            func shown() -> [String] {
                let logs = devices.map { device in
                    let log = Log()
                    device.legacy.child("list").once("value", queue: nil) { snapshot, _ in log.note(snapshot.text) }
                    return log
                }
                fixture.flush()
                return logs.map { $0.entries.joined(separator: ", then ") }
            }
        }

        @Test(
            "every write settles once, every subscription completes once, and all clients read the same data",
            arguments: 1...6)
        func all(number: UInt64) throws {
            let round = try Round()
            DispatchQueue.concurrentPerform(iterations: 6) { worker in
                round.work(worker, seed: number * 100 + UInt64(worker), steps: 60)
            }
            round.calm()
            #expect(round.settled.entries.count == round.begun.entries.count)
            #expect(round.ended.entries.sorted() == round.subscribed.entries.sorted())
            let shown = round.shown()
            #expect(shown.count == 3 && Set(shown).count == 1, "\(shown)")
            #expect(round.devices.allSatisfy { $0.application.client.engine.unsettledCount == 0 })
            #expect(round.fixture.listenCount == 0)
        }
    }
}
