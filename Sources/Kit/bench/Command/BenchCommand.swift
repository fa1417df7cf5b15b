import Foundation

/// The command, which parses the words, measures, prints and compares.
enum BenchCommand {
    /// Runs the command.
    ///
    /// - Returns: The exit code.
    static func run(_ words: [String]) -> Int32 {
        let arguments: Arguments
        let old: Report?
        do {
            arguments = try Arguments(words)
            old = try arguments.compared.map(report)
        } catch {
            complain("\(error)")
            return 2
        }
        if arguments.helps {
            print(Arguments.usage)
            return 0
        }
        if let executions = arguments.executions { return count(executions, arguments) }
        let rows = Catalog.rows(arguments.size).filter(arguments.selects)
        guard !rows.isEmpty else {
            complain("No row has this name, bed and mode together; bench --list shows all rows.")
            return 2
        }
        if arguments.lists {
            print(list(rows))
            return 0
        }
        do {
            return try measure(rows, arguments, old)
        } catch {
            complain("\(error)")
            return 1
        }
    }

    private static func count(_ executions: Int, _ arguments: Arguments) -> Int32 {
        do {
            try CountedRun(arguments).execute(executions) { operations in
                print(operations)
                exit(0)
            }
            return 0
        } catch {
            complain("\(error)")
            return 2
        }
    }

    private static func measure(_ rows: [Row], _ arguments: Arguments, _ old: Report?) throws -> Int32 {
        #if DEBUG
            complain("This is a debug build, whose times mean nothing; run it with swift run -c release bench.")
        #endif
        let date = Date().ISO8601Format()
        let results = try Benchmark(rows: rows, rounds: arguments.rounds).results { round in
            complain("round \(round) of \(arguments.rounds): \(rows.count) rows")
        }
        let report = Report(
            date: date, machine: .current, size: arguments.isQuick ? "quick" : "full", rounds: arguments.rounds,
            rows: results)
        print(report.text)
        if let file = arguments.json { try report.json.write(to: URL(filePath: file)) }
        guard let old else { return 0 }
        if old.size != report.size { complain("The old report has the size \(old.size), this one \(report.size).") }
        if old.machine != report.machine { complain("The old report is of another machine: \(old.machine).") }
        let comparison = Comparison(report.rows, to: old.rows, tolerance: arguments.tolerance)
        print("\n\(comparison.text)")
        return comparison.slower.isEmpty ? 0 : 1
    }

    private static func report(_ file: String) throws -> Report {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw BenchError("The file \(file) cannot be read; write it with bench --json \(file).")
        }
        return try Report(json: data, file: file)
    }

    private static func list(_ rows: [Row]) -> String {
        var table = Table(["row", "bed", "mode", "point", "unit", "measures"])
        for row in rows {
            let point = row.point.map { String($0) } ?? ""
            table.add([row.name, row.bed, row.mode, point, row.unit.rawValue, row.summary])
        }
        return table.text
    }

    private static func complain(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }
}
