package import DatasyncTree
import DatasyncWire

/// The cause of a subscription's completion.
package enum Ending: Sendable, Equatable {
    /// The application cancelled the subscription, or released its owner.
    case cancelled
    /// The back end refused or revoked the subscription.
    case revoked(DatasyncError)
}
