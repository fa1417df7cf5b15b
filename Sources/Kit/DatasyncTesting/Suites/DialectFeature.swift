import DatasyncClient

/// A part of the behaviour that a dialect may leave out.
public enum DialectFeature: String, Sendable, CaseIterable {
    /// The end of a subscription by the application is reported.
    case cancellations
    /// Subscriptions whose events have no values.
    case hiddenData
    /// Subscriptions that do not report revocations.
    case revocationFilters
    /// Other orders than that by key, and priorities.
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
