package import DatasyncTree

/// A request of a client to the back end.
///
/// Requests are numbered 1, 2, … over the life of a client; the response carries the number.
package struct Request: Sendable {
    package let number: Int
    package let action: Action
    /// The reason why a write was refused when it was read; the action then has no data.
    package var refusal: Refusal?

    /// A refusal of a write before its data were read.
    package struct Refusal: Sendable {
        package let status: Status
        package let reason: String
    }

    package init(number: Int, action: Action) {
        self.number = number
        self.action = action
    }

    package enum Action: Sendable {
        /// Push the data of a query now, then all changes.
        ///
        /// Data with the given hash are not pushed. Without a hash, or with the empty hash of null, the data are always pushed.
        case listen(path: Path, window: Window, tag: Int?, hash: String?)
        case unlisten(path: Path, window: Window, tag: Int?)
        /// Respond once with the data of a query.
        case get(path: Path, window: Window)
        /// Write now; a set only if the value that it replaces has the expected hash.
        case write(Write, expectedHash: String? = nil, writeNumber: WriteNumber? = nil)
        /// Write when the connection ends.
        case writeOnDisconnect(Write, writeNumber: WriteNumber? = nil)
        /// Cancel the on-disconnect writes at and below a path.
        case cancelOnDisconnect(path: Path, writeNumber: WriteNumber? = nil)
        /// Sign in.
        ///
        /// With the credential of the owner, the session has the rights of another user instead; null stands for a client
        /// without a user.
        case authenticate(credential: String, override: JSON? = nil)
        case unauthenticate
        case statistics
        case webhook(WebhookRequest)
    }
}
