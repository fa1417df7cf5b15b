import DatasyncLog
import DatasyncStorage
import DatasyncTestingInternals
import Foundation
import Testing

@Suite("The journal on a simulated disk")
struct JournalLogTests {
    @Test("delivers what it has written, and again after a clean close")
    func reopened() throws {
        let disk = SimulatedDisk(seed: 1)
        var fixture = try JournalFixture(disk)
        try fixture.follow()
        try fixture.append("a", "b")
        try fixture.append("c")
        #expect(try fixture.received() == ["a", "b", "c"])
        #expect(fixture.close())
        fixture = try JournalFixture(disk)
        try fixture.append("d")
        try fixture.follow()
        try fixture.append("e")
        #expect(try fixture.received() == ["a", "b", "c", "d", "e"])
        #expect(fixture.reports.all == [])
    }

    @Test("writes all waiting appends as one batch with one sync")
    func groupCommit() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk)
        for number in 0..<100 { try fixture.append("\(number)", runs: false) }
        fixture.threads.run()
        #expect(disk.countOfSyncs[.batch] == 1)
        try fixture.follow()
        #expect(try fixture.received() == (0..<100).map(String.init))
    }

    @Test("loses appends after its directory was removed, and creates no file in its place")
    func removedDirectory() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk)
        try fixture.follow()
        try fixture.append("a")
        disk.removeDirectory(JournalFixture.directory)
        // More than a segment holds.
        for index in 0..<20 { try fixture.append("b\(index)" + String(repeating: "x", count: 1_000)) }
        #expect(try fixture.received() == ["a"])
        #expect(fixture.lostAppends.count == 20)
        #expect(fixture.lostAppends.allSatisfy { $0.contains("/journal/lock was removed") }, "\(fixture.lostAppends)")
        #expect(disk.contents.isEmpty)
        #expect(fixture.close())
    }

    @Test("leaves the files of another journal alone that has taken the place of its directory")
    func replacedDirectory() async throws {
        let folder = try TemporaryDirectory()
        let shop = try LogNamespace("shop")
        let (first, second): (JournalLog, JournalLog)
        first = try folder.open()
        #expect(await append("a", to: first, shop) == nil)
        try FileManager.default.removeItem(atPath: folder.journal)
        second = try folder.open()
        #expect(await append("b", to: second, shop) == nil)
        for _ in 0..<3 {
            let reason = await append("c", to: first, shop)
            #expect(reason?.contains("was removed or replaced") == true, "\(reason ?? "delivered")")
        }
        await first.close()
        #expect(await append("d", to: second, shop) == nil)
        await second.close()
        let reopened = try folder.open()
        let (texts, text) = AsyncStream.makeStream(of: [String].self)
        let subscription = reopened.follow(shop, after: nil) { event in
            guard case .records(let records) = event else { return }
            text.yield(records.map { String(decoding: $0.entry.body, as: UTF8.self) })
        }
        var found: [String] = []
        for await more in texts {
            found += more
            if found.count >= 2 { break }
        }
        #expect(found == ["b", "d"])
        subscription.cancel()
        await reopened.close()
    }

    /// Appends an entry; returns `nil` when it is delivered, or the reason of its loss.
    private func append(_ text: String, to log: JournalLog, _ namespace: LogNamespace) async -> String? {
        let (outcomes, outcome) = AsyncStream.makeStream(of: String?.self)
        let subscription = log.follow(namespace, after: nil) { event in
            guard case .records(let records) = event, records.contains(where: { $0.entry.body == Array(text.utf8) })
            else { return }
            outcome.yield(nil)
        }
        defer { subscription.cancel() }
        log.append([LogEntry(run: 1, session: 1, body: Array(text.utf8))], to: namespace) { outcome.yield($0) }
        for await result in outcomes { return result }
        return nil
    }

    @Test("cuts a torn tail, and names the file, the offset and the bytes")
    func tornTail() throws {
        let disk = SimulatedDisk(seed: 1)
        var fixture = try JournalFixture(disk)
        try fixture.append("a")
        let segment = "/journal/00000000000000000001.segment"
        let end = try #require(disk.contents[segment]?.lastIndex { $0 != 0 })
        try fixture.append("b")
        disk.restart(losesPower: false)
        disk.edit(segment) { $0[end + 60] ^= 1 }
        fixture = try JournalFixture(disk)
        try fixture.follow()
        #expect(try fixture.received() == ["a"])
        let report = try #require(fixture.reports.all.first)
        #expect(fixture.reports.all.count == 1)
        #expect(report.file == segment)
        #expect(Int(report.offset) > end && report.offset % 8 == 0)
        #expect(
            report.message
                == "\(segment): cut \(report.count) bytes at offset \(report.offset), which were not written completely "
                + "before the process ended.")
    }

    @Test("reports damage before a valid frame with the file and offset, and salvages what precedes it")
    func damage() throws {
        let disk = SimulatedDisk(seed: 1)
        var fixture = try JournalFixture(disk)
        try fixture.append("a")
        let segment = "/journal/00000000000000000001.segment"
        let end = try #require(disk.contents[segment]?.lastIndex { $0 != 0 })
        try fixture.append("b")
        try fixture.append("c")
        disk.restart(losesPower: false)
        disk.edit(segment) { $0[end + 60] ^= 1 }
        let before = disk.contents
        let error = #expect(throws: LogError.self) { try JournalFixture(disk) }
        #expect(error?.code == .damaged)
        #expect(error?.file == segment)
        let offset = try #require(error?.offset)
        #expect(Int(offset) > end && Int(offset) < end + 60)
        #expect(
            error?.message
                == "\(segment) is damaged at offset \(offset): batch 2 is not as it was written. Restore the directory from "
                + "a backup, or open it with openReadOnly to read what precedes the damage.")
        disk.restart(losesPower: false)
        fixture = try JournalFixture(disk, readOnly: true)
        #expect(fixture.log.damage == [error].compactMap(\.self))
        try fixture.follow()
        #expect(try fixture.received() == ["a"])
        try fixture.append("d")
        #expect(
            fixture.lostAppends == [
                "d: The journal /journal was opened with openReadOnly. Open it for writing to append."
            ])
        #expect(try fixture.store([1], at: 1)?.code == .readOnly)
        #expect(fixture.close())
        #expect(disk.contents == before)
    }

    @Test("refuses a newer version, and leaves it untouched", arguments: [false, true])
    func newer(readOnly: Bool) throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk)
        try fixture.append("a")
        fixture.close()
        let segment = "/journal/00000000000000000001.segment"
        disk.edit(segment) { bytes in
            bytes[8] = 2
            bytes.replaceSubrange(12..<16, with: [0, 0, 0, 0])
            let checksum = bytes[..<512].withUnsafeBytes { CRC32C.of($0) }
            for index in 0..<4 { bytes[12 + index] = UInt8(truncatingIfNeeded: checksum >> UInt32(8 * index)) }
        }
        let before = disk.contents
        let error = #expect(throws: LogError.self) { try JournalFixture(disk, readOnly: readOnly) }
        #expect(
            error?.message
                == "\(segment) has version 2 of the format; this library reads version 1. Nothing was changed. Use the "
                + "version of the library that wrote it, or a later one.")
        #expect(error?.code == .newerVersion)
        #expect(disk.contents == before)
    }

    @Test("begins a new incarnation after an unclean end, unless each commit is synced")
    func incarnations() throws {
        for policy in [SyncPolicy.everyCommit, .never, .interval(milliseconds: 5)] {
            let disk = SimulatedDisk(seed: 1)
            var fixture = try JournalFixture(disk, policy: policy)
            try fixture.append("a")
            fixture.close()
            fixture = try JournalFixture(disk, policy: policy)
            #expect(fixture.log.incarnation == 1_000)
            try fixture.append("b")
            disk.restart(losesPower: false)
            fixture = try JournalFixture(disk, policy: policy)
            #expect(fixture.log.incarnation == (policy == .everyCommit ? 1_000 : 1_001))
            try fixture.follow()
            #expect(try fixture.received() == ["a", "b"])
            try fixture.follow(after: LogPosition(incarnation: 1_000, number: 1))
            #expect(fixture.otherEvents == (policy == .everyCommit ? [] : ["mustReload"]))
        }
    }

    @Test("syncs after the time of the policy, once for all batches")
    func interval() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk, policy: .interval(milliseconds: 5))
        try fixture.follow()
        for text in ["a", "b", "c"] { try fixture.append(text) }
        #expect(try fixture.received() == ["a", "b", "c"])
        #expect(disk.countOfSyncs[.interval] == nil)
        fixture.threads.passTime()
        fixture.threads.run()
        #expect(disk.countOfSyncs[.interval] == 1)
        fixture.threads.passTime()
        fixture.threads.run()
        #expect(disk.countOfSyncs[.interval] == 1)
    }

    @Test("reports an append as lost after a failed sync, cuts it, and continues")
    func failedSync() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk)
        try fixture.follow()
        try fixture.append("a")
        disk.fail(.sync)
        try fixture.append("b")
        try fixture.append("c")
        #expect(try fixture.received() == ["a", "c"])
        #expect(
            fixture.lostAppends == [
                "b: Cannot sync /journal/00000000000000000001.segment: an injected fault. Try again."
            ])
        #expect(fixture.otherEvents.count == 1)
        #expect(fixture.otherEvents.first?.hasPrefix("unavailable(") == true)
        #expect(disk.countOfSyncs[.repair] == 1)
    }

    @Test("acknowledges nothing until a failed segment has been cut")
    func failedRepair() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk)
        try fixture.follow()
        for _ in 0..<3 { disk.fail(.sync) }
        try fixture.append("a")
        #expect(fixture.lostAppends == [])
        try fixture.append("b")
        #expect(fixture.lostAppends.map { $0.prefix(1) } == ["b"])
        try fixture.append("c")
        #expect(fixture.lostAppends.map { $0.prefix(1) } == ["b", "a"])
        #expect(try fixture.received() == ["c"])
    }

    @Test("loses appends while the disk is full, and resumes when there is room")
    func diskFull() throws {
        let disk = SimulatedDisk(seed: 1)
        var fixture = try JournalFixture(disk)
        try fixture.follow()
        let text = String(repeating: "x", count: 2_000)
        disk.limit(toBytes: disk.used)
        for _ in 0..<6 { try fixture.append(text) }
        let written = try fixture.received().count
        #expect(written > 0 && written + fixture.lostAppends.count == 6 && !fixture.lostAppends.isEmpty)
        #expect(fixture.lostAppends.allSatisfy { $0.contains("No space left to write") })
        disk.limit(toBytes: nil)
        try fixture.append("after")
        #expect(try fixture.received().count == written + 1)
        fixture.close()
        fixture = try JournalFixture(disk)
        try fixture.follow()
        #expect(try fixture.received() == Array(repeating: text, count: written) + ["after"])
    }

    @Test("writes an append that is larger than a segment into a segment of its own")
    func large() throws {
        let disk = SimulatedDisk(seed: 1)
        var fixture = try JournalFixture(disk)
        let text = String(repeating: "y", count: 50_000)
        try fixture.append("a")
        try fixture.append(text)
        try fixture.append("b")
        fixture.close()
        fixture = try JournalFixture(disk)
        try fixture.follow()
        #expect(try fixture.received() == ["a", text, "b"])
    }

    @Test("refuses a directory that is open elsewhere, and a segment size that is too small")
    func refusals() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk)
        let error = #expect(throws: LogError.self) { try JournalFixture(disk) }
        #expect(error?.code == .locked)
        fixture.close()
        #expect(throws: LogError(.invalidOption, "The option segmentSize is 100. Use at least 8192 bytes.")) {
            try JournalFixture(disk, segmentSize: 100)
        }
        #expect(throws: Never.self) { try JournalFixture(disk) }
    }

    @Test("refuses an append after the close")
    func closed() throws {
        let fixture = try JournalFixture(SimulatedDisk(seed: 1))
        try fixture.append("a", runs: false)
        #expect(fixture.close())
        try fixture.append("b")
        #expect(fixture.lostAppends == ["b: The journal /journal is closed. Open it again to append."])
        #expect(try fixture.store([1], at: 1)?.code == .closed)
        #expect(fixture.close())
    }
}
