/// A question of the system about certificates and sign-ins while a connection opens.
package enum SocketChallenge: Sendable, CaseIterable {
    /// Whether to trust the certificate of the server.
    case serverCertificate
    /// Which certificate to show to the server.
    case clientCertificate
    /// The user and password for a proxy.
    case proxySignIn
    /// The user and password for the server, of HTTP.
    case serverSignIn

    package enum Answer: Sendable {
        /// The system decides, with its settings, roots and keychain.
        case system
        /// The connection fails.
        case refuse
    }

    /// Returns the answer: the system's, which never trusts a certificate that leads to none of its roots.
    ///
    /// A server of the database never asks for a user and a password of HTTP: they would go to somebody else.
    ///
    /// - Parameter failures: The number of earlier answers that were wrong.
    /// - Returns: The answer.
    package func answer(afterFailures failures: Int) -> Answer {
        switch self {
        case .serverCertificate: .system
        case .clientCertificate, .proxySignIn: failures == 0 ? .system : .refuse
        case .serverSignIn: .refuse
        }
    }
}
