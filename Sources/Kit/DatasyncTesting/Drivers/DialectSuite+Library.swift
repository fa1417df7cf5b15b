extension ScenarioRun.Speaker {
    /// The dialect that performs the steps; `nil` if several alternate.
    var suite: DialectSuite? {
        switch self {
        case .dialect(let dialect): dialect.suite
        case .mixed: nil
        case .sequences: DialectSuite("sequences") { SequenceDriver($0, $1, isTyped: false) }
        case .typedSequences: DialectSuite("typed sequences") { SequenceDriver($0, $1, isTyped: true) }
        case .states: DialectSuite("states") { StateDriver($0, $1) }
        case .liveViews(let dialect):
            DialectSuite("live views in \(dialect)", features: DialectSuite.silent) { LiveDriver(dialect, $0, $1) }
        case .once: DialectSuite("once", features: DialectSuite.silent) { LegacyDriver($0, $1, addsOnce: true) }
        }
    }
}

extension Dialect {
    /// The dialect with its driver.
    var suite: DialectSuite {
        switch self {
        case .legacy: DialectSuite(rawValue, features: DialectSuite.silent) { LegacyDriver($0, $1) }
        case .callback: DialectSuite(rawValue) { CallbackDriver($0, $1) }
        case .async: DialectSuite(rawValue) { AsyncDriver($0, $1) }
        }
    }
}

extension DialectSuite {
    /// The features of a dialect that does not report when the application cancels a subscription.
    fileprivate static let silent = Set(DialectFeature.allCases).subtracting([.cancellations])
}
