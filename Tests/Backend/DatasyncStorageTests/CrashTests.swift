import DatasyncStorage
import DatasyncTesting
import Foundation
import TestSupport
import Testing

@Suite("Crashes of a simulated disk")
struct CrashTests {
    /// The number of seeds: 100,000 with `DATASYNC_LONG=1`, unless `DATASYNC_CRASHES` has another number.
    private static let count: Int = {
        let environment = ProcessInfo.processInfo.environment
        if let count = environment["DATASYNC_CRASHES"].flatMap({ Int($0) }) { return count }
        return LongForm.count(60, long: 100_000)
    }()

    @Test("lose nothing that was acknowledged, and show nothing that was lost")
    func survives() async {
        for number in 0..<UInt64(Self.count) {
            var simulation = CrashSimulation(seed: Seed.value &+ number)
            do {
                try await simulation.run()
            } catch {
                Issue.record("\(error)")
                return
            }
        }
    }

    /// The numbers of the first seeds that notice rare kinds, counted from the default seed; any seed finds them in time.
    private static let firstSeeds: [SyncPurpose: UInt64] = [.directoryContent: 211, .removal: 462]

    @Test("are noticed as soon as one kind of sync is left out", arguments: SyncPurpose.allCases)
    func needed(purpose: SyncPurpose) async {
        let first = Self.firstSeeds[purpose] ?? 0
        for number in first..<first + 20_000 {
            var simulation = CrashSimulation(seed: Seed.value &+ number, ignoring: purpose)
            do {
                try await simulation.run()
            } catch {
                print("without the sync \(purpose): after \(number + 1) seeds: \(error)")
                return
            }
        }
        Issue.record("no seed shows that the sync \(purpose) is needed")
    }
}
