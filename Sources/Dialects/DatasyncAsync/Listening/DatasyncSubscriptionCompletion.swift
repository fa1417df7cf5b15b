public import DatasyncClient
package import DatasyncEngine
import DatasyncTree

/// The reason why a subscription ended.
public enum DatasyncSubscriptionCompletion: Sendable {
    /// The application cancelled the subscription, or its owner was released.
    case cancellation
    /// The back end revoked the subscription.
    case revocation(reason: WebcomError)

    package init(_ ending: Ending) {
        self =
            switch ending {
            case .cancelled: .cancellation
            case .revoked(let error): .revocation(reason: WebcomError(error))
            }
    }
}

extension DatasyncSubscriptionCompletion: CustomStringConvertible {
    /// The name of the case, with the reason.
    public var description: String {
        switch self {
        case .cancellation: "cancellation"
        case .revocation(let reason): "revocation(reason: \(reason))"
        }
    }
}
