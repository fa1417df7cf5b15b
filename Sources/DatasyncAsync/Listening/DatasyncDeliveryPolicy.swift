import DatasyncClient
import DatasyncEngine

/// How a sequence treats a consumer that is slower than the events.
public enum DatasyncDeliveryPolicy: Sendable, Equatable {
    /// Every event is kept until it is taken.
    case lossless
    /// What was not taken merges, at most one event for each child: a shorter stream that leads to the same state.
    case coalescing
    /// At most so many are kept; one more ends the sequence with `overflow`, after those that were.
    ///
    /// With a bound below 1 the sequence throws `invalidConstraint`.
    case bounded(Int)

    var policy: EventBuffer.Policy {
        switch self {
        case .lossless: .lossless
        case .coalescing: .coalescing
        case .bounded(let most): .bounded(most)
        }
    }
}

extension DatasyncDeliveryPolicy: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case, with its bound.
    public var description: String {
        switch self {
        case .lossless: "lossless"
        case .coalescing: "coalescing"
        case .bounded(let most): "bounded(\(most))"
        }
    }

    /// The names of the type and the case.
    public var debugDescription: String { "DatasyncDeliveryPolicy.\(description)" }
}
