import DatasyncConcurrency

extension WebcomApplication {
    /// The stored form of `Decimal` values.
    ///
    /// Numbers are stored as IEEE doubles, which keep every decimal of up to fifteen digits, most of sixteen, and few of
    /// seventeen. Store amounts with more digits as strings:
    ///
    /// ```swift
    /// application.decimalCodingStrategy = .string
    /// try await node.set(Invoice(total: Decimal(string: "12345678901234567.89")))
    /// ```
    @frozen
    public enum DecimalCodingStrategy: Sendable, Hashable {
        /// A number; the write fails for a decimal that is not exact as a double.
        case number
        /// A string; reading also accepts numbers.
        case string
    }

    /// The stored form of `Decimal` values; by default a number.
    public var decimalCodingStrategy: DecimalCodingStrategy {
        get { decimals.withLock(\.self) }
        set { decimals.withLock { $0 = newValue } }
    }
}

extension WebcomApplication.DecimalCodingStrategy: CustomStringConvertible {
    /// The name of the strategy.
    public var description: String {
        switch self {
        case .number: "number"
        case .string: "string"
        }
    }
}
