import DatasyncConcurrency
import DatasyncEngine
public import Dispatch
public import Foundation

extension Authentication {
    /// Whether an application has a user.
    public enum State: Sendable, Equatable {
        /// No user; the error says why if the back end refused or revoked the last token.
        case signedOut(WebcomError?)
        /// A token is set, but the back end has not accepted it yet, for example because there is no connection.
        case signingIn(User)
        /// The back end has accepted a token of the user, who stays signed in while the connection is lost.
        case signedIn(User)

        /// The user; `nil` if signed out.
        public var user: User? {
            switch self {
            case .signedOut: nil
            case .signingIn(let user), .signedIn(let user): user
            }
        }
    }

    /// The user of a token; the client reads it without checking the signature.
    public struct User: Sendable, Hashable {
        /// The identifier of the user; `nil` if the token does not show it.
        ///
        /// The embedded back end also accepts a credential that is not a token (JSON Web Token): it is then the identifier
        /// itself.
        public let uid: String?
        /// The time at which the token expires; `nil` if the token does not show it.
        public let expires: Date?
    }

    /// The current state.
    public var state: State { client.authenticationState(client.engine.signInStatus) }

    /// Observes the state, starting with the current state.
    ///
    /// - Parameters:
    ///   - queue: The delivery queue; the application's default queue when `nil`.
    ///   - observer: Called with each state.
    /// - Returns: The observation; retain it as long as it is needed.
    public func observe(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (State) -> Void
    ) -> ConnectionObservation {
        let deliveryQueue = client.deliveryQueue(queue)
        let stop = client.observeState { state in deliveryQueue.post { observer(state) } }
        return ConnectionObservation(stop: stop)
    }

    /// Observes the state on the main queue, starting with the current state.
    ///
    /// - Parameter observer: Called with each state.
    /// - Returns: The observation; retain it as long as it is needed.
    public func observe(_ observer: @escaping @MainActor (State) -> Void) -> ConnectionObservation {
        observe(queue: client.mainQueue(), onMain(observer))
    }

    /// The states as a stream, starting with the current state.
    ///
    /// A slow consumer receives only the latest state. Each access creates a stream; it ends by the rules of <doc:Sequences>.
    public var states: AsyncStream<State> {
        let (stream, continuation) = AsyncStream<State>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let stop = client.observeState {
            continuation.yield($0)
        } ended: {
            continuation.finish()
        }
        continuation.onTermination = { _ in stop() }
        return stream
    }
}

extension Client {
    fileprivate func authenticationState(_ status: SignInStatus) -> Authentication.State {
        Authentication.State(status, isEmbedded: port != nil)
    }

    fileprivate func observeState(
        _ observer: @escaping @Sendable (Authentication.State) -> Void, ended: @escaping @Sendable () -> Void = {}
    ) -> @Sendable () -> Void {
        let isEmbedded = port != nil
        return observeSignIn({ observer(Authentication.State($0, isEmbedded: isEmbedded)) }, ended: ended)
    }
}

extension Authentication.State {
    fileprivate init(_ status: SignInStatus, isEmbedded: Bool) {
        func user(_ credential: String) -> Authentication.User {
            let claims = TokenClaims(credential)
            return Authentication.User(
                uid: claims?.subject ?? (isEmbedded ? credential : nil),
                expires: claims?.expires.map { Date(timeIntervalSince1970: $0 / 1000) })
        }
        self =
            switch status {
            case .signedOut(let error): .signedOut(error.map { WebcomError($0) })
            case .signingIn(let credential): .signingIn(user(credential))
            case .signedIn(let credential): .signedIn(user(credential))
            }
    }
}

extension Authentication.State: CustomStringConvertible {
    /// The name of the case with the user or the error; never a token.
    public var description: String {
        switch self {
        case .signedOut(let error): error.map { "signed out: \($0.message)" } ?? "signed out"
        case .signingIn(let user): "signing in \(user)"
        case .signedIn(let user): "signed in \(user)"
        }
    }
}

extension Authentication.User: CustomStringConvertible {
    /// The identifier.
    public var description: String { uid ?? "an unknown user" }
}
