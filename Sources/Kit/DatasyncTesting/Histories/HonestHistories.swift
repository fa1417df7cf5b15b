/// Checks the engine with random histories of an honest back end and several clients.
///
/// ```swift
/// let report = HonestHistories.report(seed: 1, indices: 0..<1000)
/// for failure in report.failures { print(failure) }
/// ```
public enum HonestHistories {
    /// The result of a series.
    public struct Report: Sendable, CustomStringConvertible {
        /// The number of histories that passed.
        public var passed = 0
        /// The problem and the shrunk history of each failure, with its seed and index.
        public var failures: [String] = []

        /// The numbers of histories.
        public var description: String { "Report(\(passed) passed, \(failures.count) failed)" }
    }

    /// Runs a part of a series.
    ///
    /// - Parameters:
    ///   - seed: The seed of the series; equal seeds generate equal series.
    ///   - indices: The indices of the histories to run.
    /// - Returns: The number that passed, and the shrunk failures.
    public static func report(seed: UInt64, indices: Range<Int>) -> Report {
        var report = Report()
        for index in indices {
            let history = HonestHistory(seed: seed, index: index)
            guard HonestRun.firstProblem(in: history) != nil else {
                report.passed += 1
                continue
            }
            let shrunk = shrunk(history)
            let problem = HonestRun.firstProblem(in: shrunk)?.text ?? "the problem comes and goes"
            report.failures.append("seed \(seed), index \(index): \(problem)\n\(shrunk)")
        }
        return report
    }

    /// Returns a failing history without the steps that it does not need.
    private static func shrunk(_ history: HonestHistory) -> HonestHistory {
        var history = history
        var isShorter = true
        while isShorter {
            isShorter = false
            for index in history.steps.indices.reversed() where index < history.steps.count {
                var candidate = history
                candidate.steps.remove(at: index)
                guard let problem = HonestRun.firstProblem(in: candidate) else { continue }
                candidate.steps = Array(candidate.steps.prefix(problem.count))
                history = candidate
                isShorter = true
            }
        }
        return history
    }
}
