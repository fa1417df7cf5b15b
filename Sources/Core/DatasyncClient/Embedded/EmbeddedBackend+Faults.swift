import DatasyncBackend
import DatasyncTree
import DatasyncWire

/// Faults that tests inject: lost connections, held responses, refusals, other users, a different time.
///
/// Each fault takes effect before its call returns. The resulting events and completions arrive on the clients' delivery
/// queues. You can call all methods on any thread.
extension EmbeddedBackend {
    // MARK: Connections

    /// Disconnects a client and refuses new connections until ``restoreConnection(of:)``.
    ///
    /// The back end runs the client's on-disconnect writes and discards held requests, as if they had never arrived.
    ///
    /// - Parameter application: A client of this back end.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func dropConnection(of application: WebcomApplication) throws(WebcomError) {
        try port(of: application).drop()
    }

    /// Lets a client reconnect, which it does at once, and send its pending writes again.
    ///
    /// No effect if the connection was not dropped.
    ///
    /// - Parameter application: A client of this back end.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func restoreConnection(of application: WebcomApplication) throws(WebcomError) {
        try port(of: application).restore()
    }

    // MARK: Responses

    /// Holds a client's requests unprocessed until ``releaseResponses(to:)`` or until its connection ends.
    ///
    /// The client still receives the writes of other clients.
    ///
    /// - Parameter application: A client of this back end.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func holdResponses(to application: WebcomApplication) throws(WebcomError) {
        try port(of: application).hold()
    }

    /// Processes a client's held requests in order, and later requests without delay.
    ///
    /// - Parameter application: A client of this back end.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func releaseResponses(to application: WebcomApplication) throws(WebcomError) {
        try port(of: application).release()
    }

    // MARK: Refusals

    /// Refuses a client's next write, once: set, merge, increment or transaction; not on-disconnect writes.
    ///
    /// The operation fails with the code; an increment refused with `invalidValue` fails with `notANumber`. Each further call
    /// refuses one more write, in order.
    ///
    /// - Parameters:
    ///   - application: A client of this back end.
    ///   - code: `permissionDenied`, `invalidToken`, `expiredToken`, `tooLarge`, `invalidValue`, `invalidPath` or
    ///     `unavailable`.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end, `invalidValue` for
    ///   another code.
    public func refuseNextWrite(
        of application: WebcomApplication, with code: WebcomError.SDKCode = .permissionDenied
    ) throws(WebcomError) {
        try port(of: application).refuseNext(.write, with: try Self.status(code))
    }

    /// Refuses a client's next subscription request, once, which revokes the subscription.
    ///
    /// The first subscription to a node and constraint sends a request; further ones share it. After a reconnect the client
    /// sends all these requests again. Reads are not refused.
    ///
    /// - Parameters:
    ///   - application: A client of this back end.
    ///   - code: As for ``refuseNextWrite(of:with:)``.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end, `invalidValue` for
    ///   another code.
    public func refuseNextSubscription(
        of application: WebcomApplication, with code: WebcomError.SDKCode = .permissionDenied
    ) throws(WebcomError) {
        try port(of: application).refuseNext(.listen, with: try Self.status(code))
    }

    // MARK: Users

    /// Changes the user of a client's current connection and evaluates the rules again for its subscriptions.
    ///
    /// The next connection starts without a user. No effect while the client is disconnected.
    ///
    /// - Parameters:
    ///   - application: A client of this back end.
    ///   - uid: The identifier of the user; `nil` for no user.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func authenticate(_ application: WebcomApplication, as uid: String?) throws(WebcomError) {
        try port(of: application).authenticate(uid: uid)
    }

    // MARK: Time

    /// Stops the back end's clock at a time.
    ///
    /// When a client connects, it measures the difference between its clock and the back end's, and estimates the server time
    /// from it. So set the time before you make the client, or drop and restore its connection afterwards. Otherwise its
    /// estimates follow the old time; acknowledged values always have the back end's time.
    ///
    /// - Parameter milliseconds: The time in milliseconds since the Unix epoch.
    /// - Throws: ``WebcomError`` `invalidValue` for a time that is not finite.
    public func setTime(_ milliseconds: Double) throws(WebcomError) { clock.stop(at: try Self.finite(milliseconds)) }

    /// Moves the back end's clock; a stopped clock stays stopped and a running one keeps running.
    ///
    /// The estimates of connected clients follow the old time, as described in ``setTime(_:)``.
    ///
    /// - Parameter milliseconds: The milliseconds to add; a negative number moves the clock back.
    /// - Throws: ``WebcomError`` `invalidValue` for a number that is not finite.
    public func advanceTime(by milliseconds: Double) throws(WebcomError) {
        clock.advance(by: try Self.finite(milliseconds))
    }

    // MARK: Checks

    private func port(of application: WebcomApplication) throws(WebcomError) -> BackendPort {
        guard let port = application.client.port, port.backend === backend else {
            throw WebcomError(
                .unavailable,
                "The application \(application.identifier.quoted(atMost: 40)) is not a client of this embedded back end; "
                    + "make it with WebcomConfiguration(identifier:platform:) and the platform .embedded(in:).")
        }
        return port.link
    }

    private static func status(_ code: WebcomError.SDKCode) throws(WebcomError) -> Status {
        guard let status = statuses[code] else {
            let codes = statuses.keys.map(\.rawValue).sorted().joined(separator: ", ")
            throw WebcomError(
                .invalidValue, "A back end does not refuse with the code \(code.rawValue); use one of: \(codes).")
        }
        return status
    }

    static let statuses: [WebcomError.SDKCode: Status] = [
        .permissionDenied: .permissionDenied, .invalidToken: .invalidToken, .expiredToken: .expiredToken,
        .tooLarge: .tooBig, .invalidValue: .invalidData, .invalidPath: .invalidPath, .unavailable: .unavailable,
    ]

    private static func finite(_ milliseconds: Double) throws(WebcomError) -> Double {
        guard milliseconds.isFinite else {
            throw WebcomError(
                .invalidValue, "The time \(milliseconds) of the embedded back end is not finite; use a finite number.")
        }
        return milliseconds
    }
}
