import DatasyncTree
import Testing

/// Returns the node of a JSON text.
func node(_ text: String) throws -> Node { try Node(JSONParser.parse(text)) }

/// Returns the JSON of a text.
func json(_ text: String) throws -> JSON { try JSONParser.parse(text) }

/// Returns the keys of the texts, in their order.
func keys(_ texts: String...) throws -> [Key] { try texts.map { try Key($0) } }

/// Returns the error that a closure throws; records a failed expectation if it throws none or another kind.
func dataError(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> DatasyncError? {
    #expect(throws: DatasyncError.self, sourceLocation: sourceLocation, performing: body)
}
