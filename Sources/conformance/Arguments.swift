import DatasyncTesting

/// The parsed command line.
struct Arguments {
    static let usage = """
        usage: conformance [--dialect legacy|callback|async|mixed|all] [--through-text] [--trace] [FILE…]
               conformance --log immediate|memory|journal|reopened [FILE…]
               conformance --faults [--log LOG] [FILE…]
               conformance --random SEED COUNT
               conformance --engine-vectors FILE…

        Runs scenario files in every dialect and compares what is delivered: with what they expect, and dialect with dialect.
        Without files the scenarios of the package itself are run. Exit code 1 on a failure, 2 when a file cannot be read.
        """

    /// An error in the command line.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// The request to print the usage.
    struct Help: Error {}

    var runs = Conformance.allRuns
    var prints = false
    var random: (seed: UInt64, count: Int)?
    var areVectors = false
    /// Whether connections are dropped at each message.
    var injectsFaults = false
    var log = ScenarioLog.immediate
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
            case "--faults": injectsFaults = true
            case "--log":
                let name = try Self.value(of: word, &words)
                guard let known = ScenarioLog(rawValue: name) else {
                    let known = ScenarioLog.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Mistake(description: "unknown log \(name); known: \(known)")
                }
                log = known
            case "--help", "-h": throw Help()
            case "--random":
                guard let seed = UInt64(try Self.value(of: word, &words)),
                    let count = Int(try Self.value(of: word, &words)), count > 0
                else {
                    throw Mistake(
                        description: "--random takes two numbers, SEED and COUNT, of which COUNT is at least 1")
                }
                random = (seed, count)
            case _ where word.hasPrefix("-"): throw Mistake(description: "unknown option \(word)")
            default: files.append(word)
            }
        }
        runs = try Self.runs(dialect, throughText).map { $0.over(log) }
        if random != nil, !files.isEmpty {
            throw Mistake(description: "--random takes no files, it makes its scenarios")
        }
        if areVectors, files.isEmpty { throw Mistake(description: "--engine-vectors takes at least one file") }
        if random != nil || areVectors, log != .immediate || injectsFaults {
            throw Mistake(description: "--random and --engine-vectors take no --log or --faults")
        }
        if random != nil || areVectors || injectsFaults, dialect != "all" || throughText || prints {
            throw Mistake(
                description: "--random, --engine-vectors and --faults take no --dialect, --through-text or --trace")
        }
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
        default:
            guard let dialect = Dialect(rawValue: dialect) else {
                throw Mistake(description: "unknown dialect \(dialect); known: legacy, callback, async, mixed, all")
            }
            return [ScenarioRun(.dialect(dialect), throughText: throughText)]
        }
    }
}
