import DatasyncClient

/// A part of the behaviour that a dialect may omit.
public enum DialectFeature: String, Sendable, CaseIterable {
    /// A report when the application cancels a subscription.
    case cancellations
    /// Subscriptions whose events have no values.
    case hiddenData
    /// Subscriptions that do not report revocations.
    case revocationFilters
    /// Priorities and orders other than key order.
    case orders
    /// Increments of numbers.
    case increments
    /// Transactions.
    case transactions
    /// On-disconnect writes.
    case onDisconnect
}

extension DialectFeature: CustomStringConvertible {
    /// The name of the feature.
    public var description: String { rawValue }
}
