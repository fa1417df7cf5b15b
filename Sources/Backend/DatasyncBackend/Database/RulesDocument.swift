package import DatasyncTree
import DatasyncWire

/// Rules with the document that they were compiled from, so that a log can store them.
package struct RulesDocument: Sendable {
    package let rules: Rules
    /// The text of the document; `null` for no rules.
    let text: String

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
    /// - Throws: As ``Rules/init(text:)``.
    package init(source: some Collection<UInt8>) throws(DatasyncError) {
        let text = try RulesText(source)
        self.init(rules: try Rules(text), text: text.json.text)
    }

    /// The document; null for no rules.
    package var json: JSON { (try? JSONParser.parse(text)) ?? .null }

    /// Compiles the text of a document.
    init(text: String) throws(DatasyncError) { self.init(rules: try Rules(try JSONParser.parse(text)), text: text) }
}
