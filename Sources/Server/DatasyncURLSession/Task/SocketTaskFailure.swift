import Foundation

/// An error of the system that ended a task, and the server's answer to the handshake if it was not the expected one.
package struct SocketTaskFailure: Error, Sendable, Equatable {
    private let domain: String
    private let code: Int
    private let text: String
    /// The status of the server's answer; `nil` for none, and for the status that opens a connection.
    private let status: Int?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - domain: The domain of the error.
    ///   - code: The number of the error in its domain.
    ///   - text: The system's description.
    ///   - status: The status of the server's answer to the handshake.
    package init(domain: String, code: Int, text: String, status: Int? = nil) {
        self.domain = domain
        self.code = code
        self.text = text
        self.status = status == 101 ? nil : status
    }

    /// Whether the server refuses connections until somebody changes something there: the namespace is missing, or the
    /// address or the origin is not allowed.
    var isRefusal: Bool { status.map([400, 403, 404].contains) ?? false }

    /// The failure as one sentence, with a remedy if one is known.
    var reason: String {
        if let status { return "The server answered \(status)." }
        switch (domain, code) {
        case (NSURLErrorDomain, NSURLErrorAppTransportSecurityRequiresSecureConnection):
            return "The system allows only connections with TLS; use wss://, "
                + "or name the host in NSAppTransportSecurity in the property list of the application."
        case (NSURLErrorDomain, NSURLErrorServerCertificateNotYetValid...NSURLErrorServerCertificateHasBadDate):
            return "TLS failed: the server's certificate is not trusted; install its root on the device, "
                + "or enable the trait WebSocket and pass the root as trustRoots of WebSocketOptions."
        default:
            let sentence = text.hasSuffix(".") ? String(text.dropLast()) : text
            return "\(sentence) (\(domain) \(code))."
        }
    }
}
