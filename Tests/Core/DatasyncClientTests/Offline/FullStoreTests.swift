import ClientTestSupport
import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import DatasyncTree
import DatasyncWire
import Foundation
import TestSupport
import Testing

@testable import DatasyncClient
@testable import DatasyncEngine

/// An offline store on a full volume.
struct FullStoreTests {
    @Test("requests wait while the volume is full, and the whole state is written when there is room [offline 13]")
    func recovery() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "datasync-full-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let (volume, namespace) = (FullVolume(), try LogNamespace("offline"))
        let log = try JournalLog(
            directory: directory.path, options: JournalLog.Options(), fileSystem: volume, executors: .threads(),
            clock: { LogTime(1) }, diagnostic: { _ in })
        let (timers, timer) = AsyncStream<@Sendable () -> Void>.makeStream()
        let (reports, report) = AsyncStream<String>.makeStream()
        let (closings, closing) = AsyncStream<Void>.makeStream()
        let store = OfflineJournal(
            log, namespace: namespace, after: nil, maximumBytes: .max,
            runLater: { seconds, body in
                if seconds == 0 { body() } else { timer.yield(body) }
            },
            diagnose: { report.yield($0) }, closed: { closing.yield() })
        // The state of the client: each change is applied to it, as an engine does.
        let state = Guarded(OfflineState())
        store.start(requestState: { store.replace(with: state.withLock(\.self)) })
        let make: @Sendable (Int) -> Void = { number in
            let path = Path([Key(unchecked: "k\(number)")])
            let write = UserWrite(.set(WriteValue(.number(Double(number))), at: path), user: nil)
            let change = OfflineChange.wrote(number, write)
            state.withLock { $0.apply(change) }
            store.append(change)
        }
        let (sendings, sending) = AsyncStream<Int>.makeStream()
        var sent = sendings.makeAsyncIterator()
        make(1)
        store.whenDurable { sending.yield(1) }
        #expect(await sent.next() == 1)

        volume.isFull = true
        make(2)
        store.whenDurable { sending.yield(2) }
        var reported = reports.makeAsyncIterator()
        #expect(await reported.next()?.contains("no room") == true)
        make(3)
        store.whenDurable { sending.yield(3) }
        volume.isFull = false
        // The state that was requested at once may be lost too; then the timer makes the next attempt.
        let attempts = Task {
            for await attempt in timers { attempt() }
        }
        defer { attempts.cancel() }
        #expect(await sent.next() == 2)
        #expect(await sent.next() == 3)
        make(4)
        store.whenDurable { sending.yield(4) }
        #expect(await sent.next() == 4)

        store.close()
        var closed = closings.makeAsyncIterator()
        await closed.next()
        let opening = OfflineOpening(
            directory: directory, maximumBytes: .max, clock: { 1 }, runLater: { _, _ in }, diagnose: { _ in },
            closed: { closing.yield() })
        let opened = try opening.open()
        #expect(opened.state.writes.keys.sorted() == [1, 2, 3, 4])
        opened.store.close()
        await closed.next()
    }
}
