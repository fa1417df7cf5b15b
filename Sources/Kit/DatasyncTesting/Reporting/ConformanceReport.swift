/// The result of scenarios in several runs, as a page with sequence diagrams or as text.
///
/// ```swift
/// let report = ConformanceReport(of: scenarios)
/// try report.html.write(toFile: "report.html", atomically: true, encoding: .utf8)
/// print(report.text(usesColor: false))
/// ```
///
/// Creating the report runs the scenarios, which blocks the calling thread.
public struct ConformanceReport: Sendable {
    /// The scenarios by file, in the order of the files.
    let files: [(file: String, scenarios: [ScenarioReport])]
    let runNames: [String]
    let coverage: RuleCoverage?

    /// Runs scenarios and records what each run delivers.
    ///
    /// - Parameters:
    ///   - scenarios: The scenarios to run.
    ///   - runs: The runs to compare; a run in a dialect that a scenario excludes is skipped for that scenario.
    ///   - coverage: The rules and their scenarios, which the page also lists.
    public init(
        of scenarios: [Scenario], runs: [ScenarioRun] = Conformance.allRuns, coverage: RuleCoverage? = nil
    ) {
        var files: [(file: String, scenarios: [ScenarioReport])] = []
        for scenario in scenarios {
            let report = ScenarioReport(scenario, runs: runs)
            if files.last?.file == scenario.file {
                files[files.count - 1].scenarios.append(report)
            } else {
                files.append((scenario.file, [report]))
            }
        }
        self.files = files
        runNames = runs.map(\.description)
        self.coverage = coverage
    }

    private var scenarios: [ScenarioReport] { files.flatMap(\.scenarios) }

    /// The number of scenarios whose runs all deliver the expected lines.
    public var countOfPassed: Int { scenarios.count { $0.difference == nil } }

    /// The number of scenarios with a difference.
    public var countOfFailed: Int { scenarios.count { $0.difference != nil } }

    /// The first difference of each failed scenario, as ``Conformance/firstDifference(in:runs:)`` returns it.
    public var differences: [String] { scenarios.compactMap(\.difference) }

    /// The number of lines in all diagrams.
    var countOfEvents: Int {
        scenarios.reduce(0) { sum, scenario in
            sum
                + scenario.steps.reduce(0) { sum, step in
                    sum + step.rows.reduce(0) { $0 + $1.cells.count { $0.text != nil } }
                }
        }
    }

    /// The report as one HTML page without scripts or references to other files, for light and dark displays.
    public var html: String { HTMLReport.text(of: self) }

    /// Returns the report as text: the diagram of each scenario, then the number of passed and failed scenarios.
    ///
    /// - Parameter usesColor: Whether the lines are coloured with terminal escape sequences.
    /// - Returns: The text, without a line break at its end.
    public func text(usesColor: Bool) -> String { TextReport(usesColor: usesColor).text(of: self) }
}

extension ConformanceReport: CustomStringConvertible {
    /// The number of passed and failed scenarios.
    public var description: String { "ConformanceReport(\(countOfPassed) passed, \(countOfFailed) failed)" }
}
