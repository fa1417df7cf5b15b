import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// The status of the user, by the responses and pushes that change it.
@Suite("Status of the user")
struct SignInStatusTests {
    private let hello = LinkEvent.message(
        .control(.hello(time: 0, version: "5", host: "h", session: "s", numbersWrites: true)))

    private func connected() -> EngineState {
        var state = EngineState(client: 1)
        connect(&state)
        return state
    }

    private func connect(_ state: inout EngineState) {
        state.enableConnection(true)
        state.received(hello, now: 0)
    }

    private func reconnect(_ state: inout EngineState) {
        state.received(.closed(reason: "cut"), now: 0)
        state.received(.available, now: 0)
        state.effects = []
        state.received(hello, now: 0)
    }

    /// A connected client whose user `ann` the back end has accepted.
    private func signedIn() -> EngineState {
        var state = connected()
        _ = state.authenticate("ann")
        answer(&state, .ok)
        return state
    }

    /// Answers the last request that was sent.
    private func answer(_ state: inout EngineState, _ status: Status) {
        state.received(.message(.response(Response(number: state.nextRequest - 1, status: status))), now: 0)
    }

    private func end(_ state: inout EngineState) {
        state.received(.message(.push(.authenticationRevoked(status: .expiredToken, reason: "late"))), now: 0)
    }

    private func sentCredentials(_ state: EngineState) -> [String] {
        state.effects.compactMap { effect in
            guard case .send(.request(let request)) = effect, case .authenticate(let text, _) = request.action else {
                return nil
            }
            return text
        }
    }

    private func code(_ state: EngineState) -> ErrorCode? {
        if case .signedOut(let error) = state.signInStatus { error?.code } else { nil }
    }

    @Test("a credential is pending until the back end accepts it, and stays accepted without a connection")
    func accepted() {
        var state = connected()
        #expect(state.signInStatus == .signedOut(nil))
        _ = state.authenticate("ann")
        #expect(state.signInStatus == .signingIn(credential: "ann"))
        answer(&state, .ok)
        #expect(state.signInStatus == .signedIn(credential: "ann"))
        state.received(.closed(reason: "cut"), now: 0)
        #expect(state.signInStatus == .signedIn(credential: "ann"))
        _ = state.authenticate(nil)
        #expect(state.signInStatus == .signedOut(nil))
    }

    @Test("a refusal leaves the user that the session has, also on the next connection")
    func refused() {
        var state = signedIn()
        _ = state.authenticate("bob")
        #expect(state.signInStatus == .signingIn(credential: "bob"))
        answer(&state, .invalidToken)
        #expect(state.signInStatus == .signedIn(credential: "ann"))
        reconnect(&state)
        #expect(sentCredentials(state) == ["ann"])
    }

    @Test("a refusal without an earlier user signs out, with the reason")
    func refusedFirst() {
        var state = connected()
        _ = state.authenticate("bob")
        answer(&state, .invalidToken)
        #expect(code(state) == .invalidToken)
        _ = state.authenticate(nil)
        #expect(state.signInStatus == .signedOut(nil))
    }

    @Test("a refusal on a later connection signs out, since that session has no earlier user")
    func refusedLater() {
        var state = signedIn()
        reconnect(&state)
        answer(&state, .expiredToken)
        #expect(code(state) == .expiredToken)
    }

    @Test("the end of the rights signs out; while a newer credential is pending, that one decides")
    func ended() {
        var state = signedIn()
        _ = state.authenticate("ann2")
        end(&state)
        #expect(state.signInStatus == .signingIn(credential: "ann2"))
        answer(&state, .ok)
        #expect(state.signInStatus == .signedIn(credential: "ann2"))
        end(&state)
        #expect(code(state) == .expiredToken)
        reconnect(&state)
        #expect(sentCredentials(state).isEmpty)
    }

    @Test("after the end of the rights, a refused newer credential signs out")
    func endedAndRefused() {
        var state = signedIn()
        _ = state.authenticate("bob")
        end(&state)
        answer(&state, .invalidToken)
        #expect(code(state) == .invalidToken)
    }

    @Test("a token of a sign-in that a later call superseded is not sent")
    func lateToken() {
        var state = signedIn()
        let signIn = state.beginSignIn()
        _ = state.authenticate("bob", of: signIn)
        #expect(sentCredentials(state) == ["ann", "bob"])
        _ = state.authenticate(nil)
        _ = state.authenticate("bob2", of: signIn)
        #expect(sentCredentials(state) == ["ann", "bob"])
        #expect(state.signInStatus == .signedOut(nil))
        let settled = state.effects.compactMap { effect -> DatasyncError? in
            if case .settle(_, .failure(let error)) = effect { error } else { nil }
        }
        #expect(settled.map(\.code) == [.cancelled])
    }

    @Test("another token of an accepted user is no new sign-in")
    func renewed() {
        // Both have the subject `ann`.
        let first = "e30.eyJzdWIiOiJhbm4iLCJleHAiOjF9."
        let second = "e30.eyJzdWIiOiJhbm4iLCJleHAiOjJ9."
        var state = connected()
        _ = state.authenticate(first)
        answer(&state, .ok)
        _ = state.authenticate(second)
        #expect(state.signInStatus == .signedIn(credential: second))
        #expect(TokenClaims(second)?.subject == "ann" && TokenClaims(second)?.expires == 2000)
        #expect(TokenClaims("ann") == nil && TokenClaims("a.b.c") == nil)
    }
}
