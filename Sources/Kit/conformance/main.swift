import DatasyncLog
import DatasyncTesting
import DatasyncTestingInternals
import DatasyncTree
import Foundation

/// The number of passed and failed scenarios or scripts, for the closing line.
struct Tally {
    var passed = 0
    var failed = 0
    /// Whether the run ends at the first failure.
    var stopsAtFailure = false

    var isOver: Bool { stopsAtFailure && failed > 0 }

    mutating func count(_ difference: String?) {
        if let difference {
            failed += 1
            print(difference)
        } else {
            passed += 1
        }
    }
}

func bytes(of file: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: file) else {
        throw Arguments.Mistake(description: "\(file): cannot be read; is there such a file?")
    }
    return Array(data)
}

/// Runs each script, once at the root and once below another path.
func runVectors(_ arguments: Arguments) throws -> Tally {
    var tally = Tally(stopsAtFailure: arguments.stopsAtFailure)
    for file in arguments.files {
        for vector in try EngineVectorReader.vectors(in: try bytes(of: file), file: file) {
            let differences = try ["/", "/foo/bar/baz"].map { base in
                EngineVectorRun.firstDifference(of: vector, below: try Path(base))
            }
            tally.count(differences.compactMap(\.self).first)
            if tally.isOver { return tally }
        }
    }
    return tally
}

/// Reads all files before any scenario runs, so that an unreadable file is reported at once.
func scenarios(_ arguments: Arguments) throws -> [Scenario] {
    let files = arguments.files.isEmpty ? BundledScenarios.files : arguments.files
    return try files.flatMap { try ScenarioReader.scenarios(in: try bytes(of: $0), file: $0) }
}

/// Returns a package's rules with their scenarios and tests.
func coverage(_ arguments: Arguments, of scenarios: [Scenario]) throws -> RuleCoverage {
    let texts = { (folder: String, ending: String) in
        let root = arguments.package + "/" + folder
        guard let paths = FileManager.default.enumerator(atPath: root + "/") else {
            throw Arguments.Mistake(description: "\(root): cannot be read; name the package with --package FOLDER")
        }
        return try paths.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }.map { path in
            String(decoding: try bytes(of: root + "/" + path), as: UTF8.self)
        }
    }
    let coverage = RuleCoverage(
        pages: try texts("Sources", ".md"), scenarios: scenarios, tests: try texts("Tests", ".swift"))
    guard coverage.count > 0 else {
        throw Arguments.Mistake(description: "\(arguments.package)/Sources: no page has a table with a column `rule`")
    }
    return coverage
}

/// Runs the scenarios if a report is requested, and lists the rules; returns whether all is well.
func report(_ arguments: Arguments) throws -> Bool {
    let scenarios = try scenarios(arguments)
    let coverage = arguments.listsCoverage ? try coverage(arguments, of: scenarios) : nil
    let isComplete = coverage?.isComplete ?? true
    guard let file = arguments.report else {
        if let coverage { print(coverage.text) }
        return isComplete
    }
    let report = ConformanceReport(of: scenarios, runs: arguments.runs, coverage: coverage)
    if file == "-" {
        let usesColor = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        print(report.text(usesColor: usesColor))
        return report.countOfFailed == 0 && isComplete
    }
    let text = file.hasSuffix(".txt") ? report.text(usesColor: false) + "\n" : report.html
    guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
        throw Arguments.Mistake(description: "\(file): cannot be written; is there such a folder?")
    }
    for difference in report.differences { print(difference) }
    if let coverage, !isComplete { print(coverage.text) }
    print("\(report.countOfPassed) passed, \(report.countOfFailed) failed")
    return report.countOfFailed == 0 && isComplete
}

func runScenarios(_ arguments: Arguments) throws -> Tally {
    var tally = Tally(stopsAtFailure: arguments.stopsAtFailure)
    let scenarios = try scenarios(arguments)
    for scenario in scenarios where !tally.isOver {
        if let fault = arguments.fault {
            if !FaultMatrix.applies(to: scenario, fault) {
                print("\(scenario.name): no prediction of the final states")
            }
            tally.count(FaultMatrix.firstDifference(in: scenario, fault, log: arguments.log).difference)
            continue
        }
        if arguments.prints {
            for run in arguments.runs {
                print("\(scenario.name) (\(run.description))\n\(Conformance.text(of: scenario, run: run))")
            }
        }
        tally.count(Conformance.firstDifference(in: scenario, runs: arguments.runs))
    }
    return tally
}

/// Runs generated scenarios and compares the dialects with each other and with the naive model.
func runRandom(_ random: (seed: UInt64, count: Int), _ arguments: Arguments) throws -> Tally {
    var tally = Tally(stopsAtFailure: arguments.stopsAtFailure)
    let first = arguments.first ?? 0
    for index in first..<first + random.count where !tally.isOver {
        let report = RandomConformance.report(
            seed: random.seed, indices: index..<index + 1, runs: arguments.runs)
        tally.count(report.failures.first)
        guard let folder = arguments.keep, let text = report.files.first else { continue }
        let file = "\(folder)/\(random.seed)-\(index).json"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8)) else {
            throw Arguments.Mistake(description: "\(file): cannot be written; may this user write there?")
        }
    }
    return tally
}

/// Runs generated histories and compares the engine with the definition of the visible value.
func runHistories(_ series: (seed: UInt64, count: Int), _ arguments: Arguments) -> Tally {
    var tally = Tally(stopsAtFailure: arguments.stopsAtFailure)
    let first = arguments.first ?? 0
    for index in first..<first + series.count where !tally.isOver {
        tally.count(HonestHistories.report(seed: series.seed, indices: index..<index + 1).failures.first)
    }
    return tally
}

/// Runs random clients on back ends over one log that fails: late, lost and doubled entries, reloads, back ends that stop.
///
/// Without stops, once more with a log that loses its tail.
func runSharedLog(_ series: (seed: UInt64, count: Int), _ arguments: Arguments) async -> Tally {
    var tally = Tally(stopsAtFailure: arguments.stopsAtFailure)
    for losesTails in [false, true] {
        var suite = SharedLogSuite(backends: arguments.backends, operations: series.count, seed: series.seed) {
            FaultyLog(seed: series.seed, faults: .usual) { LogTime(Int64(Date().timeIntervalSince1970 * 1000)) }
        }
        (suite.stops, suite.lostTails) = losesTails ? (0, 8) : (8, 0)
        do {
            print(try await suite.check())
            tally.count(nil)
        } catch {
            tally.count("\(error)")
        }
    }
    return tally
}

/// Injects faults between one of two back ends and their log: append by append, one run for each fault.
func runLogFaults(_ series: (seed: UInt64, count: Int), _ arguments: Arguments) async -> Tally {
    var tally = Tally(stopsAtFailure: arguments.stopsAtFailure)
    for append in 1...series.count where !tally.isOver {
        let results = await withTaskGroup(of: String?.self) { group in
            for fault in LogFault.allCases where append >= fault.first {
                group.addTask {
                    do {
                        try await LogFaultMatrix.check(fault, at: append, seed: series.seed &+ UInt64(append))
                        return nil
                    } catch {
                        return "\(error)"
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for result in results { tally.count(result) }
    }
    return tally
}

/// Checks the clients' contracts.
func checkContracts(stopsAtFailure: Bool) async -> Tally {
    let report = await ContractSuite.run(stopsAtFailure: stopsAtFailure)
    for failure in report.failed { print(failure) }
    return Tally(passed: report.passed.count, failed: report.failed.count)
}

do {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    if let resource = arguments.resource {
        print(String(decoding: try bytes(of: resource), as: UTF8.self), terminator: "")
        exit(0)
    }
    if arguments.report != nil || arguments.listsCoverage { exit(try report(arguments) ? 0 : 1) }
    let tally =
        if let random = arguments.random {
            try runRandom(random, arguments)
        } else if let histories = arguments.histories {
            runHistories(histories, arguments)
        } else if let operations = arguments.sharedLog {
            await runSharedLog(operations, arguments)
        } else if let faults = arguments.logFaults {
            await runLogFaults(faults, arguments)
        } else if arguments.checksContracts {
            await checkContracts(stopsAtFailure: arguments.stopsAtFailure)
        } else {
            try arguments.areVectors ? runVectors(arguments) : runScenarios(arguments)
        }
    print("\(tally.passed) passed, \(tally.failed) failed")
    exit(tally.failed == 0 ? 0 : 1)
} catch is Arguments.Help {
    print(Arguments.usage)
} catch let mistake as Arguments.Mistake {
    FileHandle.standardError.write(Data("conformance: \(mistake)\n\(Arguments.usage)\n".utf8))
    exit(2)
} catch {
    FileHandle.standardError.write(Data("conformance: \(error)\n".utf8))
    exit(2)
}
