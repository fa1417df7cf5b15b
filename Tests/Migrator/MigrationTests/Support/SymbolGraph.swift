import Foundation

/// The public symbols of a module, as its symbol graphs list them.
struct SymbolGraph {
    /// The name of a symbol, which overloads with different types share.
    struct Name: Hashable, Comparable, CustomStringConvertible {
        let module: String
        let kind: String
        let path: [String]

        var description: String { "\(module) \(kind) \(path.joined(separator: "."))" }

        static func < (left: Name, right: Name) -> Bool { left.description < right.description }
    }

    /// An error with the reason why there is no symbol graph, and a remedy.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The number of symbols with each name.
    private(set) var counts: [Name: Int] = [:]

    init(counts: [Name: Int]) { self.counts = counts }

    /// Reads the graphs of a module: its own, and those of its extensions of other modules.
    ///
    /// A member that a type inherits from a protocol is listed with each type. It counts where it is declared, and once more
    /// with a type of this module if its protocol is in another module of this package; members that the standard library
    /// provides do not count.
    ///
    /// - Parameters:
    ///   - module: The module.
    ///   - graphs: The contents of its symbol graph files.
    /// - Throws: The error for invalid graphs.
    init(module: String, graphs: [Data]) throws {
        let symbols = try graphs.flatMap { try JSONDecoder().decode(File.self, from: $0).symbols }
        let declared = Set(symbols.filter { !$0.isInherited }.map(\.identifier.precise))
        var inherited: Set<Name> = []
        for symbol in symbols {
            let name = Name(module: module, kind: symbol.kind.identifier, path: symbol.pathComponents)
            if !symbol.isInherited {
                counts[name, default: 0] += 1
            } else if !declared.contains(symbol.origin), symbol.docComment?.module?.hasPrefix("Datasync") == true {
                inherited.insert(name)
            }
        }
        for name in inherited { counts[name, default: 0] += 1 }
    }

    /// Extracts the graphs of some modules that were built with these tests, by the compiler's tool.
    ///
    /// - Parameter modules: The names of the modules.
    /// - Returns: The graphs, in the same order.
    /// - Throws: ``Failure``, or the error of the tool.
    static func extract(_ modules: [String]) throws -> [SymbolGraph] {
        let build = try BuildFolder.ofTheseTests(holding: modules)
        let output = FileManager.default.temporaryDirectory.appending(path: "datasync-symbols-\(UUID())")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        for module in modules { try build.extract(module, to: output) }
        let files = try FileManager.default.contentsOfDirectory(atPath: output.path)
        return try modules.map { module in
            let own = files.filter { $0 == "\(module).symbols.json" || $0.hasPrefix("\(module)@") }.sorted()
            return try SymbolGraph(module: module, graphs: own.map { try Data(contentsOf: output.appending(path: $0)) })
        }
    }
}

extension SymbolGraph {
    fileprivate struct File: Decodable {
        let symbols: [Symbol]
    }

    fileprivate struct Symbol: Decodable {
        struct Kind: Decodable {
            let identifier: String
        }
        struct Identifier: Decodable {
            let precise: String
        }
        struct Comment: Decodable {
            let module: String?
        }

        let kind: Kind
        let identifier: Identifier
        let pathComponents: [String]
        let docComment: Comment?

        private static let mark = "::SYNTHESIZED::"

        /// Whether a type inherits the symbol from a protocol.
        var isInherited: Bool { identifier.precise.contains(Self.mark) }

        /// The identifier of the symbol where it is declared.
        var origin: String {
            identifier.precise.firstRange(of: Self.mark).map { String(identifier.precise[..<$0.lowerBound]) }
                ?? identifier.precise
        }
    }
}
