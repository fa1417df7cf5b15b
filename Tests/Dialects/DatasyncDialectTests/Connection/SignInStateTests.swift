import DatasyncAsync
import DatasyncCallback
import DatasyncConcurrency
import DatasyncLegacy
import Foundation
import Testing

@testable import DatasyncClient

/// The state of the user as the dialects show it, and sign-ins by a provider of tokens.
@Suite("State of the sign-in")
struct SignInStateTests {
    private func application(in backend: EmbeddedBackend = EmbeddedBackend()) -> WebcomApplication {
        WebcomApplication(configuration: WebcomConfiguration(identifier: "sign-in", platform: .embedded(in: backend)))
    }

    /// A token without a signature, which the closure of these tests reads by its number.
    private func token(_ user: String, number: Int, expires: Int) -> String {
        let claims = #"{"sub":"\#(user)","number":\#(number),"exp":\#(expires)}"#
        let payload = Data(claims.utf8).base64EncodedString()
            .replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
        return "e30.\(payload).x"
    }

    @Test("the states follow the sign-in, as property and as stream")
    func states() async throws {
        let application = application()
        let authentication = application.authentication
        #expect(authentication.state == .signedOut(nil))
        let states = authentication.states
        try await authentication.signIn(token: "ann")
        #expect(authentication.state == .signedIn(.init(uid: "ann", expires: nil)))
        var last: Authentication.State?
        for await state in states {
            last = state
            if state.user?.uid == "ann", case .signedIn = state { break }
        }
        #expect(last?.description == "signed in ann")
        try await authentication.signOut()
        #expect(authentication.state == .signedOut(nil))
    }

    @Test("an observer sees each state in order, on its queue, until it is cancelled")
    func observer() async throws {
        let application = application()
        let queue = DispatchQueue(label: "states")
        let seen = Guarded<[String]>([])
        let observation = application.authentication.observe(queue: queue) { state in
            seen.withLock { $0.append("\(state)") }
        }
        try await application.authentication.signIn(token: "ann")
        await #expect(throws: WebcomError.self) { try await application.authentication.signIn(token: "") }
        queue.sync {}
        let refusedEnd = ["signed out", "signing in ann", "signed in ann", "signing in ", "signed in ann"]
        #expect(seen.withLock(\.self) == refusedEnd)
        observation.cancel()
        try await application.authentication.signOut()
        queue.sync {}
        #expect(seen.withLock(\.count) == refusedEnd.count)
    }

    @Test("the names of the legacy dialect sign in, observe and sign out; every dialect shows the same user")
    func dialects() async throws {
        let application = application()
        let (legacy, queue) = (Webcom(application), DispatchQueue(label: "legacy"))
        let (states, continuation) = AsyncStream.makeStream(of: String.self)
        let observation = legacy.onAuth(queue: queue) { continuation.yield("\($0)") }
        let error = await withCheckedContinuation { done in
            legacy.authWithToken("ann", queue: queue) { done.resume(returning: $0) }
        }
        #expect(error == nil)
        let shown = [
            legacy.authentication.state, application.datasyncService.authentication.state,
            Webcom.App(application).serverlessDb.authentication.state,
        ]
        #expect(shown == Array(repeating: .signedIn(.init(uid: "ann", expires: nil)), count: 3))
        legacy.unauth()
        var seen: [String] = []
        for await state in states {
            seen.append(state)
            if seen.count == 4 { break }
        }
        #expect(seen == ["signed out", "signing in ann", "signed in ann", "signed out"])
        observation.cancel()
    }

    @Test("a provider is called again when the back end says that a token has expired")
    func provider() async throws {
        let backend = EmbeddedBackend()
        let accepted = Guarded<Set<String>>([])
        backend.checkCredentials { credential in
            guard accepted.withLock({ $0.contains(credential) }) else {
                throw WebcomError(.expiredToken, "The token has expired.")
            }
            return try EmbeddedBackend.User(uid: "ann")
        }
        let application = application(in: backend)
        let calls = Guarded(0)
        let (signIns, continuation) = AsyncStream.makeStream(of: String.self)
        let observation = application.authentication.observe(queue: DispatchQueue(label: "observer")) { state in
            if case .signedIn(let user) = state { continuation.yield("\(user) \(user.expires?.description ?? "")") }
        }
        try await application.authentication.signIn { [self] in
            let number = calls.withLock { calls in
                calls += 1
                return calls
            }
            let token = token("ann", number: number, expires: 4_000_000_000 + number)
            accepted.withLock { $0 = [token] }
            return token
        }
        var iterator = signIns.makeAsyncIterator()
        let first = await iterator.next()
        // The next connection sends a token that the back end no longer accepts.
        accepted.withLock { $0 = [] }
        application.datasyncService.isConnectionEnabled = false
        application.datasyncService.isConnectionEnabled = true
        let second = await iterator.next()
        #expect(first != second && second?.hasPrefix("ann ") == true)
        #expect(calls.withLock(\.self) == 2)
        observation.cancel()
    }

    @Test("an error of the provider fails the sign-in; a later sign-in ends one that waits")
    func providerFailures() async throws {
        struct Broken: Error {}
        let authentication = application().authentication
        let error = await #expect(throws: WebcomError.self) { try await authentication.signIn { throw Broken() } }
        #expect(error?.code == .unavailable && error?.message.contains("Broken") == true)
        #expect(authentication.state == .signedOut(nil))
        let (calls, called) = AsyncStream.makeStream(of: Void.self)
        let waiting = Task {
            await errorCode { () async throws(WebcomError) in
                try await authentication.signIn {
                    called.yield()
                    // Ends when the task of the provider is cancelled.
                    for await _ in AsyncStream.makeStream(of: Void.self).stream {}
                    return ""
                }
            }
        }
        for await _ in calls { break }
        try await authentication.signIn(token: "bob")
        #expect(authentication.state.user?.uid == "bob")
        #expect(await waiting.value == .cancelled)
    }

    private func errorCode(_ body: () async throws(WebcomError) -> Void) async -> WebcomError.SDKCode? {
        do throws(WebcomError) {
            try await body()
            return nil
        } catch {
            return error.code
        }
    }
}
