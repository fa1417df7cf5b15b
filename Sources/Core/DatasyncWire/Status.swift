/// The outcome of a request as one word.
///
/// Unknown words are valid and passed on unchanged.
package struct Status: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let ok = Status(rawValue: "ok")
    package static let permissionDenied = Status(rawValue: "permission_denied")
    /// The value was not the expected one; the back end has pushed the current one.
    package static let dataStale = Status(rawValue: "datastale")
    package static let invalidToken = Status(rawValue: "invalid_token")
    package static let expiredToken = Status(rawValue: "expired_token")
    package static let unavailable = Status(rawValue: "unavailable")
    package static let tooBig = Status(rawValue: "too_big")
    package static let invalidData = Status(rawValue: "invalid_data")
    package static let invalidPath = Status(rawValue: "invalid_path")
    /// The client must wait before it tries again.
    package static let tooManyRequests = Status(rawValue: "too_many_requests")
    /// The back end does not know the client of a write number above 1; the write was not applied now.
    package static let unknownClient = Status(rawValue: "unknown_client")
}
