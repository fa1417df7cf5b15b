import DatasyncTree
import DatasyncWire

/// The conversions of JSON texts, and hashing.
enum TextConversion: String, CaseIterable, Sendable {
    case jsonParse = "json-parse"
    case jsonPrint = "json-print"
    case madePrint = "made-print"
    case treeRead = "tree-read"
    case framesRead = "frames-read"
    case treePrint = "tree-print"
    case hash

    /// A conversion of one document that may be executed ``repetitions`` times.
    struct Run {
        /// The size of the text.
        let bytes: Int
        let execute: () throws -> Void
    }

    /// The number of executions that a row measures together.
    static let repetitions = 5

    /// Returns the rows for all documents.
    ///
    /// - Parameter kilobytes: The size of each document.
    /// - Returns: The rows.
    static func rows(kilobytes: Int) -> [Row] {
        Document.allCases.flatMap { document in
            allCases.map { conversion in
                Row(
                    conversion.rawValue, bed: "tree", mode: document.rawValue, .megabytesPerSecond,
                    summary: "\(conversion.summary): \(document.rawValue)",
                    reference: conversion == .jsonParse ? .init(peer: document.peerParsing) : .none
                ) {
                    let gauge = MemoryGauge()
                    let run = try conversion.prepared(document, kilobytes: kilobytes)
                    let sample = try Sample.time(gauge) { for _ in 0..<repetitions { try run.execute() } }
                    return sample.with(value: Double(run.bytes * repetitions) / 1_000 / max(sample.value, 1e-6))
                }
            }
        }
    }

    private var summary: String {
        switch self {
        case .jsonParse: "parses a text into JSON"
        case .jsonPrint: "prints parsed JSON as a text"
        case .madePrint: "prints JSON that was made in memory as a text"
        case .treeRead: "reads a text into a tree"
        case .framesRead: "reads the frames of a message into a tree"
        case .treePrint: "prints a tree as a text"
        case .hash: "hashes a tree; the bytes are those of its text"
        }
    }

    /// Prepares the conversion of a document of about this many thousand bytes.
    func prepared(_ document: Document, kilobytes: Int) throws -> Run {
        let text = document.text(kilobytes: kilobytes)
        let bytes = Array(text.utf8)
        switch self {
        case .jsonParse: return Run(bytes: bytes.count) { _ = try JSONParser.parse(bytes) }
        case .jsonPrint, .madePrint:
            let parsed = try JSONParser.parse(text)
            let json = self == .madePrint ? parsed.detached : parsed
            return Run(bytes: bytes.count) { try Self.check(json.text.utf8.count, bytes.count) }
        case .treeRead: return Run(bytes: bytes.count) { _ = try Node(JSONParser.parse(bytes)) }
        case .framesRead:
            let node = try Node(JSONParser.parse(text))
            let message = BackendMessage.push(.set(path: .root, node: node, tag: nil)).text
            let frames = Frames.cut(message)
            return Run(bytes: message.utf8.count) {
                var reader = MessageReader()
                for frame in frames { _ = try reader.accept(frame) }
            }
        case .treePrint:
            // A tree has no arrays, so its text differs from the document's.
            let node = try Node(JSONParser.parse(text))
            let size = node.text.utf8.count
            return Run(bytes: size) { try Self.check(node.text.utf8.count, size) }
        case .hash:
            let json = try JSONParser.parse(text)
            // A tree caches its hashes.
            let trees = try (0..<Self.repetitions).map { _ in try Node(json) }
            var next = trees.makeIterator()
            return Run(bytes: trees[0].text.utf8.count) { try Self.check(next.next()?.hash.utf8.count ?? 0, 28) }
        }
    }

    private static func check(_ count: Int, _ expected: Int) throws(BenchError) {
        guard count != expected else { return }
        throw BenchError("A text of \(count) bytes was printed where \(expected) are right. Correct the printer first.")
    }
}
