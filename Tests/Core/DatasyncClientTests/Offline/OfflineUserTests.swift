import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@testable import DatasyncBackend
@testable import DatasyncEngine

/// Pending writes of users: each is sent as the user who made it.
struct OfflineUserTests {
    private let path = Path([Key(unchecked: "n")])

    private func set(_ number: Double, in world: inout OfflineWorld) throws {
        let path = path
        try world.perform { _ = try $0.set(WriteValue(.number(number)), at: path, now: 0) }
    }

    private func authenticate(_ text: String?, in world: inout OfflineWorld, discards: Bool = false) {
        world.perform { _ = $0.authenticate(text, discardsPendingWrites: discards) }
    }

    /// A client of a back end where only `ann` may write, with a pending write of `ann`.
    private func interrupted() throws -> OfflineWorld {
        var world = OfflineWorld()
        world.settle()
        authenticate("ann", in: &world)
        world.settle()
        world.drop()
        try set(1, in: &world)
        world.sync()
        _ = world.kill()
        return world
    }

    @Test("a restored write waits for its user, whose other token is as good [offline 3]")
    func waiting() throws {
        var world = try interrupted()
        world.settle()
        #expect(world.backend.data.isNull)
        #expect(world.client.replica.pending.writes.isEmpty && world.client.otherUsersWriteCount == 1)
        authenticate("bob", in: &world)
        #expect(world.client.replica.pending.writes.isEmpty && world.client.otherUsersWriteCount == 1)
        try set(2, in: &world)
        world.settle()
        #expect(world.backend.data[path].number == 2)
        authenticate("ann", in: &world)
        #expect(world.client.pendingWriteCount == 1)
        world.settle()
        #expect(world.backend.data[path].number == 1)
        #expect(world.replayed.writes.isEmpty && world.isConsistent)
        #expect(UserIdentity(credential: "a.eyJzdWIiOiJhbm4ifQ.x") == UserIdentity(credential: "ann"))
        #expect(UserIdentity(credential: "b.eyJzdWIiOiJib2IifQ.x") != UserIdentity(credential: "ann"))
    }

    @Test("a sign-out that is refused leaves the sign-in, whose next token is sent [offline 3]")
    func refusedSignOut() throws {
        var world = try interrupted()
        var signIn = 0
        world.perform { state in
            signIn = state.beginSignIn()
            _ = state.authenticate("ann", of: signIn)
        }
        authenticate(nil, in: &world)
        #expect(world.client.lastSignIn == signIn)
        world.perform { _ = $0.authenticate("a.eyJzdWIiOiJhbm4ifQ.x", of: signIn) }
        #expect(world.client.signInStatus == .signingIn(credential: "a.eyJzdWIiOiJhbm4ifQ.x"))
        authenticate(nil, in: &world, discards: true)
        #expect(world.client.lastSignIn == signIn + 1)
        #expect(world.client.signInStatus == .signedOut(nil))
    }

    @Test("a token that the back end refuses sends nothing [offline 3]")
    func refusedToken() throws {
        var world = try interrupted()
        authenticate("", in: &world)
        world.settle()
        #expect(world.backend.data.isNull)
        authenticate("ann", in: &world)
        world.settle()
        #expect(world.backend.data[path].number == 1)
    }

    @Test("writes wait until the user is confirmed after a reconnect [offline 3]")
    func confirmation() throws {
        var world = OfflineWorld()
        authenticate("ann", in: &world)
        world.settle()
        world.drop()
        try set(1, in: &world)
        world.reconnect()
        let hello = world.deliverToClient()
        world.sync()
        // Only the credential is on its way.
        let (first, second) = (world.deliverToBackend(), world.deliverToBackend())
        #expect(hello && first && !second)
        world.settle()
        #expect(world.backend.data[path].number == 1)
    }

    @Test("the user cannot change while writes are pending, unless these are discarded [offline 3]")
    func change() throws {
        var world = OfflineWorld()
        authenticate("ann", in: &world)
        world.settle()
        world.drop()
        try set(1, in: &world)
        authenticate(nil, in: &world)
        #expect(world.results.last == "unavailable")
        authenticate("bob", in: &world)
        #expect(world.results.last == "unavailable")
        authenticate(nil, in: &world, discards: true)
        #expect(world.results.suffix(2) == ["cancelled", "ok"])
        #expect(world.replayed.writes.isEmpty && world.isConsistent)
        world.reconnect()
        try set(2, in: &world)
        world.settle()
        #expect(world.backend.data[path].number == 2)
        #expect(world.client.violatedInvariant == nil)
    }
}
