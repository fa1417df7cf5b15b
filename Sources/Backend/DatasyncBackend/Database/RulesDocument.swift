package import DatasyncTree
import DatasyncWire

/// Rules with the document that they were compiled from, so that a log can store them.
package struct RulesDocument: Sendable {
    /// The way in which rules reached the log.
    package enum Source: UInt8, Sendable {
        /// The program has set them, or an earlier version of the library has stored them.
        case program
        /// They are the file that a server was started with.
        case file
        /// The owner has deployed them while a server was running.
        case deployment
    }

    package let rules: Rules
    /// The text of the document with its comments; `null` for no rules.
    package let text: String
    package private(set) var source = Source.program

    /// No rules: all access is allowed.
    package static let open = RulesDocument(rules: .open, text: "null")

    private init(rules: Rules, text: String) {
        self.rules = rules
        self.text = text
    }

    /// Compiles a document.
    ///
    /// - Throws: As ``Rules/init(_:)``.
    package init(_ json: JSON) throws(DatasyncError) { self.init(rules: try Rules(json), text: json.text) }

    /// Compiles the UTF-8 text of a document, which may have comments, line breaks in expressions, and trailing commas.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - source: The way in which it reaches the log.
    /// - Throws: As ``Rules/init(text:)``.
    package init(source text: some Collection<UInt8>, from source: Source = .program) throws(DatasyncError) {
        self.init(rules: try Rules(try RulesText(text)), text: String(decoding: text, as: UTF8.self))
        self.source = source
    }

    /// The document without its comments; null for no rules.
    package var json: JSON { (try? RulesText(text.utf8).json) ?? .null }
}
