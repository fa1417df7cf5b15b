package import DatasyncTree
import DatasyncWire

/// A change of the shared state: the content of an entry.
enum Change: Sendable {
    /// Executes a write, if the value at its path has the expected hash.
    case write(Write, expectedHash: String?)
    /// Executes a write of the owner of the data, to whom no rule applies.
    case ownerWrite(Write)
    /// Consumes the number of a write that was refused before it was appended.
    case refused(Status, reason: String)
    /// Adds an on-disconnect write, as earlier versions of the library did, which kept those that it covers.
    case registerOnDisconnect(Write)
    /// Adds an on-disconnect write, and removes the parts of earlier ones that it covers.
    case replaceOnDisconnect(Write)
    /// Cancels the on-disconnect writes of the session at and below a path.
    case cancelOnDisconnect(Path)
    /// Records the principal of the session; a client without a user signs out.
    case signIn(Principal)
    /// Ends the session, and executes its on-disconnect writes.
    case closeSession
    /// Ends all sessions of a run; later entries of that run have no effect.
    case closeRun(UInt64)
    /// Marks the place in the log from which a server takes part.
    case startRun
    case setRules(RulesDocument)
    case setLimits(Limits)
}

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
