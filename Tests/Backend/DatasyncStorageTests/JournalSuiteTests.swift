import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import DatasyncTesting
import DatasyncTestingInternals
import Foundation
import Testing

@Suite("The rules of every log")
struct JournalSuiteTests {
    @Test("hold for a journal on files, in more than one segment")
    func files() async throws {
        let folders = Box<[TemporaryDirectory]>([])
        let report = try await CommitLogSuite {
            let folder = try TemporaryDirectory()
            folders.value.withLock { $0.append(folder) }
            return try folder.open(segmentSize: 8_192)
        }.check()
        #expect(report.passed.count == 17)
        #expect(report.skipped.count == 1)
    }

    @Test("hold for a journal that is closed and opened again between any two steps")
    func reopened() async throws {
        let folders = Box<[String: TemporaryDirectory]>([:])
        let suite = CommitLogSuite(
            reopen: { log in
                let journal = try #require(log as? JournalLog)
                await journal.close()
                let folder = try #require(folders.value.withLock { $0[journal.directory] })
                return try folder.open()
            },
            {
                let folder = try TemporaryDirectory()
                folders.value.withLock { $0[folder.journal] = folder }
                return try folder.open()
            })
        #expect(try await suite.check().passed.count == 17)
    }

    @Test("hold for each policy on a simulated disk, with failing syncs", arguments: [SyncPolicy.everyCommit, .never])
    func failing(policy: SyncPolicy) async throws {
        let disks = Box<[String: SimulatedDisk]>([:])
        let suite = CommitLogSuite(
            breakNextAppend: { log in
                let journal = try #require(log as? JournalLog)
                let disk = try #require(disks.value.withLock { $0[journal.directory] })
                disk.fail(policy == .everyCommit ? .sync : .write)
            },
            {
                let directory = "/\(UUID())"
                let disk = SimulatedDisk(seed: 1)
                disks.value.withLock { $0[directory] = disk }
                var options = JournalLog.Options()
                options.segmentSize = 8_192
                options.policy = policy
                return try JournalLog(
                    directory: directory, options: options, fileSystem: disk, executors: .threads(),
                    clock: { LogTime(1_000) }, diagnostic: { _ in })
            })
        let report = try await suite.check()
        #expect(report.passed.count == 18)
    }
}
