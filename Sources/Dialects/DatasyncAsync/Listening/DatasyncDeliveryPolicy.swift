import DatasyncClient
import DatasyncEngine

/// The buffering of a sequence whose consumer is slower than its events.
public enum DatasyncDeliveryPolicy: Sendable, Equatable {
    /// Buffers every event until the consumer takes it.
    case lossless
    /// Merges buffered events, usually into one for each child and one for the value.
    ///
    /// They lead to the same state.
    case coalescing
    /// Buffers at most this many events.
    ///
    /// One more ends the sequence with `overflow`, after the buffered events. A bound below 1 makes the sequence throw
    /// `invalidConstraint`.
    case bounded(Int)

    var policy: EventBuffer.Policy {
        switch self {
        case .lossless: .lossless
        case .coalescing: .coalescing
        case .bounded(let most): .bounded(most)
        }
    }
}

extension DatasyncDeliveryPolicy: CustomStringConvertible {
    /// The name of the case, with its bound.
    public var description: String {
        switch self {
        case .lossless: "lossless"
        case .coalescing: "coalescing"
        case .bounded(let most): "bounded(\(most))"
        }
    }
}
