import DatasyncBackend
import DatasyncTree
import DatasyncWire

/// Faults that tests inject: lost connections, held responses, refusals, other users, another time.
///
/// Each takes effect before its call returns; what the clients deliver because of it arrives on their delivery queues.
extension EmbeddedBackend {
    // MARK: Connections

    /// Ends the connection of a client and refuses new ones until ``restoreConnection(of:)``.
    ///
    /// The on-disconnect writes of the client run. Requests that were held are lost, as if they had never arrived.
    ///
    /// - Parameter application: A client of this back end.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func dropConnection(of application: WebcomApplication) throws(WebcomError) {
        try port(of: application).drop()
    }

    /// Lets a client connect again; it does so at once and repeats what was not acknowledged.
    ///
    /// Without effect on a client whose connection was not dropped.
    ///
    /// - Parameter application: A client of this back end.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func restoreConnection(of application: WebcomApplication) throws(WebcomError) {
        try port(of: application).restore()
    }

    // MARK: Responses

    /// Keeps the requests of a client unprocessed until ``releaseResponses(to:)`` or until its connection ends.
    ///
    /// Writes of other clients still reach it.
    ///
    /// - Parameter application: A client of this back end.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func holdResponses(to application: WebcomApplication) throws(WebcomError) {
        try port(of: application).hold()
    }

    /// Processes the held requests of a client in order, and responds at once from then on.
    ///
    /// - Parameter application: A client of this back end.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func releaseResponses(to application: WebcomApplication) throws(WebcomError) {
        try port(of: application).release()
    }

    // MARK: Refusals

    /// Refuses the next write of a client, once: set, merge, increment or transaction; not on-disconnect writes.
    ///
    /// Several calls refuse as many writes, in order. The operation fails with the code; a refused increment fails with
    /// `notANumber` where the code is `invalidValue`.
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

    /// Refuses the next subscription of a client, once, which revokes it.
    ///
    /// The first subscription of a node and constraint makes a request, further ones share it; after a reconnect every
    /// subscription makes one. Reads are not refused.
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

    /// Changes the user of a client's present connection and evaluates the rules again for its subscriptions.
    ///
    /// The next connection starts without a user. Without effect while the client is disconnected.
    ///
    /// - Parameters:
    ///   - application: A client of this back end.
    ///   - uid: The identifier of the user; `nil` for no user.
    /// - Throws: ``WebcomError`` `unavailable` when the application is not a client of this back end.
    public func authenticate(_ application: WebcomApplication, as uid: String?) throws(WebcomError) {
        try port(of: application).authenticate(uid: uid)
    }

    // MARK: Time

    /// Stops the clock of the back end at a time.
    ///
    /// Clients estimate the time of the back end from their own clock and the difference that they measured when they
    /// connected. Set the time before a client is made, or drop and restore its connection afterwards, and it measures the
    /// difference to the new time. Otherwise its estimates of server times follow the time before; the acknowledged value
    /// is always the time of the back end.
    ///
    /// - Parameter milliseconds: The time in milliseconds since the Unix epoch.
    /// - Throws: ``WebcomError`` `invalidValue` for a time that is not finite.
    public func setTime(_ milliseconds: Double) throws(WebcomError) { clock.stop(at: try Self.finite(milliseconds)) }

    /// Moves the clock of the back end; a stopped clock stays stopped, a running one runs on.
    ///
    /// Connected clients do not notice, as ``setTime(_:)`` describes.
    ///
    /// - Parameter milliseconds: The milliseconds to move by, backwards if negative.
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

    private static let statuses: [WebcomError.SDKCode: Status] = [
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
