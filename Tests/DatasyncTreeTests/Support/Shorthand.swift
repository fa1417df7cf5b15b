import DatasyncTree
import Testing

/// The node that a JSON text describes.
func node(_ text: String) throws -> Node { try Node(JSONParser.parse(text)) }

/// The JSON that a text describes.
func json(_ text: String) throws -> JSON { try JSONParser.parse(text) }

/// The keys of the texts, in their order.
func keys(_ texts: String...) throws -> [Key] { try texts.map { try Key($0) } }

/// The error that a piece of code throws; a failed expectation when it throws none or another kind.
func dataError(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> DataError? {
    #expect(throws: DataError.self, sourceLocation: sourceLocation, performing: body)
}
