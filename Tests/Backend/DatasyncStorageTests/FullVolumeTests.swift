import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import Foundation
import Testing

@Suite("A journal on a full volume")
struct FullVolumeTests {
    @Test("loses appends, nothing that was delivered, and resumes when there is room")
    func tmpfs() async throws {
        #if os(Linux)
            let folder = try TemporaryDirectory()
            guard mount("tmpfs", folder.url.path, "tmpfs", 0, "size=1m") == 0 else {
                print("skipped: a tmpfs cannot be mounted: \(String(cString: strerror(errno)))")
                return
            }
            defer { umount2(folder.url.path, CInt(MNT_DETACH)) }
            let shop = try LogNamespace("shop")
            let log = try folder.open(segmentSize: 128 << 10)
            let filler = folder.url.appending(path: "filler")
            try Data(count: 512 << 10).write(to: filler)
            let waiting = Box<CheckedContinuation<Bool, Never>?>(nil)
            let finish: @Sendable (Bool) -> Void = { isDelivered in waiting.take()?.resume(returning: isDelivered) }
            let subscription = log.follow(shop, after: nil) { event in
                if case .records = event { finish(true) }
            }
            let append = {
                await withCheckedContinuation { continuation in
                    _ = waiting.value.exchange(continuation)
                    log.append([LogEntry(run: 1, session: 1, body: [UInt8](repeating: 7, count: 20_000))], to: shop) {
                        _ in
                        finish(false)
                    }
                }
            }
            var results: [Bool] = []
            for _ in 0..<30 { results.append(await append()) }
            #expect(results.contains(true) && results.last == false)
            try FileManager.default.removeItem(at: filler)
            results.append(await append())
            #expect(results.last == true)
            subscription.cancel()
            await log.close()
            let reopened = try folder.open(segmentSize: 128 << 10)
            let count = Box(0)
            let finished = AsyncStream<Void>.makeStream()
            let expected = results.count { $0 }
            let reading = reopened.follow(shop, after: nil) { event in
                guard case .records(let records) = event else { return }
                let total = count.value.withLock { count in
                    count += records.count
                    return count
                }
                if total >= expected { finished.continuation.finish() }
            }
            for await _ in finished.stream {}
            #expect(count.value.withLock { $0 } == expected)
            reading.cancel()
            await reopened.close()
        #else
            print("skipped: only Linux has tmpfs")
        #endif
    }
}
