import ClientTestSupport
import DatasyncCallback
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncLive
import Testing

@testable import DatasyncAsync

/// Tests the rules of the page Sequences.
@Suite("Ends of sequences", .timeLimit(.minutes(30)))
struct SequenceEndTests {
    /// A sequence of a node that throws, as one iterator that counts its elements.
    struct Throwing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Makes an iterator, and returns a closure that takes its next element: whether there is one.
        let begin: @Sendable (DatasyncNode) -> Take

        typealias Take = () async throws(WebcomError) -> Bool

        static let all = [
            Throwing(testDescription: "events") { node in
                var iterator = node.events().makeAsyncIterator()
                return { () async throws(WebcomError) in try await iterator.next() != nil }
            },
            Throwing(testDescription: "coalesced events") { node in
                var iterator = node.events(.childEvent, delivery: .coalescing).makeAsyncIterator()
                return { () async throws(WebcomError) in try await iterator.next() != nil }
            },
            Throwing(testDescription: "typed events") { node in
                var iterator = node.events(of: DatasyncChildAddition.self).makeAsyncIterator()
                return { () async throws(WebcomError) in try await iterator.next(isolation: nil) != nil }
            },
            Throwing(testDescription: "values") { node in
                var iterator = node.values(as: [String: Int].self).makeAsyncIterator()
                return { () async throws(WebcomError) in try await iterator.next() != nil }
            },
            Throwing(testDescription: "children") { node in
                var iterator = node.children(as: Int.self).makeAsyncIterator()
                return { () async throws(WebcomError) in try await iterator.next() != nil }
            },
            Throwing(testDescription: "updates of items") { node in
                var iterator = node.items(mode: .merge, items: ["list"], fields: ["a"], queue: nil).updates
                    .makeAsyncIterator()
                return { () async throws(WebcomError) in try await iterator.next() != nil }
            },
            Throwing(testDescription: "events of items") { node in
                var iterator = node.items(mode: .merge, items: ["list"], fields: ["a"], queue: nil).events
                    .makeAsyncIterator()
                return { () async throws(WebcomError) in try await iterator.next() != nil }
            },
        ]

        var isOfItems: Bool { testDescription.hasSuffix("items") }
    }

    let fixture: ClientFixture
    let device: Device

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1]])
        device = fixture.device()
    }

    private func node(of sequence: Throwing, _ manager: DatasyncManager?) throws -> DatasyncNode {
        try #require(manager?[sequence.isOfItems ? "" : "list"])
    }

    /// Takes elements until the sequence ends, and returns the code of its error.
    private func end(of next: Throwing.Take) async -> WebcomError.SDKCode? {
        do throws(WebcomError) {
            while try await next() {}
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "a released manager ends a running loop with released, and then with nil [sequences 4]",
        arguments: Throwing.all)
    func running(sequence: Throwing) async throws {
        var manager: DatasyncManager? = device.manager()
        let next = sequence.begin(try node(of: sequence, manager))
        #expect(try await next())
        manager = nil
        #expect(await end(of: next) == .released)
        #expect(try await next() == false)
        #expect(try await next() == false)
        fixture.flush()
        #expect(fixture.listenCount == 0)
        #expect(manager == nil)
    }

    @Test("a loop that waits is resumed when the manager is released [sequences 4]", arguments: Throwing.all)
    func waiting(sequence: Throwing) async throws {
        let manager = Box<DatasyncManager?>(device.manager())
        let node = try node(of: sequence, manager.value)
        async let code = Task { await end(of: sequence.begin(node)) }.value
        while fixture.listenCount == 0 { await Task.yield() }
        for _ in 0..<20 { await Task.yield() }
        manager.value = nil
        #expect(await code == .released)
    }

    @Test("a sequence that begins after the release throws at once [sequences 4]", arguments: Throwing.all)
    func late(sequence: Throwing) async throws {
        var manager: DatasyncManager? = device.manager()
        let node = try node(of: sequence, manager)
        manager = nil
        let next = sequence.begin(node)
        #expect(await end(of: next) == .released)
        #expect(try await next() == false)
        #expect(manager == nil)
    }

    @Test("the elements before the release are still delivered [sequences 4]")
    func earlier() async throws {
        var manager: DatasyncManager? = device.manager()
        let node = try #require(manager?["list"])
        var events = node.events(.childAddition).makeAsyncIterator()
        for key in ["b", "c"] { device.legacy.child("list/\(key)").set(2) { _ in } }
        manager = nil
        var keys: [String] = []
        let error = await #expect(throws: WebcomError.self) {
            while let event = try await events.next() { keys.append(event.key) }
        }
        #expect(keys == ["a", "b", "c"])
        #expect(error?.code == .released)
        #expect(manager == nil)
    }

    @Test("an iterator that threw returns nil, although the next value could be decoded [sequences 6]")
    func undecodable() async throws {
        let manager = device.manager()
        var values = manager["list"].values(as: [String: Int].self).makeAsyncIterator()
        var rows = manager["list"].children(as: Int.self, undecodable: .end).makeAsyncIterator()
        #expect(try await values.next() == ["a": 1])
        #expect(try await rows.next()?.map(\.value) == [1])
        device.legacy.child("list/a").set("text") { _ in }
        let codes = [
            await #expect(throws: WebcomError.self) { try await values.next() }?.code,
            await #expect(throws: WebcomError.self) { try await rows.next() }?.code,
        ]
        #expect(codes == [.decodingFailed, .decodingFailed])
        #expect(fixture.listenCount == 0)
        device.legacy.child("list/a").set(2) { _ in }
        #expect(try await values.next() == nil)
        #expect(try await rows.next() == nil)
    }

    @Test(
        "an iterator that threw a revocation returns nil [sequences 3, 6]",
        // The events of items report the failure of each item as an element.
        arguments: Throwing.all.filter { $0.testDescription != "events of items" })
    func revoked(sequence: Throwing) async throws {
        let manager = device.manager()
        let next = sequence.begin(try node(of: sequence, manager))
        #expect(try await next())
        try fixture.embedded.setRules(closed)
        #expect(await end(of: next) == .permissionDenied)
        try fixture.embedded.setRules(#"{"rules": {".read": true, ".write": true}}"#)
        fixture.flush()
        #expect(try await next() == false)
    }

    @Test("releasing an iterator removes it from its manager [sequences 1]")
    func membership() async throws {
        let manager = device.manager()
        for _ in 0..<3 {
            var events = manager["list"].events().makeAsyncIterator()
            #expect(try await events.next() != nil)
            var updates = manager.node(for: "")?.items(mode: .raw, items: ["list"], fields: ["."], queue: nil).updates
                .makeAsyncIterator()
            #expect(try await updates?.next() != nil)
            #expect(manager.sequences.count == 2)
        }
        fixture.flush()
        #expect(manager.sequences.count == 0)
    }

    @Test("a released application ends the states, reached through any dialect [sequences 5]", arguments: 0..<5)
    func states(number: Int) async {
        func begin() -> @Sendable () async -> Int {
            let application = fixture.device().application
            func counting<States: AsyncSequence & Sendable>(_ states: States) -> @Sendable () async -> Int
            where States.Failure == Never {
                {
                    var count = 0
                    for await _ in states { count += 1 }
                    return count
                }
            }
            switch number {
            case 0: return counting(Webcom(application).authentication.states)
            case 1: return counting(Webcom.App(application).serverlessDb.authentication.states)
            case 2: return counting(application.datasyncService.authentication.states)
            case 3: return counting(application.datasyncService.states)
            default: return counting(application.datasyncService.loadingProgress)
            }
        }
        #expect(await begin()() <= 2)
        #expect(fixture.sessionCount == 1, "only the client of the suite remains")
    }

    @Test("a live object outlives the manager, and its updates end when it is disposed of [sequences 5]")
    func live() async throws {
        var manager: DatasyncManager? = device.manager()
        let object = try #require(manager?["list"]).liveObject(as: [String: Int].self, queue: nil)
        var updates = object.updates.makeAsyncIterator()
        #expect(await updates.next()?.model == ["a": 1])
        manager = nil
        device.legacy.child("list/a").set(2) { _ in }
        #expect(await updates.next()?.model == ["a": 2])
        object.dispose()
        while await updates.next() != nil {}
        #expect(await updates.next() == nil)
        #expect(manager == nil)
    }

    @Test("managers that are released while their sequences begin end every loop [sequences 4]")
    func race() async throws {
        for round in 0..<200 {
            let manager = Box<DatasyncManager?>(device.manager())
            let sequence = Throwing.all[round % Throwing.all.count]
            let node = try node(of: sequence, manager.value)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<3 {
                    group.addTask {
                        let next = sequence.begin(node)
                        let code = await end(of: next)
                        #expect(code == .released)
                    }
                }
                group.addTask { manager.value = nil }
            }
        }
        fixture.flush()
        #expect(fixture.listenCount == 0)
    }
}
