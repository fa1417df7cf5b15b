#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncStorage
    import DatasyncTestingInternals
    import DatasyncTree
    import Dispatch
    import NIOHTTP1
    import Testing

    @testable import DatasyncServer

    /// A server whose volume has no space left.
    @Suite("A full volume", .timeLimit(.minutes(5)))
    struct FullVolumeTests {
        @Test("while the volume is full, writes and the readiness say so; with space, writes work again")
        func fullVolume() async throws {
            let disk = SimulatedDisk(seed: 1)
            let log = try JournalLog(
                directory: "/journal", options: JournalLog.Options(), fileSystem: disk, executors: .threads(),
                clock: { LogTime(1_000) }, diagnostic: { _ in })
            let namespace = ServedNamespace(
                try LogNamespace("default"), run: ServerRun(1), metrics: ServerMetrics(), limits: ServerLimits(),
                requiresIndexes: false, clock: { 1_000 },
                executor: { work in DispatchQueue.global().async(execute: work) }, diagnose: { _ in })
            try await namespace.start(log)
            disk.limit(toBytes: disk.used)
            let path = try Path("a")
            // The rest of the present segment has space.
            let text = String(repeating: "x", count: 1 << 20)
            let value = try WriteValue(.string(text), at: .root, readsPriorities: false)
            var failure: RequestFailure?
            var reason: String?
            // The log tells its followers after it has failed the write. A small entry, such as the end of a session, may find space
            // where the write did not, so that the log can be written again until the next write.
            while reason == nil {
                do throws(RequestFailure) {
                    try await RequestSession(namespace, as: nil).put(value, at: path)
                } catch {
                    failure = error
                    #expect(error.status == .serviceUnavailable)
                    #expect(error.message.contains("No space left to write"), "\(error.message)")
                }
                reason = namespace.checkLog()
            }
            #expect(failure != nil)
            #expect(reason?.contains("No space left to write") == true, "\(reason ?? "")")
            disk.limit(toBytes: nil)
            while namespace.checkLog() != nil { await Task.yield() }
            await log.close()
        }
    }
#endif
