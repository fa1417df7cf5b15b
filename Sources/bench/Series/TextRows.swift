import DatasyncTree
import DatasyncWire

/// The rows for JSON texts and hashes.
enum TextRows {
    /// Returns the rows.
    ///
    /// `kilobytes`: The size of each document.
    static func rows(kilobytes: Int) -> [Row] {
        Document.allCases.flatMap { document in
            [
                row("json-parse", document, "parses a text into JSON", .init(peer: document.peerParsing)) { gauge in
                    let bytes = Array(document.text(kilobytes: kilobytes).utf8)
                    return try throughput(gauge, bytes.count) { _ = try JSONParser.parse(bytes) }
                },
                row("json-print", document, "prints JSON as a text") { gauge in
                    let json = try JSONParser.parse(document.text(kilobytes: kilobytes))
                    let size = json.text.utf8.count
                    return try throughput(gauge, size) { try check(json.text.utf8.count, size) }
                },
                row("tree-read", document, "reads a text into a tree") { gauge in
                    let bytes = Array(document.text(kilobytes: kilobytes).utf8)
                    return try throughput(gauge, bytes.count) { _ = try Node(JSONParser.parse(bytes)) }
                },
                row("frames-read", document, "reads the frames of a message into a tree") { gauge in
                    let node = try Node(JSONParser.parse(document.text(kilobytes: kilobytes)))
                    let text = BackendMessage.push(.set(path: .root, node: node, tag: nil)).text
                    let frames = Frames.cut(text)
                    return try throughput(gauge, text.utf8.count) {
                        var reader = MessageReader()
                        for frame in frames { _ = try reader.accept(frame) }
                    }
                },
                row("tree-print", document, "prints a tree as a text") { gauge in
                    let node = try Node(JSONParser.parse(document.text(kilobytes: kilobytes)))
                    let size = node.text.utf8.count
                    return try throughput(gauge, size) { try check(node.text.utf8.count, size) }
                },
                row("hash", document, "hashes a tree; the bytes are those of its text") { gauge in
                    let json = try JSONParser.parse(document.text(kilobytes: kilobytes))
                    // A tree caches its hashes.
                    let trees = try (0..<repetitions).map { _ in try Node(json) }
                    var next = trees.makeIterator()
                    return try throughput(gauge, trees[0].text.utf8.count) {
                        try check(next.next()?.hash.utf8.count ?? 0, 28)
                    }
                },
            ]
        }
    }

    private static func row(
        _ name: String, _ document: Document, _ summary: String, _ reference: Reference = .none,
        measure: @escaping @Sendable (MemoryGauge) throws -> Sample
    ) -> Row {
        Row(
            name, bed: "tree", mode: document.rawValue, .megabytesPerSecond,
            summary: "\(summary): \(document.rawValue)", reference: reference
        ) {
            try measure(MemoryGauge())
        }
    }

    /// The number of conversions that a row measures together.
    private static let repetitions = 5

    /// Runs a closure several times, and returns the throughput in megabytes per second.
    private static func throughput(_ gauge: MemoryGauge, _ bytes: Int, _ body: () throws -> Void) throws -> Sample {
        let sample = try Sample.time(gauge) { for _ in 0..<repetitions { try body() } }
        return sample.with(value: Double(bytes * repetitions) / 1_000 / max(sample.value, 1e-6))
    }

    private static func check(_ count: Int, _ expected: Int) throws(BenchError) {
        guard count != expected else { return }
        throw BenchError("A text of \(count) bytes was printed where \(expected) are right. Correct the printer first.")
    }
}
