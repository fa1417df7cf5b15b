import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncLog
import Testing

/// A value that has no JSON form.
private struct Unwritable {}

/// The closure of an embedded back end that decides about credentials.
@Suite("Credentials of an embedded back end")
struct CredentialTests {
    private static let rules = """
        {"rules":{".read":"auth != null",
        "admin":{".write":"auth.token.role == 'admin' && auth.token.groups[1] == 'b'"},
        "provided":{".write":"auth.provider == 'password'"},
        "own":{"$uid":{".write":"auth.uid == $uid"}}}}
        """

    @Sendable private static func user(of credential: String) throws -> EmbeddedBackend.User {
        switch credential {
        case "root": try EmbeddedBackend.User(uid: "ann", claims: ["role": "admin", "groups": ["a", "b"]])
        case "known": try EmbeddedBackend.User(uid: "bob", provider: "password")
        case "old": throw WebcomError(.expiredToken, "The credential ended yesterday.")
        case "odd": throw WebcomError(.invalidPath, "Not an error of a sign-in.")
        default: throw CancellationError()
        }
    }

    private func client(of backend: EmbeddedBackend) -> (authentication: Authentication, manager: DatasyncManager) {
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "credentials", platform: .embedded(in: backend)))
        return (application.authentication, application.datasyncService.createManager())
    }

    private func errorCode(_ body: () async throws -> Void) async -> WebcomError.SDKCode? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? WebcomError)?.code
        }
    }

    @Test(
        "rules see the identifier, the provider and the claims; without a log and over one", arguments: [false, true])
    func claims(isLogged: Bool) async throws {
        let log = MemoryLog(clock: { LogTime(0) })
        let backend = isLogged ? try await EmbeddedBackend(log: log) : EmbeddedBackend()
        try backend.setRules(Self.rules)
        backend.checkCredentials(with: Self.user)
        let (authentication, manager) = client(of: backend)
        let (admin, provided) = (try manager.nodeThrows(for: "admin"), try manager.nodeThrows(for: "provided"))
        try await authentication.signIn(token: "root")
        try await admin.set(1)
        #expect(await errorCode { try await provided.set(1) } == .permissionDenied)
        try await authentication.signIn(token: "known")
        try await provided.set(2)
        try await manager.nodeThrows(for: "own/bob").set(3)
        #expect(await errorCode { try await admin.set(2) } == .permissionDenied)
        #expect(await errorCode { try await manager.nodeThrows(for: "own/ann").set(3) } == .permissionDenied)
    }

    @Test("an error of the closure fails the sign-in with its code, and the present user remains")
    func errors() async throws {
        let backend = EmbeddedBackend()
        try backend.setRules(Self.rules)
        backend.checkCredentials(with: Self.user)
        let (authentication, manager) = client(of: backend)
        try await authentication.signIn(token: "known")
        #expect(await errorCode { try await authentication.signIn(token: "old") } == .expiredToken)
        #expect(await errorCode { try await authentication.signIn(token: "odd") } == .invalidToken)
        #expect(await errorCode { try await authentication.signIn(token: "else") } == .invalidToken)
        try await manager.nodeThrows(for: "provided").set(1)
    }

    @Test("without the closure, a credential is the identifier of the user")
    func removed() async throws {
        let backend = EmbeddedBackend()
        try backend.setRules(Self.rules)
        backend.checkCredentials(with: Self.user)
        backend.checkCredentials(with: nil)
        let (authentication, manager) = client(of: backend)
        try await authentication.signIn(token: "zoe")
        try await manager.nodeThrows(for: "own/zoe").set(1)
    }

    @Test("the closure may use the back end, and its captures are released without a lock")
    func reentrant() async throws {
        let backend = EmbeddedBackend()
        final class Caller: Sendable {
            let backend: EmbeddedBackend
            init(_ backend: EmbeddedBackend) { self.backend = backend }
            deinit { try? backend.setData(["released": true]) }
        }
        do {
            let caller = Caller(backend)
            backend.checkCredentials { credential in
                try caller.backend.setData(["credential": credential])
                return try EmbeddedBackend.User(uid: credential)
            }
        }
        try await client(of: backend).authentication.signIn(token: "ann")
        #expect((backend.data as? [String: Any])?["credential"] as? String == "ann")
        backend.checkCredentials(with: nil)
        #expect((backend.data as? [String: Any])?["released"] as? Bool == true)
    }

    @Test("a user without an identifier, and claims that are not JSON, are refused")
    func invalidUsers() {
        #expect(throws: WebcomError.self) { _ = try EmbeddedBackend.User(uid: "") }
        #expect(throws: WebcomError.self) { _ = try EmbeddedBackend.User(uid: "a", claims: ["k": Unwritable()]) }
    }
}
