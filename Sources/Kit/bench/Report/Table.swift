import Foundation

/// A table of texts with aligned columns.
package struct Table {
    private let header: [String]
    private var lines: [[String]] = []

    package init(_ header: [String]) { self.header = header }

    package mutating func add(_ line: [String]) { lines.append(line) }

    /// The lines; the first three columns are left-aligned, the others right-aligned.
    package var text: String {
        let all = [header] + lines
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { line in
            zip(line, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return column < 3 ? cell.0 + padding : padding + cell.0
            }.joined(separator: "  ").trimmingTrailingSpaces
        }.joined(separator: "\n")
    }

    /// Returns a number with three significant digits.
    package static func number(_ number: Double?) -> String {
        guard let number else { return "" }
        let digits = abs(number) >= 100 ? 0 : abs(number) >= 10 ? 1 : abs(number) >= 1 ? 2 : 3
        return String(format: "%.\(digits)f", number)
    }

    /// Returns a ratio.
    package static func ratio(_ number: Double?) -> String { number.map { "\(Self.number($0))×" } ?? "" }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
