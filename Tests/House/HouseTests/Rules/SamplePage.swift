import Foundation

/// A page of a catalog, whose Swift blocks must equal the sample regions of its test file.
///
/// A region of a test file is between the comments `sample: name` and `end of sample`.
enum SamplePage {
    private static let (opening, ending) = ("// sample: ", "// end of sample")
    private static let fence = "```"

    /// Returns the contents of the Swift blocks of a page; an unclosed block extends to the end.
    static func blocks(in page: String) -> [String] {
        var blocks: [String] = []
        var block: (isSwift: Bool, text: String)?
        for line in lines(of: page) {
            let words = line.trimmingCharacters(in: .whitespaces)
            guard words.hasPrefix(fence) else {
                block?.text += line + "\n"
                continue
            }
            if let closed = block {
                if closed.isSwift { blocks.append(closed.text) }
                block = nil
            } else {
                let language = words.dropFirst(fence.count).trimmingCharacters(in: .whitespaces)
                block = (language.lowercased() == "swift", "")
            }
        }
        if let block, block.isSwift { blocks.append(block.text) }
        return blocks
    }

    /// Returns the regions of a test file, without the indentation that their lines share.
    ///
    /// A region without an end extends to the end of the file.
    static func regions(in tests: String) -> [String] {
        var regions: [String] = []
        var region: [String]?
        for line in lines(of: tests) {
            let words = line.trimmingCharacters(in: .whitespaces)
            if let lines = region, words == ending {
                regions.append(unindented(lines))
                region = nil
            } else if region == nil, words.hasPrefix(opening) {
                region = []
            } else {
                region?.append(line)
            }
        }
        if let region { regions.append(unindented(region)) }
        return regions
    }

    /// Compares the blocks of a page with the regions of its test file, in order.
    ///
    /// - Parameters:
    ///   - page: The text of the page.
    ///   - tests: The text of the test file; `nil` if there is no such file.
    /// - Returns: The first difference with its remedy; `nil` if both are equal.
    static func difference(page: String, tests: String?) -> String? {
        let blocks = blocks(in: page)
        guard let tests else {
            return blocks.isEmpty
                ? nil : "The page has \(blocks.count) Swift blocks and no test file. Write one that runs them."
        }
        let regions = regions(in: tests)
        for (index, pair) in zip(blocks, regions).enumerated() where pair.0 != pair.1 {
            return """
                Block \(index + 1) differs from its region. Copy the region into the page.
                Page:
                \(pair.0)
                Test file:
                \(pair.1)
                """
        }
        guard blocks.count == regions.count else {
            return "The page has \(blocks.count) Swift blocks, the test file has \(regions.count) regions."
        }
        return nil
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func unindented(_ lines: [String]) -> String {
        let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(indentation) + "\n" }.joined()
    }
}
