import ClientTestSupport
import DatasyncAsync
import DatasyncClient
import DatasyncLog
import DatasyncTesting
import Foundation
import TestSupport
import Testing

/// Embedded back ends that are stored in a directory.
struct StoredBackendTests {
    private final class Directory: Sendable {
        let url = FileManager.default.temporaryDirectory.appending(path: "datasync-stored-\(UUID())")

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    private func manager(_ platform: WebcomConfiguration.Platform, _ identifier: String = "shop") -> DatasyncManager {
        WebcomApplication(configuration: WebcomConfiguration(identifier: identifier, platform: platform))
            .datasyncService.createManager()
    }

    @Test("acknowledged writes are there after the directory is opened again")
    func reopening() async throws {
        let directory = Directory()
        for round in 1...3 {
            let backend = try await EmbeddedBackend(directory: directory.url)
            let manager = manager(.embedded(in: backend))
            let list = try await manager.nodeThrows(for: "list").value()
            #expect(list.keyedChildren.count == (round - 1) * 10)
            for index in 0..<10 { try await manager.nodeThrows(for: "list/k\(round)-\(index)").set(index) }
            await backend.close()
        }
    }

    @Test("rules, and on-disconnect writes of clients that were connected, survive a restart")
    func sessions() async throws {
        let directory = Directory()
        let first = try await EmbeddedBackend(directory: directory.url)
        let manager = manager(.embedded(in: first))
        try await manager.nodeThrows(for: "online").set(true)
        try await manager.nodeThrows(for: "online").set(false, at: .nextDisconnection)
        try first.setRules(#"{"rules":{".read":true,"open":{".write":true},"online":{".write":true}}}"#)
        await first.close()
        let second = try await EmbeddedBackend(directory: directory.url)
        let reader = self.manager(.embedded(in: second))
        #expect(try await reader.nodeThrows(for: "online").decodedValue(as: Bool.self) == false)
        try await reader.nodeThrows(for: "open").set(1)
        await #expect(throws: WebcomError.self) { try await reader.nodeThrows(for: "closed").set(1) }
        await second.close()
    }

    @Test("a directory that is in use is refused with an error that names it")
    func locked() async throws {
        let directory = Directory()
        let backend = try await EmbeddedBackend(directory: directory.url)
        await #expect {
            _ = try await EmbeddedBackend(directory: directory.url)
        } throws: { error in
            (error as? WebcomError)?.code == .unavailable
                && (error as? WebcomError)?.message.contains(directory.url.lastPathComponent) == true
        }
        await backend.close()
    }

    @Test("identifiers with one directory have a tree each, and share its journal")
    func sharedDirectory() async throws {
        let directory = Directory()
        let platform = WebcomConfiguration.Platform.embedded(at: directory.url)
        let suffix = UUID().uuidString
        for (name, value) in [("one-\(suffix)", 1), ("two-\(suffix)", 2)] {
            let manager = manager(platform, name)
            try await manager.nodeThrows(for: "n").set(value)
        }
        for (name, value) in [("one-\(suffix)", 1), ("two-\(suffix)", 2)] {
            let manager = manager(platform, name)
            #expect(try await manager.nodeThrows(for: "n").decodedValue(as: Int.self) == value)
        }
        let other = WebcomConfiguration.Platform.embedded(at: directory.url.appending(path: "other"))
        #expect(platform.description == "Platform(embedded at \(directory.url.path))")
        #expect(platform.description != other.description)
    }

    @Test("the records of a log rebuild its back end, and begin after a given position")
    func records() async throws {
        let directory = Directory()
        let backend = try await EmbeddedBackend(directory: directory.url)
        let manager = manager(.embedded(in: backend))
        let node = try manager.nodeThrows(for: "n")
        for index in 0..<5 { try await node.set(index) }
        let records = try await backend.records()
        #expect(records.count == 5)
        #expect(try await backend.records(after: records[2].position).map(\.position) == records[3...].map(\.position))
        await backend.close()
        let log = MemoryLog { LogTime(1_000) }
        let namespace = try LogNamespace("default")
        for record in records { log.append([record.entry], to: namespace) { _ in } }
        let copy = try await EmbeddedBackend(log: log)
        #expect((copy.data as? [String: Any])?["n"] as? Int == 4)
        await #expect(throws: WebcomError.self) { _ = try await EmbeddedBackend().records() }
    }

    @Test("a name that is too long, and a directory whose parent is missing, are errors with a remedy")
    func mistakes() async throws {
        let directory = Directory()
        await #expect {
            _ = try await EmbeddedBackend(directory: directory.url, namespace: String(repeating: "n", count: 513))
        } throws: { ($0 as? WebcomError)?.code == .invalidConfiguration }
        await #expect {
            _ = try await EmbeddedBackend(directory: directory.url.appending(path: "a/b/c"))
        } throws: { ($0 as? WebcomError)?.code == .unavailable }
    }
}
