/// A file of the project: its text, and what the compiler would see of it.
struct SourceFile: Sendable {
    /// Relative to the root of the package.
    let path: String
    let text: String
    /// As written.
    let lines: [String]
    /// Without comments, and without what stands between quotes.
    let code: [String]
    /// Without comments.
    let uncommented: [String]
    /// The words and signs of the code.
    let tokens: [Token]

    /// - Parameters:
    ///   - path: Relative to the root of the package; only what ends in `.swift` has code.
    ///   - text: The whole file.
    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = text.lines
        guard path.hasSuffix(".swift") else {
            code = []
            uncommented = []
            tokens = []
            return
        }
        var scanner = Scanner(text)
        scanner.scan()
        code = scanner.code.lines
        uncommented = scanner.uncommented.lines
        tokens = Token.tokens(of: code)
    }

    /// The name of the file, without its extension.
    var name: String {
        let last = path.split(separator: "/").last ?? ""
        return String(last.prefix { $0 != "." })
    }

    /// The name of the type that the file is named for: what stands before the aspect.
    var primary: String { String(name.prefix { $0 != "+" }) }

    /// The target that the file belongs to, by the folder in `Sources` or `Tests`.
    var module: String? {
        let folders = path.split(separator: "/").dropLast()
        guard let first = folders.first, first == "Sources" || first == "Tests" else { return nil }
        return folders.dropFirst().first.map(String.init)
    }

    var isSource: Bool { path.hasPrefix("Sources/") && path.hasSuffix(".swift") }

    var isHouse: Bool { module == "HouseTests" }

    /// The lines that hold code: neither blank nor comment alone.
    var countOfCodeLines: Int { uncommented.count { $0.contains { $0 != " " } } }

    /// Where a line is, as editors and compilers write it.
    func place(_ index: Int) -> String { "\(path):\(index + 1)" }
}

extension String {
    /// The lines, without an empty one after the last end of line.
    fileprivate var lines: [String] {
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
