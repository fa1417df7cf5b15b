import DatasyncBackend
import DatasyncConcurrency
import DatasyncTree
import DatasyncWire

extension EmbeddedBackend {
    /// The user that a credential stands for, as rules see it in the variable `auth`.
    public struct User: Sendable {
        let auth: RuleAuth

        /// Makes a user.
        ///
        /// - Parameters:
        ///   - uid: The identifier, not empty: `auth.uid`.
        ///   - provider: The method of the sign-in, for example `password`: `auth.provider`.
        ///   - claims: The claims of the credential, as Foundation's JSON values: the members of `auth.token`.
        /// - Throws: ``WebcomError`` `invalidValue` for an empty identifier, and for a claim that is not a JSON value.
        public init(uid: String, provider: String? = nil, claims: [String: Any] = [:]) throws(WebcomError) {
            guard !uid.isEmpty else {
                throw WebcomError(.invalidValue, "The identifier of a user is empty; pass the text for the user.")
            }
            do throws(DatasyncError) {
                auth = RuleAuth(uid: uid, provider: provider, token: try JSON(foundation: claims))
            } catch {
                throw WebcomError(error)
            }
        }
    }

    /// Sets the closure that checks credentials, from the next sign-in on.
    ///
    /// Without a closure, which is the default, a credential is a user's identifier, and `auth.provider` and `auth.token` are
    /// null.
    ///
    /// ```swift
    /// backend.checkCredentials { credential in
    ///     guard let account = accounts[credential] else { throw WebcomError(.invalidToken, "Sign in again.") }
    ///     return try EmbeddedBackend.User(uid: account.name, provider: "password", claims: ["admin": account.isAdmin])
    /// }
    /// ```
    ///
    /// - Parameter check: Returns the user of a credential. If it throws, the sign-in fails: a ``WebcomError`` with the code
    ///   `invalidToken`, `expiredToken` or `unavailable` keeps its code, any other error becomes `invalidToken`. Called on a
    ///   separate thread, possibly several calls at once; only the messages of the client that signs in wait for it. `nil`
    ///   removes the closure.
    public func checkCredentials(with check: (@Sendable (_ credential: String) throws -> User)?) {
        signIn.set(check)
    }
}

/// An application's closure that checks credentials.
final class EmbeddedSignIn: Sendable {
    typealias Check = @Sendable (String) throws -> EmbeddedBackend.User

    private let check = Guarded<ApplicationOwned<Check>?>(nil)
    private let executor: Executor?

    /// Makes a sign-in without a closure.
    ///
    /// - Parameter executor: Runs the application's closure; without it, the thread that sends the credential does.
    init(executor: Executor?) { self.executor = executor }

    func set(_ check: Check?) { _ = self.check.exchange(check.map { ApplicationOwned($0) }) }

    @Sendable func decide(
        about credential: String, _ later: @escaping @Sendable (SignInDecision) -> Void
    ) -> SignInDecision? {
        guard let check = check.withLock({ $0 }) else { return SignInDecision(identifier: credential) }
        guard let executor else { return Self.decision(of: check.value, about: credential) }
        executor { later(Self.decision(of: check.value, about: credential)) }
        return nil
    }

    private static func decision(of check: Check, about credential: String) -> SignInDecision {
        do {
            return .accepted(.client(try check(credential).auth))
        } catch let error as WebcomError {
            let passed: [WebcomError.SDKCode] = [.invalidToken, .expiredToken, .unavailable]
            let status = passed.first { $0 == error.code }.flatMap { EmbeddedBackend.statuses[$0] }
            return .refused(status ?? .invalidToken, reason: error.message)
        } catch {
            return .refused(.invalidToken, reason: "\(error)")
        }
    }
}

extension EmbeddedBackend.User: CustomStringConvertible {
    /// The identifier and the provider; never the claims, which may be secret.
    public var description: String {
        "user \(auth.uid.quoted(atMost: 40))" + (auth.provider.map { " by \($0)" } ?? "")
    }
}
