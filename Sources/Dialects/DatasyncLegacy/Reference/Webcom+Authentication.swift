public import DatasyncClient
import DatasyncConcurrency
public import Dispatch

extension Webcom {
    /// The user of the application, shared by all dialects.
    #if LegacyWarnings
        @available(*, deprecated, message: "use authentication of the application, of serverlessDb or of the service")
    #endif
    public var authentication: Authentication { Authentication(client: location.client) }

    /// Signs in with a token, and calls the completion on the main queue.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - completion: Called with `nil` when the back end has accepted the token, otherwise with the error.
    #if LegacyWarnings
        @available(*, deprecated, message: "use authentication.signIn(token:)")
    #endif
    public func authWithToken(_ token: String, _ completion: @escaping @MainActor (WebcomError?) -> Void) {
        Authentication(client: location.client).signIn(token: token, completion)
    }

    /// Signs in like ``authWithToken(_:_:)``, with the completion on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use authentication.signIn(token:)")
    #endif
    public func authWithToken(
        _ token: String, queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        Authentication(client: location.client).signIn(token: token, queue: queue, completion)
    }

    /// Observes the user on the main queue, starting with the current state.
    ///
    /// - Parameter observer: Called with each state.
    /// - Returns: The observation; retain it as long as you need it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use authentication.observe, or authentication.states")
    #endif
    public func onAuth(_ observer: @escaping @MainActor (Authentication.State) -> Void) -> ConnectionObservation {
        Authentication(client: location.client).observe(observer)
    }

    /// Observes the user like ``onAuth(_:)``, with the observer on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use authentication.observe, or authentication.states")
    #endif
    public func onAuth(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (Authentication.State) -> Void
    ) -> ConnectionObservation {
        Authentication(client: location.client).observe(queue: queue, observer)
    }

    /// Signs out; an error goes to the diagnostics, for instance if writes are pending without a connection.
    #if LegacyWarnings
        @available(*, deprecated, message: "use authentication.signOut()")
    #endif
    public func unauth() {
        let client = location.client
        Authentication(client: client).signOut(queue: nil) { error in
            if let error { client.diagnose(error) }
        }
    }

    /// Calls a completion once every write and transaction that is pending now has a response, even a refusal.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called with `nil`; with `cancelled` if the user changes; with `released` if the client is closed.
    #if LegacyWarnings
        @available(*, deprecated, message: "use waitForPendingWrites of serverlessDb or of the service")
    #endif
    public func waitForPendingWrites(
        queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        location.client.waitForPendingWrites(queue, completion)
    }

    /// Waits like ``waitForPendingWrites(queue:_:)``, and calls the completion on the main queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use waitForPendingWrites of serverlessDb or of the service")
    #endif
    public func waitForPendingWrites(_ completion: @escaping @MainActor (WebcomError?) -> Void) {
        waitForPendingWrites(queue: location.client.mainQueue(), onMain(completion))
    }
}
