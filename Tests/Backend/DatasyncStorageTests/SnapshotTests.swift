import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import DatasyncTestingInternals
import Testing

@Suite("Snapshots of a journal")
struct SnapshotTests {
    @Test("replace the segments before them")
    func truncation() async throws {
        let disk = SimulatedDisk(seed: 1)
        var fixture = try JournalFixture(disk)
        for number in 0..<30 { try fixture.append("\(number) " + String(repeating: "x", count: 1_000)) }
        #expect(segments(disk).count > 4)
        #expect(try fixture.store([1, 2, 3], at: 30) == nil)
        #expect(segments(disk).count == 1)
        try fixture.append("30")
        fixture.close()
        fixture = try JournalFixture(disk)
        let latest = try await fixture.log.latestSnapshot(of: JournalFixture.shop())
        #expect(latest?.position == LogPosition(incarnation: 1_000, number: 30))
        #expect(try await latest?.body.bytes() == [1, 2, 3])
        try fixture.follow(after: latest?.position)
        #expect(try fixture.received() == ["30"])
        try fixture.follow()
        #expect(fixture.otherEvents == ["mustReload"])
    }

    @Test("share a file when they are stored together, which is removed when all have newer ones")
    func together() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk)
        let names = try (0..<5).map { try LogNamespace("name \($0)") }
        for name in names { try fixture.append("a", to: name, runs: false) }
        fixture.threads.run()
        for name in names { store(fixture, name, 1) }
        fixture.threads.run()
        #expect(snapshots(disk).count == 1)
        for name in names.dropLast() {
            try fixture.append("b", to: name)
            #expect(try fixture.store([2], at: 2, of: name) == nil)
        }
        #expect(snapshots(disk).count == 5)
        try fixture.append("b", to: names[4])
        #expect(try fixture.store([2], at: 2, of: names[4]) == nil)
        #expect(snapshots(disk).count == 5)
        #expect(!snapshots(disk).contains { $0.hasSuffix("01.snapshot") })
    }

    @Test("are due when the records after the latest one exceed the threshold and twice its size")
    func due() throws {
        let fixture = try JournalFixture(SimulatedDisk(seed: 1), segmentSize: 64 << 10, threshold: 4_000)
        try fixture.follow()
        let text = String(repeating: "x", count: 950)
        for _ in 0..<8 { try fixture.append(text) }
        #expect(fixture.otherEvents == ["snapshotDue"])
        #expect(try fixture.store([UInt8](repeating: 0, count: 3_000), at: 8) == nil)
        for _ in 0..<5 { try fixture.append(text) }
        #expect(fixture.otherEvents == ["snapshotDue"])
        for _ in 0..<3 { try fixture.append(text) }
        #expect(fixture.otherEvents == ["snapshotDue", "snapshotDue"])
    }

    @Test("are due for a small namespace that keeps old segments")
    func pinning() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk, threshold: 8_000)
        let small = try LogNamespace("small")
        try fixture.append("a", to: small)
        try fixture.follow(small, after: LogPosition(incarnation: 1_000, number: 1))
        for number in 0..<30 {
            try fixture.append(String(repeating: "x", count: 1_000))
            if number % 10 == 9 { #expect(try fixture.store([1], at: UInt64(number + 1)) == nil) }
        }
        #expect(fixture.otherEvents == ["snapshotDue"])
        #expect(segments(disk).count > 4)
        #expect(try fixture.store([1], at: 1, of: small) == nil)
        #expect(segments(disk).count == 1)
    }

    @Test("that are due for namespaces without a follower are reported once, so that their owner can store them")
    func unfollowed() throws {
        let disk = SimulatedDisk(seed: 1)
        let fixture = try JournalFixture(disk, threshold: 8_000)
        let small = try LogNamespace("small")
        let reported = Guarded<[[LogNamespace]]>([])
        fixture.log.whenUnfollowed { names in reported.withLock { $0.append(names) } }
        try fixture.append("a", to: small)
        for number in 0..<30 {
            try fixture.append(String(repeating: "x", count: 1_000))
            if number % 10 == 9 { #expect(try fixture.store([1], at: UInt64(number + 1)) == nil) }
        }
        #expect(reported.withLock(\.self).flatMap(\.self).filter { $0 == small }.count == 1)
        #expect(try fixture.store([1], at: 1, of: small) == nil)
        #expect(segments(disk).count == 1)
    }

    @Test("of large bodies are written in pieces while appends go on")
    func large() async throws {
        let folder = try TemporaryDirectory()
        let log = try folder.open()
        let shop = try JournalFixture.shop()
        let follower = Box(0)
        let subscription = log.follow(shop, after: nil) { event in
            guard case .records(let records) = event else { return }
            let count = follower.value.withLock { count in
                count += records.count
                return count
            }
            // Appends continue until long after the snapshot is stored.
            if count < 500 { log.append([LogEntry(run: 1, session: 1, body: [1])], to: shop) { _ in } }
        }
        log.append([LogEntry(run: 1, session: 1, body: [1])], to: shop) { _ in }
        let pieces = (0..<40).map { [UInt8](repeating: UInt8($0), count: 100_001) }
        let body = SnapshotBody {
            let rest = Box(pieces[...])
            return {
                // The first record is delivered before the store begins.
                while follower.value.withLock({ $0 }) == 0 { await Task.yield() }
                return rest.value.withLock { $0.popFirst() }
            }
        }
        while follower.value.withLock({ $0 }) == 0 { await Task.yield() }
        let position = LogPosition(incarnation: log.incarnation, number: 1)
        try await log.store(LogSnapshot(position: position, time: LogTime(1_000), body: body), of: shop)
        let bytes = try await log.latestSnapshot(of: shop)?.body.bytes()
        #expect(bytes == pieces.flatMap(\.self))
        subscription.cancel()
        await log.close()
        let reopened = try folder.open()
        #expect(try await reopened.latestSnapshot(of: shop)?.body.bytes() == pieces.flatMap(\.self))
        await reopened.close()
    }

    @Test(
        "the lock is held until the background thread has stored and removed its last file", arguments: [true, false])
    func closing(isBackgroundLate: Bool) throws {
        let disk = SimulatedDisk(seed: 1)
        let (writer, background) = (ManualThreads(), ManualThreads())
        func open() throws(LogError) -> JournalLog {
            var options = JournalLog.Options()
            options.segmentSize = 8_192
            let executors = JournalExecutors(
                writer: writer.executors.writer, reader: writer.executors.reader,
                background: background.executors.background, runLater: writer.executors.runLater)
            return try JournalLog(
                directory: JournalFixture.directory, options: options, fileSystem: disk, executors: executors,
                clock: { LogTime(1_000) }, diagnostic: { Issue.record("\($0.message)") })
        }
        let (log, shop) = (try open(), try JournalFixture.shop())
        for _ in 0..<30 {
            log.append([LogEntry(run: 1, session: 1, body: [UInt8](repeating: 1, count: 1_000))], to: shop) { _ in }
            writer.run()
        }
        let (isStored, isClosed) = (Box(false), Box(false))
        let position = LogPosition(incarnation: log.incarnation, number: 30)
        log.store([1, 2, 3], at: position, LogTime(1_000), of: shop) { result in
            isStored.value.withLock { $0 = (try? result.get()) != nil }
        }
        if !isBackgroundLate { background.run(atMost: 1) }
        log.close { isClosed.value.withLock { $0 = true } }
        writer.run()
        #expect(!isClosed.value.withLock { $0 })
        #expect(throws: LogError.self) { _ = try open() }
        #expect(segments(disk).count > 4 || !isBackgroundLate)
        background.run()
        #expect(isClosed.value.withLock { $0 } && isStored.value.withLock { $0 })
        // Nothing is left that could change the files of the next journal.
        let files = disk.contents
        writer.run()
        background.run()
        #expect(disk.contents == files && segments(disk).count == 1 && snapshots(disk).count == 1)
        let reopened = try open()
        #expect(try reopened.snapshotBytes(of: shop)?.bytes == [1, 2, 3])
        // A store that comes too late is refused, and leaves no file.
        reopened.close {}
        reopened.store([4], at: position, LogTime(1_000), of: shop) { result in
            #expect(throws: LogError.self) { try result.get() }
        }
        for _ in 0..<2 {
            writer.run()
            background.run()
        }
        #expect(!disk.contents.keys.contains { $0.hasSuffix(".temporary") })
    }

    @Test("of a large body that comes after the close leave the files of the next journal alone")
    func largeAfterClose() async throws {
        let disk = SimulatedDisk(seed: 1)
        let shop = try JournalFixture.shop()
        let threads = ManualThreads()
        func open() throws(LogError) -> JournalLog {
            try JournalLog(
                directory: JournalFixture.directory, options: JournalLog.Options(), fileSystem: disk,
                executors: threads.executors, clock: { LogTime(1_000) },
                diagnostic: { Issue.record("\($0.message)") })
        }
        let log = try open()
        log.append([LogEntry(run: 1, session: 1, body: [1])], to: shop) { _ in }
        threads.run()
        let (asked, answer) = (AsyncStream<Void>.makeStream(), AsyncStream<[UInt8]>.makeStream())
        let position = LogPosition(incarnation: log.incarnation, number: 1)
        let late = Task {
            let body = SnapshotBody {
                {
                    asked.continuation.yield()
                    for await piece in answer.stream { return piece }
                    return nil
                }
            }
            try await log.store(LogSnapshot(position: position, time: LogTime(1_000), body: body), of: shop)
        }
        // The journal has accepted the snapshot, and is closed and opened again before the first piece arrives.
        for await _ in asked.stream { break }
        log.close {}
        threads.run()
        let next = try open()
        threads.run()
        let files = disk.contents
        answer.continuation.yield([UInt8](repeating: 1, count: 100_000))
        answer.continuation.finish()
        let isRefused = Box(false)
        let end = Task {
            let error = await #expect(throws: LogError.self) { try await late.value }
            #expect(error?.code == .closed)
            isRefused.value.withLock { $0 = true }
        }
        while !isRefused.value.withLock({ $0 }) {
            threads.run()
            await Task.yield()
        }
        await end.value
        // Not in the expectation, which would print megabytes.
        let isUnchanged = disk.contents == files
        #expect(isUnchanged)
        next.close {}
        threads.run()
    }

    private func store(_ fixture: JournalFixture, _ namespace: LogNamespace, _ number: UInt64) {
        let position = LogPosition(incarnation: fixture.log.incarnation, number: number)
        fixture.log.store([1], at: position, LogTime(1_000), of: namespace) { result in
            if case .failure(let error) = result { Issue.record("\(error)") }
        }
    }

    private func segments(_ disk: SimulatedDisk) -> [String] {
        disk.contents.keys.filter { $0.hasSuffix(".segment") }.sorted()
    }

    private func snapshots(_ disk: SimulatedDisk) -> [String] {
        disk.contents.keys.filter { $0.hasSuffix(".snapshot") }.sorted()
    }
}
