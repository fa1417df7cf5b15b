import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncLog
import DatasyncTesting
import DatasyncTree
import DatasyncWire
import Dispatch
import Foundation
import TestSupport
import Testing

/// Subscriptions to a back end's changes, from a position on.
@Suite("Changes of an embedded back end, from a position on")
struct BackendFeedTests {
    private static let all = Set(BackendEvent.Kind.allCases)

    /// The received changes, as lines.
    private final class Received: Sendable {
        private let changes = Guarded<[(position: LogPosition, lines: [String])]>([])

        func note(_ change: BackendChange) {
            let lines = change.events.map { event in
                let place = event.previousKey.map { " after \($0)" } ?? ""
                return "\(event.kind.rawValue) \(event.key ?? "/")\(place) \(BackendFeedTests.text(event.json))"
            }
            changes.withLock { $0.append((change.position, lines)) }
        }

        var all: [(position: LogPosition, lines: [String])] { changes.withLock(\.self) }
        var lines: [String] { all.flatMap(\.lines) }
    }

    private static func text(_ json: Any?) -> String {
        guard let json else { return "null" }
        let data = try? JSONSerialization.data(withJSONObject: json, options: [.fragmentsAllowed, .sortedKeys])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "?"
    }

    private func memoryLog() -> MemoryLog { MemoryLog(retention: .untilSnapshot) { LogTime(1_000) } }

    private func directory() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "datasync-feed-\(UUID())")
    }

    /// Writes random values, and returns the events of a client that has subscribed to the node from the beginning: those of
    /// the value, and those of the children.
    private func write(_ count: Int, to backend: EmbeddedBackend, at path: String, seed salt: UInt64) async throws
        -> (ofValue: [String], ofChildren: [String])
    {
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "reader", platform: .embedded(in: backend)))
        let queue = DispatchQueue(label: "reader")
        application.defaultQueue = queue
        let ofValue = Guarded<[String]>([])
        let ofChildren = Guarded<[String]>([])
        let node = Webcom(application).child(path)
        let children = node.on(["child_added", "child_changed", "child_removed", "child_moved"], queue: queue) {
            snapshot, previous in
            let place = previous.map { " after \($0)" } ?? ""
            let line = "\(snapshot.eventType() ?? "") \(snapshot.name() ?? "")\(place) \(Self.text(snapshot.val()))"
            ofChildren.withLock { $0.append(line) }
        } revoked: { _ in
        }
        let value = node.on("value", queue: queue) { snapshot, _ in
            ofValue.withLock { $0.append("value / \(Self.text(snapshot.val()))") }
        } revoked: { _ in
        }
        try await waitUntil("the client has the first value", milliseconds: 240_000) { !ofValue.withLock(\.isEmpty) }
        var generator = SeededGenerator(salt: salt)
        for _ in 0..<count {
            let place = generator.path(upTo: 4)
            try backend.backend.write(WriteValue(generator.node(depth: 3)), at: place)
        }
        try backend.backend.write(WriteValue(Node.string("end")), at: try Path(path))
        try await waitUntil("the client has the last value", milliseconds: 240_000) {
            ofValue.withLock(\.last) == #"value / "end""#
        }
        withExtendedLifetime((application, children, value)) {}
        return (ofValue.withLock(\.self), ofChildren.withLock(\.self))
    }

    @Test("the events are those of a client, in the same order, for random writes [feed 1]", arguments: 0..<8)
    func conformance(salt: Int) async throws {
        let backend = try await EmbeddedBackend(log: memoryLog())
        let received = Received()
        let path = ["", "a", "a/b", "9"][salt % 4]
        let subscription = try backend.subscribe(path: path, events: Self.all) { received.note($0) }
        try await waitUntil("the subscription has begun", milliseconds: 240_000) { received.lines.count == 1 }
        let expected = try await write(400, to: backend, at: path, seed: UInt64(salt))
        #expect(expected.ofValue.count > 20 && expected.ofChildren.count > 20)
        try await waitUntil("the last event has arrived, \(Seed.note)", milliseconds: 240_000) {
            received.lines.last == #"value / "end""#
        }
        let lines = received.lines.dropFirst()
        // A client also receives the first value, which is null.
        #expect(lines.filter { $0.hasPrefix("value") } == Array(expected.ofValue.dropFirst()), "\(Seed.note)")
        #expect(lines.filter { !$0.hasPrefix("value") } == expected.ofChildren, "\(Seed.note)")
        #expect(received.all.allSatisfy { $0.lines.dropLast().allSatisfy { !$0.hasPrefix("value") } })
        subscription.cancel()
    }

    @Test("from each position, the rest of the events follows, also after the directory is opened again [feed 2]")
    func positions() async throws {
        let url = directory()
        defer { try? FileManager.default.removeItem(at: url) }
        var backend = try await EmbeddedBackend(directory: url)
        let received = Received()
        try backend.subscribe(path: "a", events: Self.all) { received.note($0) }
        try await waitUntil("the subscription has begun", milliseconds: 240_000) { received.lines.count == 1 }
        _ = try await write(60, to: backend, at: "a", seed: 77)
        try backend.setData(["a": "last"])
        try await waitUntil("all events have arrived", milliseconds: 240_000) {
            received.lines.last == #"value / "last""#
        }
        let changes = received.all
        await backend.close()
        backend = try await EmbeddedBackend(directory: url)
        for (index, change) in changes.enumerated().dropLast() {
            let rest = Received()
            let subscription = try backend.subscribe(path: "a", events: Self.all, from: change.position) {
                rest.note($0)
            }
            try await waitUntil("the rest has arrived", milliseconds: 240_000) {
                rest.all.last?.position == changes.last?.position
            }
            subscription.cancel()
            #expect(rest.lines == changes[(index + 1)...].flatMap(\.lines), "from \(change.position)")
            #expect(rest.all.map(\.position) == changes[(index + 1)...].map(\.position))
        }
        // From the last one, only what comes later.
        let later = Received()
        try backend.subscribe(path: "a", events: [.value], from: try #require(changes.last).position) { later.note($0) }
        try backend.setData(["a": "later"])
        try await waitUntil("the later event has arrived", milliseconds: 240_000) { !later.lines.isEmpty }
        #expect(later.lines == [#"value / "later""#])
        await backend.close()
    }

    @Test("a position whose records are gone, of another log, or in the future begins with a reload [feed 3]")
    func reloads() async throws {
        let log = memoryLog()
        let namespace = try LogNamespace("default")
        let backend = try await EmbeddedBackend(log: log)
        try backend.setData(["a": 1])
        try backend.setData(["a": 2])
        try await waitUntil("both are applied", milliseconds: 240_000) { backend.backend.isIdle }
        let present = try #require(backend.backend.position)
        let body = backend.backend.database.snapshotBody
        try log.store(LogSnapshot(position: present, time: LogTime(1_000), body: body), of: namespace)
        try backend.setData(["a": 3])
        try await waitUntil("it is applied", milliseconds: 240_000) { backend.backend.isIdle }
        for position in [
            LogPosition(incarnation: present.incarnation, number: 1),
            LogPosition(incarnation: present.incarnation + 1, number: 1),
            LogPosition(incarnation: present.incarnation - 1, number: 1),
            LogPosition(incarnation: present.incarnation, number: 100),
        ] {
            let received = Received()
            let subscription = try backend.subscribe(path: "a", events: [.value], from: position) { received.note($0) }
            try await waitUntil("the reload from \(position) has arrived", milliseconds: 240_000) {
                !received.lines.isEmpty
            }
            #expect(received.lines == ["reload / 3"])
            subscription.cancel()
        }
        // From the position of the snapshot, or a later one, nothing is missing.
        let received = Received()
        try backend.subscribe(path: "a", events: [.value], from: present) { received.note($0) }
        try await waitUntil("the rest has arrived", milliseconds: 240_000) { !received.lines.isEmpty }
        #expect(received.lines == ["value / 3"])
    }

    @Test("a closure that waits holds up nobody, and receives all; a log that keeps nothing leads to a reload [feed 4]")
    func slow() async throws {
        for keepsRecords in [true, false] {
            let log =
                keepsRecords ? memoryLog() : MemoryLog(retention: .untilDelivered) { LogTime(1_000) }
            let backend = try await EmbeddedBackend(log: log)
            let numbers = Guarded<[(isReload: Bool, number: Int?)]>([])
            let (released, release) = AsyncStream.makeStream(of: Void.self)
            try backend.subscribe(path: "", events: [.value]) { change in
                let count = numbers.withLock { numbers in
                    for event in change.events {
                        let number = (event.json as? [String: Any])?["n"] as? NSNumber
                        numbers.append((event.kind == .reload, number?.intValue))
                    }
                    return numbers.count
                }
                if count == 1 { for await _ in released {} }
            }
            try await waitUntil("the subscription has begun", milliseconds: 240_000) { numbers.withLock(\.count) == 1 }
            // Far more than may wait in memory.
            let text = String(repeating: "x", count: 100_000)
            for index in 0..<80 { try backend.setData(["n": index, "text": text]) }
            let count = numbers.withLock(\.count)
            #expect(count == 1)
            release.finish()
            try await waitUntil("the last event has arrived", milliseconds: 240_000) {
                numbers.withLock(\.last)?.number == 79
            }
            let all = numbers.withLock(\.self)
            if keepsRecords {
                #expect(all.dropFirst().map(\.number) == Array(0..<80) && all.count(where: \.isReload) == 1)
            } else {
                let found = all.compactMap(\.number)
                #expect(all.count(where: \.isReload) >= 2 && found == found.sorted())
            }
        }
    }

    @Test("what a record changes is one change, with its time; nothing follows a cancellation [feed 5]")
    func atomic() async throws {
        let backend = try await EmbeddedBackend(log: memoryLog())
        let received = Received()
        let times = Guarded<[LogTime?]>([])
        let subscription = try backend.subscribe(path: "list", events: BackendEvent.Kind.ofChildren) { change in
            received.note(change)
            times.withLock { $0.append(change.time) }
        }
        try await waitUntil("the subscription has begun", milliseconds: 240_000) { received.lines.count == 1 }
        try backend.setData(["list": ["a": 1, "b": ["x": 2]]])
        try backend.setData(["list": ["b": ["x": 2], "c": "é"], "other": 1])
        try backend.setData(["list": ["b": ["x": 2], "c": "é"], "other": 2])
        try await waitUntil("both changes have arrived", milliseconds: 240_000) { received.all.count == 3 }
        #expect(
            received.all.map(\.lines) == [
                ["reload / null"], ["child_added a 1", #"child_added b after a {"x":2}"#],
                ["child_removed a 1", #"child_added c after b "é""#],
            ])
        #expect(times.withLock(\.self) == [nil, LogTime(1_000), LogTime(1_000)])
        subscription.cancel()
        try backend.setData(["list": 1])
        let later = Received()
        try backend.subscribe(path: "list", events: [.value]) { later.note($0) }
        try await waitUntil("a later subscription has begun", milliseconds: 240_000) { !later.lines.isEmpty }
        #expect(received.all.count == 3)
        await backend.close()
    }

    @Test("a value is decoded; a bad path and a back end without a log are refused with the remedy [feed 6]")
    func refusals() async throws {
        struct Entry: Decodable, Equatable { let name: String }
        let backend = try await EmbeddedBackend(log: memoryLog())
        let entries = Guarded<[Result<Entry, WebcomError>]>([])
        try backend.subscribe(path: "list", events: [.childAddition]) { change in
            for event in change.events {
                let entry = Result { () throws(WebcomError) in try event.decoded(as: Entry.self) }
                entries.withLock { $0.append(entry) }
            }
        }
        try await waitUntil("the subscription has begun", milliseconds: 240_000) { entries.withLock(\.count) == 1 }
        try backend.setData(["list": ["a": ["name": "Ada"]]])
        try await waitUntil("the entry has arrived", milliseconds: 240_000) { entries.withLock(\.count) == 2 }
        #expect(try entries.withLock(\.self)[1].get() == Entry(name: "Ada"))
        #expect(throws: WebcomError.self) { try entries.withLock(\.self)[0].get() }
        #expect {
            try backend.subscribe(path: "a$", events: [.value]) { _ in }
        } throws: {
            ($0 as? WebcomError)?.code == .invalidPath
        }
        #expect {
            try EmbeddedBackend().subscribe(path: "a", events: [.value]) { _ in }
        } throws: { error in
            (error as? WebcomError)?.message.contains("open it with a directory or a log") == true
        }
    }
}
