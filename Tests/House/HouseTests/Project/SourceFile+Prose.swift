extension SourceFile {
    /// The lines of prose with their indices: comments of a Swift file, text of a Markdown page; without code.
    var prose: [(index: Int, text: String)] {
        if path.hasSuffix(".swift") { return comments }
        return path.hasSuffix(".md") ? paragraphs : []
    }

    private var comments: [(index: Int, text: String)] {
        var isSample = false
        return lines.enumerated().compactMap { index, line in
            // Comments are blank in `uncommented`.
            let common = zip(line, uncommented[index]).prefix { $0 == $1 }.count
            guard line.count > common else { return nil }
            let text = line.dropFirst(common).drop { $0 == "/" }.drop { $0 == " " }
            if text.hasPrefix("```") {
                isSample.toggle()
                return nil
            }
            return isSample ? nil : (index, String(text).withoutCode)
        }
    }

    private var paragraphs: [(index: Int, text: String)] {
        var isSample = false
        return lines.enumerated().compactMap { index, line in
            if line.trimmed.hasPrefix("```") {
                isSample.toggle()
                return nil
            }
            return isSample ? nil : (index, line.withoutCode)
        }
    }
}

extension String {
    /// The text without what stands between backticks.
    fileprivate var withoutCode: String {
        split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }
            .map(\.element).joined(separator: "`")
    }
}
