/// The search for the known name that a misspelt name probably means.
package enum Nearest {
    /// Returns `; did you mean NAME?` for the nearest known name, or `; known are …` if none is near.
    package static func remedy(for name: String, among known: [String]) -> String {
        let limit = max(1, name.utf8.count / 3)
        let ranked = known.map { ($0, distance(name, $0)) }.filter { $0.1 <= limit }
        guard let best = ranked.min(by: { $0.1 < $1.1 }) else { return "; known are \(known.joined(separator: ", "))" }
        return "; did you mean \(best.0)?"
    }

    /// Returns the number of letters to insert, remove, replace or swap, ignoring case.
    private static func distance(_ left: String, _ right: String) -> Int {
        let left = Array(LetterCase.map(left, LetterCase.lower).utf8)
        let right = Array(LetterCase.map(right, LetterCase.lower).utf8)
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in 1...left.count {
            var line = [row]
            for column in 1...right.count {
                let isSame = left[row - 1] == right[column - 1]
                var least = min(last[column] + 1, line[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    least = min(least, before[column - 2] + 1)
                }
                line.append(least)
            }
            before = last
            last = line
        }
        return last[right.count]
    }
}
