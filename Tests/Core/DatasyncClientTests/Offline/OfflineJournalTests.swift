import ClientTestSupport
import DatasyncAsync
import DatasyncConcurrency
import DatasyncTree
import DatasyncWire
import Foundation
import TestSupport
import Testing

@testable import DatasyncClient
@testable import DatasyncEngine

/// The offline store in a directory: applications that end and begin again, and stores that cannot be used.
struct OfflineJournalTests {
    private final class Directory: Sendable {
        let url = FileManager.default.temporaryDirectory.appending(path: "datasync-offline-\(UUID())")

        deinit {
            let parent = url.deletingLastPathComponent()
            let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
            for name in names where name.hasPrefix(url.lastPathComponent) {
                try? FileManager.default.removeItem(at: parent.appending(path: name))
            }
        }

        /// The stores that were set aside.
        var setAside: [String] {
            let names =
                (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
            return names.filter { $0.hasPrefix("\(url.lastPathComponent).set-aside") }
        }
    }

    /// An application with its manager, both released together.
    private final class Phone: Sendable {
        let application: WebcomApplication
        let manager: DatasyncManager

        init(_ application: WebcomApplication) {
            self.application = application
            manager = application.datasyncService.createManager()
        }

        var service: DatasyncService { application.datasyncService }
    }

    private func phone(
        _ backend: EmbeddedBackend, _ mode: CacheMode,
        diagnostics: @escaping @Sendable (WebcomError) -> Void = { _ in },
        failed: (@Sendable (RestoredWriteFailure) -> Void)? = nil, adopts: Bool = false
    ) -> Phone {
        var configuration = WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend))
        configuration.cacheMode = mode
        configuration.diagnostics = diagnostics
        configuration.restoredWriteFailed = failed
        configuration.adoptStore = adopts
        let application = WebcomApplication(configuration: configuration)
        application.defaultQueue = DispatchQueue(label: "offline")
        return Phone(application)
    }

    private func node(_ phone: Phone, _ path: String) throws -> DatasyncNode { try phone.manager.nodeThrows(for: path) }

    @Test("writes without a connection survive the end of the application, and are sent by the next one [offline 1, 2]")
    func restart() async throws {
        let (directory, backend) = (Directory(), EmbeddedBackend())
        try await offline(backend, directory) { phone in
            _ = try self.node(phone, "a").promise.set(1)
            _ = try self.node(phone, "b").promise.merge(with: ["c": 2])
            #expect(try await self.node(phone, "a").value().decoded(as: Int.self) == 1)
        }
        #expect(backend.data == nil)
        let next = phone(backend, .automatic(at: directory.url))
        try await node(next, "done").set(true)
        let data = backend.data as? [String: Any]
        #expect(data?["a"] as? Int == 1 && (data?["b"] as? [String: Int])?["c"] == 2)
    }

    /// Runs a body with an application that is disconnected, and releases the application.
    private func offline(
        _ backend: EmbeddedBackend, _ directory: Directory, _ body: (Phone) async throws -> Void
    ) async throws {
        let phone = self.phone(backend, .automatic(at: directory.url))
        phone.service.isConnectionEnabled = false
        try await body(phone)
    }

    @Test("a restored write raises a local event, then the acknowledgement [offline 1]")
    func events() async throws {
        let (directory, backend) = (Directory(), EmbeddedBackend())
        try await offline(backend, directory) { phone in
            _ = try self.node(phone, "a").promise.set(1)
        }
        do {
            // A back end that never answers, so that the write stays pending.
            var configuration = WebcomConfiguration(identifier: "shop", platform: .transport(PlayedTransport()))
            configuration.cacheMode = .automatic(at: directory.url)
            configuration.adoptStore = true
            let next = Phone(WebcomApplication(configuration: configuration))
            var events = try node(next, "a").events(.valueEvent).makeAsyncIterator()
            let local = try await events.next()
            #expect(local?.isAcknowledged == false && local?.value.decoded(as: Int.self) == 1)
        }
        let last = phone(backend, .automatic(at: directory.url), adopts: true)
        var events = try node(last, "a").events(.valueEvent).makeAsyncIterator()
        var event = try await events.next()
        while event?.isAcknowledged == false { event = try await events.next() }
        #expect(event?.value.decoded(as: Int.self) == 1)
        #expect((backend.data as? [String: Int])?["a"] == 1)
    }

    @Test("a restored write that the back end refuses is passed to the handler, with its path and value [offline 6]")
    func refusal() async throws {
        let (directory, backend) = (Directory(), EmbeddedBackend())
        try await offline(backend, directory) { phone in
            _ = try self.node(phone, "a").promise.set(["x": 1])
        }
        try backend.setRules(#"{"rules":{".read":true,"open":{".write":true}}}"#)
        let failures = AsyncStream<RestoredWriteFailure>.makeStream()
        let next = phone(backend, .automatic(at: directory.url), failed: { failures.continuation.yield($0) })
        for await failure in failures.stream {
            #expect(failure.path == "/a" && failure.json == #"{"x":1}"# && !failure.isMerge)
            #expect(failure.error.code == .permissionDenied)
            break
        }
        #expect(try await node(next, "a").value().isNull)
    }

    @Test("cached data are there at once after a restart, without a connection [offline 7, 8]")
    func cachedData() async throws {
        let (directory, backend) = (Directory(), EmbeddedBackend())
        try backend.setData(["list": ["a": 1, "b": 2, "c": 3], "other": true])
        do {
            let first = phone(backend, .automatic(at: directory.url))
            var list = try node(first, "list").values(as: [String: Int].self).makeAsyncIterator()
            #expect(try await list.next() == ["a": 1, "b": 2, "c": 3])
            try await node(first, "list/b").set(5)
        }
        try await offline(backend, directory) { second in
            var list = try self.node(second, "list").values(as: [String: Int].self).makeAsyncIterator()
            #expect(try await list.next() == ["a": 1, "b": 5, "c": 3])
            #expect(try await self.node(second, "list/c").decodedValue(as: Int.self) == 3)
            #expect(try await !self.node(second, "other").value().isKnown)
        }
    }

    @Test("the data of a cache as text begin another client; text from elsewhere is reported [offline 10]")
    func text() async throws {
        let backend = EmbeddedBackend()
        try backend.setData(["list": ["a": 1]])
        let first = phone(backend, .manualSaving)
        #expect(first.application.cache == nil)
        var list = try node(first, "list").values(as: [String: Int].self).makeAsyncIterator()
        #expect(try await list.next() == ["a": 1])
        first.application.saveCache()
        let text = try #require(first.application.cache)
        let second = phone(backend, .initialized(text))
        second.service.isConnectionEnabled = false
        #expect(try await node(second, "list/a").decodedValue(as: Int.self) == 1)
        #expect(second.application.cache == text)
        #expect(phone(backend, .no).application.cache == nil)
        let reports = AsyncStream<WebcomError>.makeStream()
        let third = phone(backend, .initialized("no cache")) { reports.continuation.yield($0) }
        for await report in reports.stream {
            #expect(report.code == .invalidConfiguration)
            break
        }
        #expect(third.application.cache != nil)
    }

    @Test("a directory that another client has opened is refused with the process that has it [offline 11]")
    func locked() async throws {
        let (directory, backend) = (Directory(), EmbeddedBackend())
        let first = phone(backend, .automatic(at: directory.url))
        try await node(first, "a").set(1)
        let second = phone(backend, .automatic(at: directory.url))
        let error = await #expect(throws: WebcomError.self) { try await self.node(second, "a").set(2) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("\(ProcessInfo.processInfo.processIdentifier)") == true)
        #expect(try await node(first, "a").decodedValue(as: Int.self) == 1)
    }

    @Test("threads that open a named application at once share its client and its store [offline 11]")
    func named() async throws {
        let (directory, backend) = (Directory(), EmbeddedBackend())
        var configuration = WebcomConfiguration(identifier: "named-\(UUID())", platform: .embedded(in: backend))
        configuration.cacheMode = .automatic(at: directory.url)
        let clients = await withTaskGroup(of: Client.self) { [configuration] group in
            for _ in 0..<8 { group.addTask { ClientRegistry.shared.client(configuration) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(clients.allSatisfy { $0 === clients[0] && $0.refusal == nil })
    }

    @Test("a damaged store is set aside with its readable writes kept [offline 12]")
    func damage() async throws {
        let (directory, backend) = (Directory(), EmbeddedBackend())
        try await offline(backend, directory) { phone in
            for index in 0..<50 { _ = try self.node(phone, "k\(index)").promise.set(index) }
        }
        try await waitUntilClosed(directory, backend)
        let segment = try #require(
            try FileManager.default.contentsOfDirectory(atPath: directory.url.path).first { $0.hasSuffix(".segment") })
        let path = directory.url.appending(path: segment).path
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        let used = try #require(bytes.lastIndex { $0 != 0 })
        bytes[used / 2] ^= 0xFF
        try Data(bytes).write(to: URL(filePath: path))
        let reports = AsyncStream<WebcomError>.makeStream()
        let next = phone(backend, .automatic(at: directory.url)) { reports.continuation.yield($0) }
        for await report in reports.stream {
            #expect(report.message.contains("set aside"), "\(report)")
            break
        }
        #expect(directory.setAside.count == 1)
        try await node(next, "done").set(true)
        let count = (backend.data as? [String: Any])?.count ?? 0
        #expect(count > 1 && count < 51, "\(count) writes were kept")
    }

    /// Opens and closes the store, so that its files end cleanly.
    private func waitUntilClosed(_ directory: Directory, _ backend: EmbeddedBackend) async throws {
        try await offline(backend, directory) { phone in
            let last = try await self.node(phone, "k49").value()
            #expect(last.decoded(as: Int.self) == 49)
            await phone.application.close()
        }
    }

    @Test("many changes are compacted, and the store stays small [offline 9]")
    func compaction() async throws {
        let (directory, backend) = (Directory(), EmbeddedBackend())
        let text = String(repeating: "x", count: 20_000)
        do {
            let first = phone(backend, .automatic(at: directory.url, maximumBytes: 100_000))
            var values = try node(first, "a").values(as: String.self).makeAsyncIterator()
            for index in 0..<400 { try await node(first, "a").set("\(index)\(text)") }
            _ = try await values.next()
            await first.application.close()
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
        #expect(names.contains { $0.hasSuffix(".snapshot") }, "\(names)")
        #expect(names.filter { $0.hasSuffix(".segment") }.count <= 4, "\(names)")
        try await offline(backend, directory) { phone in
            let value = try await self.node(phone, "a").decodedValue(as: String.self)
            #expect(value == "399\(text)")
        }
    }

    @Test("every change has a text form that reads as the same change")
    func textForms() throws {
        var generator = SeededGenerator(salt: 77)
        for _ in 0..<2_000 {
            let change = try generator.offlineChange()
            let text = change.text
            #expect(try OfflineChange(text: text).text == text, "\(Seed.note)")
        }
        for text in ["", "2 wrote\n1\n-\n{}", "1 other", "1 sent\nx\n-", "1 cached\n{}\n{}", "1 wrote\n1"] {
            #expect(throws: DatasyncError.self, "\(text)") { try OfflineChange(text: text) }
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func offlineChange() throws -> OfflineChange {
        let user =
            chance(50)
            ? chance(50)
                ? UserIdentity(digest: UInt128(next()) << 64 | UInt128(next())) : UserIdentity(earlierDigest: next())
            : nil
        let query = Query(path: path(), window: chance(50) ? try window() : .all)
        switch below(11) {
        case 0: return .numbered(user, client: UInt128(next()) << 64 | UInt128(next()), last: below(1_000))
        case 1:
            let write = UserWrite(.set(try writeValue(), at: path()), user: user)
            return .wrote(below(1_000), write)
        case 2:
            return .wrote(
                below(1_000), UserWrite(.merge(try parts(), at: path()), user: user))
        case 3: return .sent(below(1_000), write: chance(50) ? below(100) : nil)
        case 4: return .answered(chance(50) ? below(1_000) : nil, write: chance(50) ? below(100) : nil)
        case 5: return .cached(query, try anyNode())
        case 6: return .replaced(path(), try anyNode())
        case 7: return .refused(query)
        case 8: return .caching([.everyone, .user(user), .unknown][below(3)])
        case 9:
            return .renamed(UserIdentity(earlierDigest: next()), UserIdentity(digest: UInt128(next())))
        default: return .forgot(path())
        }
    }
}
