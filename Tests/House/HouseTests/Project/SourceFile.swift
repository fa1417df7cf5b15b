/// A file of the project, with its text and its code.
struct SourceFile: Sendable {
    /// The path relative to the root of the package.
    let path: String
    let text: String
    /// The lines as written.
    let lines: [String]
    /// The lines without comments, and without the content of string literals.
    let code: [String]
    /// The lines without comments.
    let uncommented: [String]
    /// The words and symbols of the code.
    let tokens: [Token]

    /// Creates a file from its text.
    ///
    /// - Parameters:
    ///   - path: The path relative to the root of the package; only files that end in `.swift` have code.
    ///   - text: The content of the file.
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

    /// The name of the type that the file is named for, which is the part before the aspect.
    var primary: String { String(name.prefix { $0 != "+" }) }

    /// The target of the file, by the folder in a room of `Sources` or `Tests`.
    var module: String? { foldersFromTarget?.first }

    /// The folder of the file inside its target; in deeper folders, the uppermost one.
    var folder: String? { foldersFromTarget?.dropFirst().first }

    private var foldersFromTarget: ArraySlice<String>? {
        let folders = path.split(separator: "/").dropLast().map(String.init)
        return folders.first == "Sources" || folders.first == "Tests" ? folders.dropFirst(2) : nil
    }

    var isSource: Bool { path.hasPrefix("Sources/") && path.hasSuffix(".swift") }

    var isHouse: Bool { module == "HouseTests" }

    /// The number of lines with code: not blank, not only a comment, not an import, and no attribute for `LegacyWarnings`.
    var countOfCodeLines: Int {
        var isAttribute = false
        return uncommented.map(\.trimmed).count { line in
            if line == DeprecationRule.condition { isAttribute = true }
            defer { if line == "#endif" { isAttribute = false } }
            return !isAttribute && !line.isEmpty && !line.split(separator: " ").prefix(3).contains("import")
        }
    }

    /// Returns the position of a line in the form of editors and compilers.
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
