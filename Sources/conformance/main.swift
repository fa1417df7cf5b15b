import DatasyncTesting
import DatasyncTree
import Foundation

/// The number of passed and failed scenarios or scripts, for the closing line.
struct Tally {
    var passed = 0
    var failed = 0

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

/// Runs each script at the root and below another path.
func runVectors(_ arguments: Arguments) throws -> Tally {
    var tally = Tally()
    for file in arguments.files {
        for vector in try EngineVectorReader.vectors(in: try bytes(of: file), file: file) {
            let differences = try ["/", "/foo/bar/baz"].map { base in
                EngineVectorRun.firstDifference(of: vector, below: try Path(base))
            }
            tally.count(differences.compactMap(\.self).first)
        }
    }
    return tally
}

func runScenarios(_ arguments: Arguments) throws -> Tally {
    var tally = Tally()
    let files = arguments.files.isEmpty ? BundledScenarios.files : arguments.files
    // Read all files before running anything, so that an unreadable file is reported at once.
    let scenarios = try files.flatMap { try ScenarioReader.scenarios(in: try bytes(of: $0), file: $0) }
    for scenario in scenarios {
        if arguments.injectsFaults {
            tally.count(FaultMatrix.firstDifference(in: scenario, log: arguments.log).difference)
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

/// Runs generated scenarios and compares them with each other and with the naive model.
func runRandom(_ random: (seed: UInt64, count: Int)) -> Tally {
    let (passed, failures) = RandomConformance.run(seed: random.seed, count: random.count)
    for failure in failures { print(failure) }
    return Tally(passed: passed, failed: failures.count)
}

do {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    let tally =
        if let random = arguments.random {
            runRandom(random)
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
