public import DatasyncClient
public import Dispatch

/// A check that your own dialect delivers the same events as the library's dialects.
///
/// Each scenario runs in your dialect and in one of the library's dialects. The lines of every subscription and the
/// results of the writes must be equal in both, and equal to the scenario's expectations.
///
/// ```swift
/// let suite = DialectSuite("observables") { application, queue in
///     ObservableDriver(Observable(application, deliveringOn: queue))
/// }
/// let report = try suite.run()
/// #expect(report.failed == [])
/// ```
public struct DialectSuite: Sendable {
    /// Creates a driver for a client's application; the dialect delivers on the serial queue.
    public typealias MakeDriver =
        @Sendable (_ application: WebcomApplication, _ queue: DispatchQueue) -> any DialectDriver

    let name: String
    let features: Set<DialectFeature>
    let makeDriver: MakeDriver

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - name: The name of the dialect, for reports.
    ///   - features: The dialect's features; scenarios that need any other feature are skipped.
    ///   - makeDriver: Called for each client of each scenario.
    public init(
        _ name: String, features: Set<DialectFeature> = Set(DialectFeature.allCases), makeDriver: @escaping MakeDriver
    ) {
        self.name = name
        self.features = features
        self.makeDriver = makeDriver
    }

    /// Runs the scenarios of the package.
    ///
    /// The call blocks its thread until all events are delivered.
    ///
    /// - Parameter stopsAtFailure: Whether to stop at the first scenario that fails.
    /// - Returns: The scenarios that passed, failed (with the first difference), or were skipped.
    /// - Throws: The error for a scenario file that cannot be read.
    public func run(stopsAtFailure: Bool = false) throws -> SuiteReport {
        run(try BundledScenarios.scenarios(), stopsAtFailure: stopsAtFailure)
    }

    /// Runs some scenarios.
    ///
    /// - Parameters:
    ///   - scenarios: The scenarios.
    ///   - stopsAtFailure: Whether to stop at the first scenario that fails.
    /// - Returns: The scenarios that passed, failed (with the first difference), or were skipped.
    public func run(_ scenarios: [Scenario], stopsAtFailure: Bool = false) -> SuiteReport {
        var report = SuiteReport()
        let run = ScenarioRun(self)
        for scenario in scenarios {
            guard scenario.neededFeatures.isSubset(of: features) else {
                report.skipped.append(scenario.name)
                continue
            }
            let reference = ScenarioRun(.dialect(scenario.dialects.last ?? .async), throughText: false)
            if let difference = Conformance.firstDifference(in: scenario, runs: [reference, run]) {
                report.failed.append(.init(rule: scenario.name, reason: difference))
                if stopsAtFailure { break }
            } else {
                report.passed.append(scenario.name)
            }
        }
        return report
    }
}

extension Scenario {
    /// The features that a dialect needs to perform the steps.
    fileprivate var neededFeatures: Set<DialectFeature> {
        var features: Set<DialectFeature> = []
        for step in steps {
            switch step {
            case .subscribe(let subscription):
                if subscription.hidesData { features.insert(.hiddenData) }
                if subscription.excludesRevocations { features.insert(.revocationFilters) }
                if case .ordered = subscription.window { features.insert(.orders) }
            case .write(let write):
                switch write.kind {
                case .increment: features.insert(.increments)
                case .transaction: features.insert(.transactions)
                case .onDisconnect: features.insert(.onDisconnect)
                case .set, .merge, .remove, .push: break
                }
                if write.writesPriority { features.insert(.orders) }
            default: break
            }
        }
        return features
    }
}

extension DialectSuite: CustomStringConvertible {
    /// The name of the dialect.
    public var description: String { "suite of the dialect \(name)" }
}
