/// A Markdown text with its code blocks, links and headings.
struct GuideText {
    /// A fenced block of code.
    struct Block {
        /// The word after the opening fence: `swift`, `js`, `kotlin`, or nothing.
        let language: String
        /// The text of the comment in the line above the fence; `nil` if that line is no comment.
        let marker: String?
        /// The code of the block.
        let code: String
        /// The line of the opening fence, from 1.
        let line: Int
    }

    /// A link to a file, or to a heading.
    struct Link {
        let target: String
        let line: Int
    }

    let name: String
    private(set) var blocks: [Block] = []
    private(set) var links: [Link] = []
    /// The headings as links name them: in lower case, with hyphens for spaces and without punctuation.
    private(set) var anchors: Set<String> = []
    private(set) var violations: [GuideViolation] = []

    init(_ name: String, _ text: String) {
        self.name = name
        var open: (language: String, marker: String?, lines: [Substring], line: Int)?
        var marker: (text: String, line: Int)?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if var block = open {
                if line == "```" {
                    let code = block.lines.map { $0 + "\n" }.joined()
                    blocks.append(
                        Block(language: block.language, marker: block.marker, code: code, line: block.line))
                    open = nil
                } else {
                    block.lines.append(line)
                    open = block
                }
                continue
            }
            if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), marker?.text, [], index + 1)
                marker = nil
                continue
            }
            if line.contains("```") { complain(index + 1, "A fence that does not begin its line is not checked.") }
            if let marker { complain(marker.line, "The marker \(marker.text) has no block in the line below it.") }
            marker = Self.marker(line).map { ($0, index + 1) }
            if line.hasPrefix("#") { anchors.insert(Self.anchor(line)) }
            links += Self.targets(line).map { Link(target: $0, line: index + 1) }
        }
        if let open { complain(open.line, "The block is never closed.") }
        if let marker { complain(marker.line, "The marker \(marker.text) has no block in the line below it.") }
    }

    private mutating func complain(_ line: Int, _ complaint: String) {
        violations.append(GuideViolation("\(name):\(line)", complaint))
    }

    private static func marker(_ line: Substring) -> String? {
        guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
        return String(line.dropFirst(5).dropLast(4))
    }

    private static func anchor(_ heading: Substring) -> String {
        let words = heading.drop { $0 == "#" || $0 == " " }.lowercased().map { $0 == " " ? "-" : $0 }
        return String(words.filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    }

    /// Returns the targets of the links in a line; text between backticks is no link.
    private static func targets(_ line: Substring) -> [String] {
        let prose = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? String($0.element) : "" }.joined()
        return prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
    }
}
