import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// Tests that each invariant of the engine's state finds its violation.
@Suite("Invariants of the engine's state")
struct InvariantTests {
    private let path = Path([Key(unchecked: "a"), Key(unchecked: "b")])
    private var query: Query { Query(path: path, window: .all) }

    /// Returns a connected client with a subscription, whose server data are complete, and by default a pending write.
    private func connected(writes: Bool = true) throws -> EngineState {
        var state = EngineState(client: 1)
        state.enableConnection(true)
        let hello = Control.hello(time: 0, version: ProtocolVersion.current, host: "h", session: "s")
        state.received(.message(.control(hello)), now: 0)
        _ = state.listen(to: query, interest: .valueFamily)
        state.received(.message(.push(.set(path: path, node: .number(1), tag: nil))), now: 0)
        if writes { _ = try state.set(WriteValue(.number(2)), at: path, now: 0) }
        #expect(state.violatedInvariant == nil)
        return state
    }

    @Test("registrations and views belong together")
    func registrations() throws {
        var state = try connected()
        state.replica.registrations[RegistrationID(number: 9)] = Query(path: .root, window: .all)
        #expect(state.violatedInvariant == "The registration 9 is not in the view of /.")
        state = try connected()
        state.replica.registrations = [:]
        #expect(state.violatedInvariant == "The views have 1 registrations of 0.")
        state = try connected()
        state.updating[query] = RegistrationID(number: 9)
        #expect(state.violatedInvariant == "The silent registration 9 of /a/b is gone.")
    }

    @Test("a revoked default query ends the silent registrations of the windows at its path")
    func silentRegistrations() throws {
        var state = try connected()
        let window = Query(path: path, window: try Window(limit: 2))
        state.apply(.keepUpdating, to: window)
        #expect(state.updating.count == 1)
        let push = Push.revoked(path: path, window: .all, status: .permissionDenied, reason: nil)
        state.session.sentListens[query] = nil
        state.received(.message(.push(push)), now: 0)
        #expect(state.updating.isEmpty)
        #expect(state.violatedInvariant == nil)
        state.apply(.keepUpdating, to: window)
        #expect(state.session.listens.contains(window))
    }

    @Test("a released engine has nothing pending and nothing registered")
    func released() throws {
        var state = try connected()
        state.apply(.keepUpdating, to: query)
        state.release()
        #expect(state.violatedInvariant == nil)
        #expect(state.replica.pending.isEmpty && state.updating.isEmpty)
    }

    @Test("messages of a connection that the back end has ended do not count")
    func abandoned() throws {
        var state = try connected()
        let revocation = Push.revoked(path: path, window: .all, status: .permissionDenied, reason: nil)
        _ = state.authenticate("A")
        state.received(.message(.control(.reset(host: nil))), now: 0)
        state.effects = []
        for message in [
            BackendMessage.push(revocation), .push(.authenticationRevoked(status: .expiredToken, reason: "")),
            .control(.reset(host: nil)), .response(Response(number: .min, status: .ok)),
        ] {
            state.received(.message(message), now: 0)
        }
        #expect(state.effects.isEmpty && state.credential != nil && state.replica.registrations.count == 1)
    }

    @Test("a response with an impossible number is ignored", arguments: [Int.min, -1, 0, 99, Int.max])
    func impossibleNumber(number: Int) throws {
        var state = try connected()
        state.received(.message(.response(Response(number: number, status: .ok))), now: 0)
        #expect(state.violatedInvariant == nil && state.writes.count == 1)
    }

    @Test("the event cache is the server cache where no write is pending")
    func caches() throws {
        var state = try connected(writes: false)
        state.replica.editSyncPoints { $0.modify(path) { $0.value?.views[0].event.node = .number(3) } }
        #expect(state.violatedInvariant == "The event cache of /a/b is 3 instead of 1.")
        state.replica.editSyncPoints { $0.modify(path) { $0.value?.views[0].event.isComplete = false } }
        #expect(state.violatedInvariant == "The event cache of /a/b is not complete.")
    }

    @Test("the sent listens are the needed ones, and nothing is in flight without a connection")
    func listens() throws {
        var state = try connected()
        state.session.listens = []
        #expect(state.violatedInvariant == "The sent listens are not the needed ones; they differ at /a/b.")
        state = try connected()
        state.phase = .waiting
        #expect(state.violatedInvariant == "A listen counts as sent without a connection.")
        state.session.listens = []
        #expect(state.violatedInvariant == "A request is in flight without a connection.")
    }

    @Test("every pending write belongs to an unanswered write or to a transaction")
    func writes() throws {
        var state = try connected()
        state.writes = .init()
        #expect(state.violatedInvariant == "1 writes are pending instead of 0.")
        state = try connected()
        state.replica.pending = PendingWrites()
        #expect(state.violatedInvariant == "The event cache of /a/b is 2 instead of 1.")
        state.replica.editSyncPoints { $0.modify(path) { $0.value?.views[0].event.node = .number(1) } }
        #expect(state.violatedInvariant == "The write 0 is not pending.")
    }

    @Test("trees and overlay are those of the pending writes")
    func pendingWrites() throws {
        var pending = PendingWrites()
        pending.add(.set(.number(1), at: path), number: 1)
        #expect(pending.violatedInvariant == nil)
        pending.index()
        #expect(pending.violatedInvariant == nil)
        var other = pending
        other.storedTrees.visible.remove(.number(1), number: 1, at: path)
        #expect(other.violatedInvariant == "The visible write 1 is not in its tree at /a/b.")
        other = pending
        other.storedTrees.visible.add(.number(2), number: 2, at: path)
        #expect(other.violatedInvariant == "The visible tree counts 2 parts of 1.")
        other = pending
        other.storedTrees.invisible.add(.null, number: 1, at: path)
        #expect(other.violatedInvariant == "The invisible tree counts 1 parts of 0.")
        other = pending
        other.storedTrees.overlay.write(.number(3), at: path)
        #expect(other.violatedInvariant == "The overlay shows {\"a\":{\"b\":3}} instead of {\"a\":{\"b\":1}}.")
        other = pending
        other.storedTrees.visible.remove(.null, number: 1, at: path)
        other.storedTrees.visible.add(.number(1), number: 1, at: path)
        #expect(
            other.violatedInvariant
                == "The visible tree: It counts 1 writes, 2 of them values and 0 of them priorities, "
                + "instead of 1, 1 and 0.")
    }
}
