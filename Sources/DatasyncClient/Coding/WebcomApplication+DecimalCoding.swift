import DatasyncConcurrency

extension WebcomApplication {
    /// The form in which `Decimal` values are stored.
    ///
    /// A node holds IEEE doubles. A decimal of up to fifteen digits always survives as a number, one of sixteen or seventeen
    /// mostly. Store amounts with more digits as text:
    ///
    /// ```swift
    /// application.decimalCodingStrategy = .string
    /// try await node.set(Invoice(total: Decimal(string: "12345678901234567.89")))
    /// ```
    @frozen
    public enum DecimalCodingStrategy: Sendable, Hashable {
        /// A number; writing fails for a decimal that no double holds exactly.
        case number
        /// A string; reading also accepts numbers.
        case string
    }

    /// The form in which `Decimal` values are written and read; a number unless it is set.
    public var decimalCodingStrategy: DecimalCodingStrategy {
        get { decimals.withLock(\.self) }
        set { decimals.withLock { $0 = newValue } }
    }
}

extension WebcomApplication.DecimalCodingStrategy: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the strategy.
    public var description: String {
        switch self {
        case .number: "number"
        case .string: "string"
        }
    }

    /// The description after the name of the type.
    public var debugDescription: String { "DecimalCodingStrategy(\(description))" }
}
