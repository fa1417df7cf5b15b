import ClientTestSupport
import DatasyncAsync
import DatasyncConcurrency
import DatasyncTree
import DatasyncWire
import Foundation
import Testing

@testable import DatasyncBackend
@testable import DatasyncClient
@testable import DatasyncEngine

/// Data and writes of users who take turns on one client, by public calls and by single steps.
struct UserDataTests {
    private static let secret = Path([Key(unchecked: "private"), Key(unchecked: "ann")])

    private func listen(_ path: Path, in world: inout OfflineWorld) -> RegistrationID {
        world.perform { $0.listen(to: Query(path: path, window: .all), interest: .allKinds) }
    }

    private func signIn(_ name: String?, in world: inout OfflineWorld) { world.perform { _ = $0.authenticate(name) } }

    /// A client whose user `ann` has written and read a secret.
    private func annsWorld(sharesCaches: Bool = false) throws -> OfflineWorld {
        var world = try OfflineWorld(rules: UserHistoryTests.rules, sharesCaches: sharesCaches)
        signIn("ann", in: &world)
        world.settle()
        _ = try world.perform { try $0.set(WriteValue(.string("secret")), at: Self.secret, now: 0) }
        _ = listen(Self.secret, in: &world)
        world.settle()
        return world
    }

    @Test("cached data are those of their user, also after a restart, offline, and without a user [offline 7, 8]")
    func cachedData() throws {
        var world = try annsWorld()
        world.drop()
        _ = world.kill()
        for name in [nil, "bob"] {
            signIn(name, in: &world)
            let before = world.events.count
            _ = listen(Self.secret, in: &world)
            #expect(world.events.count == before && world.client.offlineCache.entries.isEmpty, "\(name ?? "nobody")")
        }
        let before = world.events.count
        signIn("ann", in: &world)
        #expect(world.events.dropFirst(before).contains("\"secret\""))
        #expect(world.isConsistent)
    }

    @Test("with shared caches every user sees the cached data [offline 7]")
    func sharedCaches() throws {
        var world = try annsWorld(sharesCaches: true)
        world.drop()
        _ = world.kill()
        signIn("bob", in: &world)
        _ = listen(Self.secret, in: &world)
        #expect(world.events.contains("\"secret\""))
    }

    @Test("a subscription that outlives its user delivers nothing until the back end has decided [offline 8]")
    func suspension() throws {
        var world = try annsWorld()
        let open = Path([Key(unchecked: "common")])
        _ = try world.perform { try $0.set(WriteValue(.number(1)), at: open, now: 0) }
        _ = listen(open, in: &world)
        world.settle()
        let before = world.events.count
        signIn("bob", in: &world)
        _ = try world.perform { try $0.set(WriteValue(.number(2)), at: open, now: 0) }
        _ = listen(open, in: &world)
        #expect(world.events.count == before)
        world.settle()
        // The difference for the first subscription, the whole value for the second one, and the acknowledgements.
        #expect(world.events.dropFirst(before).filter { $0.hasPrefix("2") } == ["2?", "2?", "2", "2"])
        #expect(!world.events.dropFirst(before).contains { $0.contains("secret") })
        #expect(world.client.replica.view(of: Query(path: Self.secret, window: .all)) == nil)
    }

    @Test(
        "data of an earlier user's session reach no subscription, also one that had none or began later [offline 8]",
        arguments: [nil, "bob"])
    func lateData(next: String?) throws {
        var world = try OfflineWorld(rules: UserHistoryTests.rules)
        signIn("ann", in: &world)
        world.settle()
        _ = try world.perform { try $0.set(WriteValue(.string("secret")), at: Self.secret, now: 0) }
        world.settle()
        _ = listen(Self.secret, in: &world)
        world.sync()
        while world.deliverToBackend() {}
        // The data are on their way.
        signIn(next, in: &world)
        let below = Path([Key(unchecked: "private"), Key(unchecked: "ann"), Key(unchecked: "below")])
        for path in [Self.secret, below] { _ = listen(path, in: &world) }
        world.settle()
        #expect(world.events.isEmpty)
        #expect(world.client.replica.view(of: Query(path: Self.secret, window: .all)) == nil)
        #expect(world.client.violatedInvariant == nil && world.isConsistent)
    }

    @Test("a subscription that both users may read begins once, if its data arrive between two users [offline 8]")
    func lateReadableData() throws {
        for value in [nil, 1.0] {
            var world = try OfflineWorld(rules: UserHistoryTests.rules)
            let common = Path([Key(unchecked: "common")])
            signIn("ann", in: &world)
            world.settle()
            if let value { _ = try world.perform { try $0.set(WriteValue(.number(value)), at: common, now: 0) } }
            world.settle()
            _ = world.perform { $0.listen(to: Query(path: common, window: .all), interest: .valueFamily) }
            world.sync()
            while world.deliverToBackend() {}
            signIn("bob", in: &world)
            while world.deliverToClient() {}
            #expect(world.events.isEmpty)
            world.settle()
            #expect(world.events == [value == nil ? "null" : "1"])
        }
    }

    @Test("a refusal for lack of permission forgets the cached data, and those that include them [offline 9]")
    func refusal() throws {
        var world = try annsWorld()
        signIn("bob", in: &world)
        world.settle()
        world.perform { state in state.offlineCache.keep(.string("old"), at: Path([Key(unchecked: "private")])) }
        world.perform { state in
            _ = state.read(Query(path: Self.secret, window: .all))
        }
        world.settle()
        #expect(world.client.offlineCache.entries.isEmpty)
        #expect(world.client.cacheState.cache.entries.isEmpty)
    }

    @Test("writes without a user are sent before the credential, and the sign-in does not fail [offline 3]")
    func withoutUser() throws {
        var world = try OfflineWorld(rules: UserHistoryTests.rules)
        let path = Path([Key(unchecked: "open"), Key(unchecked: "k")])
        _ = try world.perform { try $0.set(WriteValue(.number(1)), at: path, now: 0) }
        signIn("ann", in: &world)
        #expect(!world.results.contains("unavailable"))
        world.sync()
        while world.deliverToClient() {}
        world.sync()
        let first = world.nextToBackend
        #expect(first?.uid == nil && first?.message.text.contains("\"a\":\"p\"") == true)
        world.settle()
        #expect(world.backend.data[path].number == 1 && world.replayed.writes.isEmpty)
        #expect(world.client.signInStatus == .signedIn(credential: "ann"))
    }

    @Test(
        "a store of an earlier version is mapped when its user signs in; data without a user are those of the last one")
    func earlierVersion() throws {
        let ann = UserIdentity.ofEarlierVersion(credential: "ann")
        let digits = String(ann.digest, radix: 16)
        let texts = [
            "1 numbered\n\(digits)\nff\n0",
            "1 wrote\n3\n\(digits)\n{\"t\":\"d\",\"d\":{\"r\":0,\"a\":\"p\",\"b\":{\"p\":\"/private/ann\",\"d\":\"new\"}}}",
            "1 cached\n{\"t\":\"d\",\"d\":{\"r\":0,\"a\":\"q\",\"b\":{\"p\":\"/private/ann\",\"h\":\"\"}}}\n"
                + "{\"t\":\"d\",\"d\":{\"a\":\"d\",\"b\":{\"p\":\"/private/ann\",\"d\":\"old\"}}}",
        ]
        var state = OfflineState()
        for text in texts { state.apply(try OfflineChange(text: text)) }
        var client = EngineState(client: 1, offline: OfflineStart(state: state), now: 0)
        #expect(client.offlineCache.entries.isEmpty && client.otherUsersWriteCount == 1)
        _ = client.authenticate("bob")
        #expect(client.offlineCache.entries.isEmpty && client.otherUsersWriteCount == 1)
        _ = client.authenticate("ann")
        #expect(client.offlineCache.entries.map(\.node.text) == ["\"old\""] && client.pendingWriteCount == 1)
        #expect(client.violatedInvariant == nil)
        var unowned = OfflineState()
        unowned.apply(try OfflineChange(text: texts[2]))
        let dropped = EngineState(client: 1, offline: OfflineStart(state: unowned), now: 0)
        #expect(!dropped.offlineState.caches.values.contains { !$0.entries.isEmpty })
    }

    @Test("a write of a damaged store whose outcome is unknown is told to its user only [offline 12]")
    func uncertainWrites() throws {
        let writes: [UserWrite] = try [nil, "ann", "bob"].map { user in
            let path = try Path(user.map { "private/\($0)" } ?? "open")
            return UserWrite(.set(WriteValue(.number(1)), at: path), user: user.map { UserIdentity(credential: $0) })
        }
        let start = OfflineStart(uncertain: writes) { _ in OperationHandlers { _ in } }
        var client = EngineState(client: 1, offline: start, now: 0)
        func told() -> [String] {
            defer { client.effects = [] }
            return client.effects.compactMap { effect in
                guard case .settle(_, .failure(let error)) = effect else { return nil }
                return error.code == .outcomeUnknown ? error.path?.description : nil
            }
        }
        #expect(told() == ["/open"])
        _ = client.authenticate("ann")
        #expect(told() == ["/private/ann"])
        _ = client.authenticate("eve")
        _ = client.authenticate("ann")
        #expect(told() == [] && client.unsettledCount == 0)
        _ = client.authenticate("bob")
        #expect(told() == ["/private/bob"])
    }

    @Test("tokens of two issuers with one subject are two users")
    func issuers() {
        let token = { (claims: String) in "h.\(Data(claims.utf8).base64EncodedString().replacing("=", with: "")).s" }
        let first = UserIdentity(credential: token(#"{"iss":"a","sub":"ann"}"#))
        #expect(first != UserIdentity(credential: token(#"{"iss":"b","sub":"ann"}"#)))
        #expect(first == UserIdentity(credential: token(#"{"iss":"a","sub":"ann","exp":1}"#)))
        #expect(first != UserIdentity(credential: "ann"))
    }
}

/// Waiting for pending writes, and the number of them, by public calls.
struct PendingWriteTests {
    @Test("the wait ends when each write has a response, refused ones too; the number is observable [offline 3]")
    func wait() async throws {
        let backend = EmbeddedBackend()
        try backend.setRules(#"{"rules": {"open": {".read": true, ".write": true}}}"#)
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend)))
        application.diagnostics = { _ in }
        let service = application.datasyncService
        try await service.waitForPendingWrites()
        service.isConnectionEnabled = false
        application.client.write(1, at: "open/a")
        application.client.write(1, at: "closed/a")
        #expect(application.pendingWriteCount == 2)
        let task = Task { try await application.waitForPendingWrites() }
        service.isConnectionEnabled = true
        try await task.value
        #expect(application.pendingWriteCount == 0)
        var counts = application.pendingWriteCounts.makeAsyncIterator()
        #expect(await counts.next() == 0)
        service.isConnectionEnabled = false
        let waiting = Task { try await application.waitForPendingWrites() }
        _ = waiting
        application.client.write(1, at: "open/b")
        #expect(await counts.next() == 1)
        let cancelled = Task { try await application.waitForPendingWrites() }
        cancelled.cancel()
        await #expect(throws: WebcomError.self) { try await cancelled.value }
        application.discardPendingWrites()
        #expect(application.pendingWriteCount == 0)
    }

    @Test("a sign-out without a connection is refused while writes are pending, and unauth reports it [offline 3]")
    func refusedSignOut() async throws {
        let backend = EmbeddedBackend()
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend)))
        let errors = Guarded<[WebcomError.SDKCode]>([])
        application.diagnostics = { error in errors.withLock { $0.append(error.code) } }
        application.defaultQueue = DispatchQueue(label: "test")
        let service = application.datasyncService
        try await application.authentication.signIn(token: "ann")
        service.isConnectionEnabled = false
        application.client.write(1, at: "a")
        await #expect(throws: WebcomError.self) { try await application.authentication.signOut() }
        try await application.authentication.signOut(discardingPendingWrites: true)
        #expect(application.pendingWriteCount == 0 && application.pendingWriteCountOfOtherUsers == 0)
    }
}

/// Transactions whose results hold server values, and functions that take long.
struct TransactionResultTests {
    private func application(_ backend: EmbeddedBackend) -> WebcomApplication {
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend)))
        application.diagnostics = { _ in }
        return application
    }

    @Test("a result with an increment is what the back end stored [operations 8]")
    func stored() async throws {
        let backend = EmbeddedBackend()
        try backend.setData(["x": ["b": 1]])
        let manager = application(backend).datasyncService.createManager()
        let result = try await manager["x"].runTransaction { _ in
            .set(.raw, ["n": [".sv": ["increment": 2]]])
        }
        #expect(result.value.decoded(as: [String: Int].self) == ["n": 2])
        #expect((backend.data as? [String: [String: Int]])?["x"]?["n"] == 2)
    }

    @Test("increments by transactions that begin without a connection result in successive values [operations 8, 12]")
    func offline() async throws {
        let backend = EmbeddedBackend()
        try backend.setData(["n": 10])
        let application = application(backend)
        let service = application.datasyncService
        let manager = service.createManager()
        _ = try await manager["n"].value()
        service.isConnectionEnabled = false
        let tasks = (0..<3).map { _ in
            Task { try await manager["n"].runTransaction { _ in .set(.raw, [".sv": ["increment": 1]]) } }
        }
        while application.pendingWriteCount < 3 { await Task.yield() }
        service.isConnectionEnabled = true
        var results: [Int] = []
        for task in tasks {
            let result = try await task.value
            results.append(result.value.decoded(as: Int.self) ?? -1)
        }
        #expect(results.sorted() == [11, 12, 13])
        #expect((backend.data as? [String: Int])?["n"] == 13)
    }

    @Test("a long function of a transaction delays no other thread, and may wait for a read of its application")
    func longFunction() async throws {
        let backend = EmbeddedBackend()
        try backend.setData(["other": 7])
        let application = application(backend)
        let root = Location(client: application.client)
        let (began, ends, ended) = (
            AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0), AsyncStream<Void>.makeStream()
        )
        DispatchQueue(label: "transaction").async {
            root.relative("t").runTransaction { _ in
                let read = DispatchSemaphore(value: 0)
                let value = Guarded(0.0)
                root.relative("other").read { result in
                    value.withLock { $0 = (try? result.get())?.node.number ?? -1 }
                    read.signal()
                }
                read.wait()
                began.continuation.yield()
                ends.wait()
                return .json(.success(.number(value.withLock(\.self))))
            } completion: { _ in
                ended.continuation.yield()
            }
        }
        for await _ in began.stream { break }
        // Ends only if the function, which has not returned, holds nothing that this write needs.
        let manager = application.datasyncService.createManager()
        try await manager["plain"].set(1)
        ends.signal()
        for await _ in ended.stream { break }
        withExtendedLifetime(manager) {}
        #expect((backend.data as? [String: Int]) == ["other": 7, "plain": 1, "t": 7])
    }
}

extension Client {
    /// Writes a number without waiting.
    fileprivate func write(_ number: Double, at path: String) {
        Location(client: self).relative(path).set(.json(.success(.number(number)))) { _ in }
    }
}
