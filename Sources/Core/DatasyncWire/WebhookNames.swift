/// The identifier and the secret of a new webhook.
package struct WebhookNames: Sendable {
    /// The number of characters of an identifier: digits and letters from a to z.
    package static let idLength = 16

    package let id: String
    /// The key of the signatures.
    package let secret: String

    /// Creates names that nobody can guess.
    ///
    /// - Parameter bits: Returns 64 bits of a generator for secrets.
    package init(bits: () -> UInt64) {
        id = Self.text(Self.idLength, bits)
        secret = "whsec_" + Self.text(40, bits)
    }

    private static func text(_ count: Int, _ bits: () -> UInt64) -> String {
        let characters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<count).map { _ in characters[Int(bits() % 36)] })
    }
}
