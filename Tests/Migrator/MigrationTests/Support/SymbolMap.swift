import Foundation
import TestSupport

/// The map from the symbols of the older dialects to those of the async one: `Migration/Map.json`.
struct SymbolMap: Decodable {
    /// The replacement of one symbol.
    struct Row: Decodable {
        /// The module that declares the symbol.
        let module: String
        /// The kind of the symbol, as in the symbol graph: `swift.method`, `swift.struct` and so on.
        let kind: String
        /// The path of the symbol, as in the symbol graph: the enclosing types and its own name.
        let path: [String]
        /// The number of symbols that share the name and differ only in their types; 1 if it is `nil`.
        let overloads: Int?
        /// The path of the counterpart in the async dialect; `nil` if there is no counterpart.
        let counterpart: [String]?
        /// A remark on the use of the counterpart.
        let note: String?
        /// The reason why there is no counterpart.
        let reason: String?

        var name: SymbolGraph.Name { SymbolGraph.Name(module: module, kind: kind, path: path) }
    }

    static let longestNote = 200

    let rows: [Row]

    /// Reads the map of this package.
    ///
    /// - Throws: The error of reading or decoding the map.
    static func ofPackage() throws -> SymbolMap {
        let file = PackageFolder.root.appending(path: "Migration/Map.json")
        return try JSONDecoder().decode(SymbolMap.self, from: Data(contentsOf: file))
    }

    // MARK: Checks

    /// Returns the symbols without a row, or with a row for another number of overloads.
    func missing(_ graphs: [SymbolGraph]) -> [SymbolGraph.Name: Int] {
        let told = Dictionary(rows.map { ($0.name, $0.overloads ?? 1) }) { first, _ in first }
        return graphs.reduce(into: [:]) { missing, graph in
            for (name, count) in graph.counts where told[name] != count { missing[name] = count }
        }
    }

    /// Returns the public symbols without a row.
    func withoutRow(_ graphs: [SymbolGraph], candidates: [SymbolGraph] = []) -> [GuideViolation] {
        missing(graphs).sorted { $0.key < $1.key }.map { name, count in
            GuideViolation(
                "\(name)",
                "It has no row (with overloads: \(count)) in Migration/Map.json; add and complete this one: "
                    + Self.writeValue(name, count, candidates))
        }
    }

    /// Returns the rows without a public symbol, and the rows that occur twice.
    func withoutSymbol(_ graphs: [SymbolGraph]) -> [GuideViolation] {
        let known = Set(graphs.flatMap(\.counts.keys))
        var seen: Set<SymbolGraph.Name> = []
        return rows.compactMap { row in
            guard known.contains(row.name) else {
                return GuideViolation("\(row.name)", "There is no such public symbol; remove its row.")
            }
            return seen.insert(row.name).inserted
                ? nil : GuideViolation("\(row.name)", "It has two rows; remove one.")
        }
    }

    /// Returns the rows whose counterpart does not exist in the async dialect.
    func withoutCounterpart(_ graphs: [SymbolGraph]) -> [GuideViolation] {
        let known = Set(graphs.flatMap { $0.counts.keys.map(\.path) })
        return rows.compactMap { row in
            guard let counterpart = row.counterpart, !known.contains(counterpart) else { return nil }
            return GuideViolation(
                "\(row.name)",
                "Its counterpart \(counterpart.joined(separator: ".")) is no public symbol of the async dialect.")
        }
    }

    /// Returns the rows with missing, contradicting or long texts.
    func illFormed() -> [GuideViolation] {
        rows.compactMap { row in
            let complaint: String? =
                if row.counterpart == nil, row.reason?.isEmpty ?? true {
                    "It has neither a counterpart nor a reason for having none."
                } else if row.counterpart != nil, row.note?.isEmpty ?? true {
                    "It has a counterpart and no note."
                } else if row.counterpart != nil, row.reason != nil {
                    "It has a counterpart and a reason for having none."
                } else if max(row.note?.count ?? 0, row.reason?.count ?? 0) > Self.longestNote {
                    "Its note has more than \(Self.longestNote) characters."
                } else {
                    nil
                }
            return complaint.map { GuideViolation("\(row.name)", $0) }
        }
    }

    /// Returns a row to complete; it proposes a counterpart if exactly one symbol of the async dialect has the same name.
    static func writeValue(_ name: SymbolGraph.Name, _ count: Int, _ candidates: [SymbolGraph]) -> String {
        let base = { (path: [String]) in path.last?.split(separator: "(").first?.lowercased() }
        let alike = Set(candidates.flatMap { $0.counts.keys.map(\.path) }.filter { base($0) == base(name.path) })
        let quoted = { (path: [String]) in "[" + path.map { "\"\($0)\"" }.joined(separator: ", ") + "]" }
        var members = [
            "\"module\": \"\(name.module)\"", "\"kind\": \"\(name.kind)\"", "\"path\": \(quoted(name.path))",
        ]
        if count != 1 { members.append("\"overloads\": \(count)") }
        if alike.count == 1, let counterpart = alike.first {
            members += ["\"counterpart\": \(quoted(counterpart))", "\"note\": \"\""]
        } else {
            members += ["\"counterpart\": null", "\"reason\": \"\""]
        }
        return "{" + members.joined(separator: ", ") + "}"
    }
}
