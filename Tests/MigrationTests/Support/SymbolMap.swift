import Foundation

/// The map from the symbols of the older dialects to those of the async one: `Migration/Map.json`.
struct SymbolMap: Decodable {
    /// What becomes of one symbol.
    struct Row: Decodable {
        /// The module that has the symbol.
        let module: String
        /// What it is, as in the symbol graph: `swift.method`, `swift.struct` and so on.
        let kind: String
        /// Where it is, as in the symbol graph: the types around it and its own name.
        let path: [String]
        /// How many symbols share the name and differ in their types alone; 1 unless it is said.
        let overloads: Int?
        /// Where its counterpart is in the async dialect; `nil` where there is none.
        let counterpart: [String]?
        /// What to know when going there.
        let note: String?
        /// Why there is no counterpart.
        let reason: String?

        var name: SymbolGraph.Name { SymbolGraph.Name(module: module, kind: kind, path: path) }
    }

    static let longestNote = 200

    let rows: [Row]

    init(rows: [Row]) { self.rows = rows }

    /// The map of this package.
    ///
    /// - Parameter test: A file in the folder of the tests.
    /// - Throws: What is wrong with it.
    init(ofPackage test: String) throws {
        let file = URL(filePath: test).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Migration/Map.json")
        self = try JSONDecoder().decode(SymbolMap.self, from: Data(contentsOf: file))
    }

    // MARK: The checks

    /// The symbols that no row tells of, or of whose overloads it tells too few or too many.
    func missing(_ graphs: [SymbolGraph]) -> [SymbolGraph.Name: Int] {
        let told = Dictionary(rows.map { ($0.name, $0.overloads ?? 1) }) { first, _ in first }
        return graphs.reduce(into: [:]) { missing, graph in
            for (name, count) in graph.counts where told[name] != count { missing[name] = count }
        }
    }

    /// A public symbol without a row.
    func withoutRow(_ graphs: [SymbolGraph], candidates: [SymbolGraph] = []) -> [GuideViolation] {
        missing(graphs).sorted { $0.key < $1.key }.map { name, count in
            GuideViolation(
                "\(name)",
                "It has no row (with overloads: \(count)) in Migration/Map.json; add and complete this one: "
                    + Self.writeValue(name, count, candidates))
        }
    }

    /// A row without a public symbol, and a row that is there twice.
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

    /// A counterpart that the async dialect does not have.
    func withoutCounterpart(_ graphs: [SymbolGraph]) -> [GuideViolation] {
        let known = Set(graphs.flatMap { $0.counts.keys.map(\.path) })
        return rows.compactMap { row in
            guard let counterpart = row.counterpart, !known.contains(counterpart) else { return nil }
            return GuideViolation(
                "\(row.name)",
                "Its counterpart \(counterpart.joined(separator: ".")) is no public symbol of the async dialect.")
        }
    }

    /// A row that says too little or too much.
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

    /// A row to complete; where one symbol of the async dialect alone has the same name, it is proposed as the counterpart.
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
