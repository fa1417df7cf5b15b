/// The rule that public types of the products have readable descriptions, in logs and in the debugger.
enum PrintingRule {
    static let modules: Set = [
        "DatasyncClient", "DatasyncLegacyDialect", "DatasyncCallback", "DatasyncAsync", "DatasyncLive",
        "DatasyncPromise", "DatasyncWire", "DatasyncLog", "DatasyncStorage", "DatasyncTesting",
    ]
    static let protocols = ["CustomStringConvertible", "CustomDebugStringConvertible"]

    /// Finds public structures, classes and enumerations that lack one of the conformances in every file.
    ///
    /// Enumerations of strings, which print the name of their case, and those without cases, which have no values, are
    /// exempt.
    static func violations(in files: [SourceFile]) -> [Violation] {
        let parts = files.filter { $0.isSource && modules.contains($0.module ?? "") }.flatMap { file in
            file.typeParts.map { (file: file, part: $0) }
        }
        let conformances = Dictionary(grouping: parts, by: \.part.name).mapValues { parts in
            parts.reduce(into: Set<String>()) { $0.formUnion($1.part.inherited) }
        }
        return parts.filter { isBound($0.part) }.compactMap { file, part in
            let missing = protocols.filter { conformances[part.name]?.contains($0) != true }
            guard !missing.isEmpty else { return nil }
            return Violation(
                "the public type \(part.name) lacks \(missing.joined(separator: " and "))", at: file.place(part.line),
                remedy: "Extend it at the end of its file: one line that says what a value of it is.")
        }
    }

    private static func isBound(_ part: TypePart) -> Bool {
        guard part.isPublic else { return false }
        return switch part.kind {
        case .struct, .class, .actor: true
        case .enum: part.hasCases && !part.inherited.contains("String")
        case .extension, .function, .protocol, .typealias: false
        }
    }
}
