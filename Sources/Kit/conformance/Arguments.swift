import DatasyncTesting
import DatasyncTestingInternals

/// The parsed command line.
struct Arguments {
    static let usage = """
        usage: conformance [--dialect DIALECT] [--through-text] [--log LOG] [--trace] [--report OUT] [FILE…]
               conformance --faults | --restarts [--log LOG] [FILE…]
               conformance --contracts
               conformance --coverage [--package FOLDER] [--report OUT] [FILE…]
               conformance --random SEED COUNT [--log LOG] [--from INDEX] [--keep FOLDER]
               conformance --histories SEED COUNT [--from INDEX]
               conformance --shared-log SEED COUNT [--backends NUMBER]
               conformance --log-faults SEED COUNT
               conformance --engine-vectors FILE…
               conformance --schema | --recorder

        Runs scenario files in every dialect and compares what is delivered: with what they expect, and dialect with dialect.
        Without files the scenarios of the package itself are run. Exit code 1 on a failure, 2 when a file cannot be read.

        --dialect       legacy, callback, async, mixed, sequences, typed-sequences, states, live-legacy, live-callback, live-async,
                        once, or all.
        --log           The log of the back end: immediate (none), memory, journal, reopened (a journal that is closed and opened
                        after each step), shared (a log of two back ends, with the clients spread over both), or reloaded (the
                        same, and both back ends read the log again after each step).
        --faults        Drops a connection at each single message, and compares the final data and the results of writes.
        --restarts      Ends a client at each single message, restarts it over its offline store, and compares likewise.
        --report OUT    Writes a page with a sequence diagram of each scenario; a name that ends in .txt gets text, and - prints
                        text.
        --contracts     Checks the rules that no scenario file can state: queues, buffers, handles, live objects, promises.
        --fail-fast     Stops at the first failure.
        --coverage      Lists the numbered rules in the pages of a package, with the number of their scenarios and tests. Fails
                        on a rule without any, and on a citation of an unknown rule. Runs no scenario without --report.
        --random        Generates scenarios, and compares the dialects with each other and with an independent model. A failure
                        is printed with its index, and shrunk.
        --histories     Generates histories of an honest back end and several clients, and compares the engine with the
                        definition of the visible value at every step. A failure is printed with its index, and shrunk.
        --shared-log    Runs random clients with COUNT operations on back ends over one log that delivers late, loses entries, stores
                        them twice and loses its tail, and checks what they have seen against the records of the log.
        --log-faults    Runs random clients on two back ends over one log, with each fault between one of them and the log at
                        each of its first COUNT appends, and checks likewise.
        --backends      The number of these back ends; 2 without it.
        --from INDEX    The index of the first generated scenario or history; 0 without it.
        --keep FOLDER   Writes each shrunk failure to a file there, named by seed and index. Run the files again with
                        conformance FOLDER/*.json.
        --schema        Prints the JSON schema of scenario files.
        --recorder      Prints the JavaScript file that records an existing client as a scenario file.
        --package       The folder of that package, with its Sources and Tests; by default the present folder.
        """

    /// An error in the command line.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// A request to print the usage.
    struct Help: Error {}

    var runs = Conformance.allRuns
    var prints = false
    var random: (seed: UInt64, count: Int)?
    var histories: (seed: UInt64, count: Int)?
    /// The seed and the number of operations of clients on a shared log.
    var sharedLog: (seed: UInt64, count: Int)?
    /// The seed and the number of appends for the faults of a shared log.
    var logFaults: (seed: UInt64, count: Int)?
    var backends = 2
    /// The index of the first random scenario.
    var first: Int?
    /// The folder for the shrunk failures of random scenarios.
    var keep: String?
    var areVectors = false
    /// The fault at each message.
    var fault: FaultMatrix.Fault?
    var checksContracts = false
    var stopsAtFailure = false
    var log = BackendLog.immediate
    /// The file for the report; `-` prints it.
    var report: String?
    var listsCoverage = false
    /// A file of the package to print.
    var resource: String?
    var package = "."
    var files: [String] = []

    init(_ words: [String]) throws {
        var words = words[...]
        var dialect = "all"
        var throughText = false
        while let word = words.popFirst() {
            switch word {
            case "--dialect": dialect = try Self.value(of: word, &words)
            case "--through-text": throughText = true
            case "--trace": prints = true
            case "--engine-vectors": areVectors = true
            case "--faults": fault = .drop
            case "--restarts": fault = .restart
            case "--contracts": checksContracts = true
            case "--fail-fast": stopsAtFailure = true
            case "--log":
                let name = try Self.value(of: word, &words)
                guard let known = BackendLog(rawValue: name) else {
                    let known = BackendLog.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Mistake(description: "unknown log \(name); known: \(known)")
                }
                log = known
            case "--report": report = try Self.value(of: word, &words)
            case "--coverage": listsCoverage = true
            case "--package": package = try Self.value(of: word, &words)
            case "--help", "-h": throw Help()
            case "--schema": resource = BundledScenarios.schemaFile
            case "--recorder": resource = ScenarioRecorder.javaScriptFile
            case "--random": random = try Self.series(of: word, &words)
            case "--histories": histories = try Self.series(of: word, &words)
            case "--shared-log": sharedLog = try Self.series(of: word, &words)
            case "--log-faults": logFaults = try Self.series(of: word, &words)
            case "--backends":
                guard let count = Int(try Self.value(of: word, &words)), count > 1 else {
                    throw Mistake(description: "--backends takes the number of back ends, at least 2")
                }
                backends = count
            case "--from":
                first = Int(try Self.value(of: word, &words))
                guard let first, first >= 0 else {
                    throw Mistake(description: "--from takes the index of a scenario, at least 0")
                }
            case "--keep": keep = try Self.value(of: word, &words)
            case _ where word.hasPrefix("-"): throw Mistake(description: "unknown option \(word)")
            default: files.append(word)
            }
        }
        if sharedLog != nil || logFaults != nil,
            random != nil || histories != nil || areVectors || fault != nil || checksContracts || !files.isEmpty
        {
            throw Mistake(
                description: "--shared-log and --log-faults take no files and no other option than --backends and "
                    + "--fail-fast")
        }
        if sharedLog == nil, backends != 2 { throw Mistake(description: "--backends belongs to --shared-log") }
        runs = try Self.runs(dialect, throughText).map { $0.over(log) }
        if random != nil, !files.isEmpty {
            throw Mistake(description: "--random takes no files, it makes its scenarios")
        }
        if random == nil, histories == nil, first != nil || keep != nil {
            throw Mistake(description: "--from and --keep belong to --random")
        }
        if histories != nil {
            let others = random != nil || areVectors || fault != nil || checksContracts || listsCoverage || prints
            if others || keep != nil || report != nil || !files.isEmpty || log != .immediate || dialect != "all" {
                throw Mistake(description: "--histories takes no files and no other option than --from and --fail-fast")
            }
        }
        if areVectors, files.isEmpty { throw Mistake(description: "--engine-vectors takes at least one file") }
        if random != nil || areVectors, fault != nil {
            throw Mistake(description: "--random and --engine-vectors take no --faults or --restarts")
        }
        if areVectors, log != .immediate { throw Mistake(description: "--engine-vectors takes no --log") }
        let choosesRuns = dialect != "all" || throughText
        if random != nil || areVectors || fault != nil, choosesRuns || prints || report != nil || listsCoverage {
            throw Mistake(
                description: "--random, --engine-vectors, --faults and --restarts take none of --dialect, "
                    + "--through-text, --trace, --report and --coverage")
        }
        if checksContracts,
            random != nil || areVectors || fault != nil || choosesRuns || !files.isEmpty || log != .immediate
        {
            throw Mistake(description: "--contracts takes no files and no other option than --fail-fast")
        }
        if prints, report != nil { throw Mistake(description: "--report has the traces; leave --trace out") }
        if package != ".", !listsCoverage { throw Mistake(description: "--package is the folder for --coverage") }
    }

    private static func series(
        of option: String, _ words: inout ArraySlice<String>
    ) throws -> (seed: UInt64, count: Int) {
        guard let seed = UInt64(try value(of: option, &words)),
            let count = Int(try value(of: option, &words)), count > 0
        else { throw Mistake(description: "\(option) takes two numbers, SEED and COUNT, of which COUNT is at least 1") }
        return (seed, count)
    }

    private static func value(of option: String, _ words: inout ArraySlice<String>) throws -> String {
        guard let value = words.popFirst() else { throw Mistake(description: "\(option) lacks its value") }
        return value
    }

    private static func runs(_ dialect: String, _ throughText: Bool) throws -> [ScenarioRun] {
        switch dialect {
        case "all":
            guard throughText else { return Conformance.allRuns }
            return Dialect.allCases.map { ScenarioRun(.dialect($0), throughText: true) } + [
                ScenarioRun(.mixed, throughText: true)
            ]
        case "mixed": return [ScenarioRun(.mixed, throughText: throughText)]
        case "sequences": return [ScenarioRun(.sequences, throughText: throughText)]
        case "once": return [ScenarioRun(.once, throughText: throughText)]
        case "states": return [ScenarioRun(.states, throughText: throughText)]
        case "typed-sequences": return [ScenarioRun(.typedSequences, throughText: throughText)]
        case _ where dialect.hasPrefix("live-"):
            guard let face = Dialect(rawValue: String(dialect.dropFirst(5))) else {
                throw Mistake(description: "unknown dialect \(dialect); see --help")
            }
            return [ScenarioRun(.liveViews(face), throughText: throughText)]
        default:
            guard let dialect = Dialect(rawValue: dialect) else {
                throw Mistake(description: "unknown dialect \(dialect); see --help")
            }
            return [ScenarioRun(.dialect(dialect), throughText: throughText)]
        }
    }
}
