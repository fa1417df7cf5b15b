import Foundation
import TestSupport

/// The guides, with the pairs and samples that they include.
struct GuideFolder {
    /// The guides by name: the Markdown files of `Migration`.
    var guides: [String: String]
    /// The Swift files of `Migration/Pairs` by their path from `Migration`.
    var pairs: [String: String]
    /// The Swift files with the other samples of the guides, by name.
    var samples: [String: String]
    /// Whether there is a file or a folder at a path from `Migration`.
    var exists: (String) -> Bool

    init(
        guides: [String: String] = [:], pairs: [String: String] = [:], samples: [String: String] = [:],
        exists: @escaping (String) -> Bool = { _ in false }
    ) {
        self.guides = guides
        self.pairs = pairs
        self.samples = samples
        self.exists = exists
    }

    /// Reads the folder of this package.
    ///
    /// - Parameter test: A file in the folder of the tests.
    /// - Throws: The error of reading a file.
    init(ofPackage test: String) throws {
        let tests = URL(filePath: test).deletingLastPathComponent()
        let migration = PackageFolder.root.appending(path: "Migration")
        self.init { FileManager.default.fileExists(atPath: migration.appending(path: $0).standardizedFileURL.path) }
        let below = FileManager.default.enumerator(atPath: migration.path)
        for case let path as String in below ?? .init() {
            if path.hasPrefix("Pairs/"), path.hasSuffix(".swift") {
                pairs[path] = try String(contentsOf: migration.appending(path: path), encoding: .utf8)
            } else if !path.contains("/"), path.hasSuffix(".md") {
                guides[path] = try String(contentsOf: migration.appending(path: path), encoding: .utf8)
            }
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: tests.path)
        where name.hasPrefix("GuideSamples") && name.hasSuffix(".swift") {
            samples[name] = try String(contentsOf: tests.appending(path: name), encoding: .utf8)
        }
    }

    var texts: [GuideText] { guides.sorted { $0.key < $1.key }.map { GuideText($0.key, $0.value) } }

    // MARK: Checks

    /// Returns the marked blocks that differ from the text that their marker names.
    func differences() -> [GuideViolation] {
        texts.flatMap { text in
            text.violations
                + text.blocks.compactMap { block in
                    guard let marker = block.marker else { return nil }
                    let place = "\(text.name):\(block.line)"
                    guard let source = source(marker) else {
                        return GuideViolation(place, "There is nothing called \(marker).")
                    }
                    guard source != block.code else { return nil }
                    return GuideViolation(place, "It does not show \(marker) as it is; copy it again.")
                }
        }
    }

    /// The languages of blocks without a marker: commands and other languages.
    static let unmarkedLanguages: Set = ["", "js", "kotlin", "python", "text", "diff"]

    /// Returns the Swift blocks without a marker, as only marked blocks are compiled.
    func unmarkedBlocks() -> [GuideViolation] {
        texts.flatMap { text in
            text.blocks.filter { $0.marker == nil && !Self.unmarkedLanguages.contains($0.language) }.map { block in
                GuideViolation(
                    "\(text.name):\(block.line)",
                    "A block in \(block.language) without a marker; put the code into a GuideSamples file, and name it above."
                )
            }
        }
    }

    /// Returns the pair files and samples that are in no guide.
    func unshown() -> [GuideViolation] {
        let shown = Set(texts.flatMap { $0.blocks.compactMap(\.marker) })
        let all = pairs.keys.map { ($0, $0) } + samples.flatMap { file in regions(file.key).map { (file.key, $0) } }
        return all.filter { !shown.contains($0.1) }.sorted { $0 < $1 }.map { file, marker in
            GuideViolation(file, "No guide shows \(marker).")
        }
    }

    /// Returns the links that lead to no file, folder or heading.
    func deadLinks() -> [GuideViolation] {
        let texts = Dictionary(uniqueKeysWithValues: texts.map { ($0.name, $0) })
        return texts.values.sorted { $0.name < $1.name }.flatMap { text in
            text.links.compactMap { link in
                guard !link.target.contains("://") else { return nil }
                let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let file = parts[0].isEmpty ? text.name : String(parts[0])
                let isThere = texts[file] != nil || exists(file)
                let isHeading = parts.count == 1 || texts[file]?.anchors.contains(String(parts[1])) == true
                guard !isThere || !isHeading else { return nil }
                return GuideViolation("\(text.name):\(link.line)", "The link to \(link.target) leads nowhere.")
            }
        }
    }

    /// Returns the tasks that do not have exactly their three files.
    func incompleteTasks() -> [GuideViolation] {
        var tasks: [String: Set<String>] = [:]
        for path in pairs.keys {
            let parts = path.split(separator: "/").map(String.init)
            if parts.count == 3 { tasks[parts[1], default: []].insert(parts[2]) }
        }
        return tasks.sorted { $0.key < $1.key }.flatMap { task, files in
            let expected = Set(["Legacy", "Callback", "Async"].map { "\(task)\($0).swift" })
            return expected.subtracting(files).sorted().map {
                GuideViolation("Pairs/\(task)", "\($0) is missing.")
            }
                + files.subtracting(expected).sorted().map {
                    GuideViolation("Pairs/\(task)", "\($0) is no version of the task.")
                }
        }
    }

    // MARK: Included text

    /// Returns the text that a marker names: a pair file without its imports, or a region of a sample file.
    private func source(_ marker: String) -> String? {
        if let pair = pairs[marker] { return Self.withoutImports(pair) }
        let parts = marker.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 2, let sample = samples[parts[0]] else { return nil }
        return Self.region(parts[1], of: sample)
    }

    /// Returns the markers for the regions of a sample file.
    private func regions(_ file: String) -> [String] {
        (samples[file] ?? "").split(separator: "\n").compactMap { line in
            let words = line.trimmingCharacters(in: .whitespaces)
            return words.hasPrefix(Self.opening) ? "\(file): \(words.dropFirst(Self.opening.count))" : nil
        }
    }

    private static let (opening, ending) = ("// sample: ", "// end of sample")

    /// Returns a file from the first line that is neither empty nor an import.
    static func withoutImports(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0.isEmpty || $0.hasPrefix("import ") }.joined(separator: "\n")
    }

    /// Returns the lines between `// sample: name` and `// end of sample`, without their common indentation.
    static func region(_ name: String, of text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == opening + name }),
            let end = lines[first...].firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == ending })
        else { return nil }
        let region = lines[(first + 1)..<end]
        let indentation = region.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return region.map { $0.dropFirst(indentation) + "\n" }.joined()
    }
}
