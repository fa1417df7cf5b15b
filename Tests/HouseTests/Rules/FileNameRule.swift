/// A file is named for its type, `Type.swift`, or for a part of it, `Type+Aspect.swift`.
///
/// Where functions stand alone, the file is named for the verb: `After.swift` for `after(_:)`, `WhenResolved.swift` for
/// `when(resolved:)`. The dialects have rooms, which bear the same names in each, whatever the types in them are called.
enum FileNameRule {
    /// The rooms that every dialect has.
    static let rooms: Set = ["Open", "Reference", "Query", "Snapshot", "Listening", "Writing", "Failures"]
    /// Each dialect with the rooms of its speciality.
    static let ownRooms: [String: Set<String>] = [
        "DatasyncLegacy": ["EventName", "ListenerTable"],
        "DatasyncCallback": ["EventDescriptor", "Callback", "Subscription"],
        "DatasyncAsync": ["Events", "Values", "Manager", "PromiseWrapper"],
    ]

    /// Finds files in `Sources`, `main.swift` aside, whose name is not that of anything in them.
    static func violations(in files: [SourceFile]) -> [Violation] {
        files.filter { $0.isSource && $0.module != nil && $0.name != "main" }.compactMap { file in
            let declarations = file.declarations
            let isNamed = declarations.contains { $0.fileNames.contains(file.primary) }
            guard !isNamed, !(isRoom(file) && !declarations.isEmpty) else { return nil }
            guard let first = declarations.first(where: { $0.kind != .function }) ?? declarations.first else {
                return Violation(
                    "declares nothing of the name \(file.primary)", at: file.path,
                    remedy: "Put into the file what its name promises, or remove it.")
            }
            let name = first.fileNames.last ?? first.name
            let better = first.kind == .extension ? "\(name)+Aspect.swift" : "\(name).swift"
            return Violation(
                "declares nothing of the name \(file.primary)", at: file.path,
                remedy: "Name it for what it holds: \(better).")
        }
    }

    private static func isRoom(_ file: SourceFile) -> Bool {
        guard file.isSource, let module = file.module, let own = ownRooms[module] else { return false }
        return rooms.contains(file.primary) || own.contains(file.primary)
    }
}
