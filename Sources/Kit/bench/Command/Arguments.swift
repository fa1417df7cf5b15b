/// The parsed command line.
package struct Arguments: Sendable, Equatable {
    package static let usage = """
        usage: bench [ROW…] [--bed BED] [--mode MODE] [--rounds N] [--size quick|full] [--json FILE]
                     [--compare OLD.json [--tolerance PERCENT]] [--list] [--help]

        Measures the rows in interleaved rounds, and prints the median, the smallest and the largest process CPU time of each.
        Without ROW, --bed and --mode, all rows are measured; --bed and --mode may be repeated.

          --rounds N           the number of rounds; default 3
          --size quick|full    quick has a tenth of the operations, and no reference figures; default full
          --json FILE          writes the results to a file
          --compare OLD.json   prints the ratio of each row to the medians of a file
          --tolerance PERCENT  the loss of speed that --compare accepts; default 25
          --list               prints the rows without measuring them
          --count 1|2          for a counter of instructions: prepares two small runs of one row, bed and mode, executes
                               one or both, and prints only the number of operations of a run; see .ci/counted

        Exit code 1 if a result is wrong or a compared row is too slow, 2 if the command line or a file is wrong.
        """

    package var rows: [String] = []
    package var beds: [String] = []
    package var modes: [String] = []
    package var rounds = 3
    package var isQuick = false
    package var json: String?
    package var compared: String?
    /// The slowdown that a comparison accepts, as a fraction.
    package var tolerance = 0.25
    package var lists = false
    /// The number of executions for an instruction counter; `nil` to measure.
    package var executions: Int?
    package var helps = false

    /// Parses the words of a command line.
    ///
    /// - Throws: ``BenchError`` that names the argument and the remedy.
    package init(_ words: [String]) throws(BenchError) {
        var words = words[...]
        var hasTolerance = false
        while let word = words.popFirst() {
            switch word {
            case "--bed": beds.append(try Self.choice(word, Catalog.beds, &words))
            case "--mode": modes.append(try Self.choice(word, Catalog.modes, &words))
            case "--size": isQuick = try Self.choice(word, ["quick", "full"], &words) == "quick"
            case "--rounds":
                let text = try Self.value(word, &words)
                guard let number = Int(text), number > 0 else {
                    throw BenchError("The value \"\(text)\" of --rounds is not a positive integer; use 1 or more.")
                }
                rounds = number
            case "--tolerance":
                let text = try Self.value(word, &words)
                guard let percent = Double(text), percent >= 0, percent.isFinite else {
                    throw BenchError(
                        "The value \"\(text)\" of --tolerance is not a percentage; use 0 or more, such as 25.")
                }
                tolerance = percent / 100
                hasTolerance = true
            case "--json": json = try Self.value(word, &words)
            case "--compare": compared = try Self.value(word, &words)
            case "--list": lists = true
            case "--count": executions = try Self.choice(word, ["1", "2"], &words) == "1" ? 1 : 2
            case "--help", "-h": helps = true
            case _ where word.hasPrefix("-"):
                throw BenchError("The option \"\(word)\" is unknown; bench --help lists the options.")
            default:
                guard let name = Catalog.names.first(where: { $0.lowercased() == word.lowercased() }) else {
                    throw BenchError(
                        "The row \"\(word)\" is unknown; use \(Catalog.names.joined(separator: ", ")), or none for all rows."
                    )
                }
                rows.append(name)
            }
        }
        if hasTolerance, compared == nil {
            throw BenchError("--tolerance has no effect without --compare; add --compare OLD.json, or leave it out.")
        }
    }

    /// The size of the workloads.
    package var size: Size { isQuick ? .quick : .full }

    /// Returns whether a row is selected.
    package func selects(_ row: Row) -> Bool {
        (rows.isEmpty || rows.contains(row.name)) && (beds.isEmpty || beds.contains(row.bed))
            && (modes.isEmpty || modes.contains(row.mode))
    }

    private static func value(_ option: String, _ words: inout ArraySlice<String>) throws(BenchError) -> String {
        guard let value = words.popFirst() else {
            throw BenchError("The option \(option) lacks its value; bench --help shows it.")
        }
        return value
    }

    private static func choice(
        _ option: String, _ choices: [String], _ words: inout ArraySlice<String>
    ) throws(BenchError) -> String {
        let value = try value(option, &words)
        guard choices.contains(value) else {
            throw BenchError(
                "The value \"\(value)\" of \(option) is unknown; use \(choices.joined(separator: ", ")).")
        }
        return value
    }
}
