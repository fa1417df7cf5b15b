package import Foundation

/// The results of a run, in the form that is written to a file.
package struct Report: Codable, Sendable, Equatable {
    /// The start of the run in ISO 8601.
    package let date: String
    package let machine: Machine
    package let size: String
    package let rounds: Int
    package let rows: [RowResult]
    package let exponents: [SeriesExponent]

    package init(date: String, machine: Machine, size: String, rounds: Int, rows: [RowResult]) {
        self.date = date
        self.machine = machine
        self.size = size
        self.rounds = rounds
        self.rows = rows
        exponents = SeriesExponent.exponents(of: rows)
    }

    /// Reads a report.
    ///
    /// - Throws: ``BenchError`` that names the file and the remedy.
    package init(json: Data, file: String) throws(BenchError) {
        do {
            self = try JSONDecoder().decode(Report.self, from: json)
        } catch {
            throw BenchError("\(file) is not a report of bench (\(error)); write one with bench --json \(file).")
        }
    }

    /// The JSON text of the report.
    package var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }
}
