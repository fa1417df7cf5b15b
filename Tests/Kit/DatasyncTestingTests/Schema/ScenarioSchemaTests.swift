import DatasyncTree
import Foundation
import Testing

@testable import DatasyncTesting

@Suite("The JSON schema of scenario files")
struct ScenarioSchemaTests {
    private let validator: SchemaValidator

    init() throws { validator = SchemaValidator(try Self.json(BundledScenarios.schemaFile)) }

    private static func json(_ file: String) throws -> JSON {
        try JSONParser.parse(Array(try Data(contentsOf: URL(filePath: file))))
    }

    @Test("every bundled scenario follows the schema")
    func bundled() throws {
        #expect(BundledScenarios.files.count >= 20)
        for file in BundledScenarios.files {
            #expect(validator.violations(in: try Self.json(file)) == [], "\(file)")
        }
    }

    @Test("every generated scenario follows the schema when it is written to a file")
    func generated() throws {
        for index in 0..<200 {
            let text = ScenarioGenerator.scenario(seed: 12, index: index).fileText
            #expect(validator.violations(in: try JSONParser.parse(Array(text.utf8))) == [], "\(text)")
        }
    }

    @Test("a written scenario keeps the order across the subscriptions of a client")
    func interleaved() throws {
        let text = """
            [{"name": "n", "steps": [{"do": "subscribe", "id": "s", "client": "A", "path": "/", "events": ["value"]}],
              "interleaved": {"A": ["s value acked value=null"]}}]
            """
        let scenario = try #require(try ScenarioReader.scenarios(in: Array(text.utf8), file: "a").first)
        #expect(Conformance.firstDifference(in: scenario) == nil)
        let written = try #require(try ScenarioReader.scenarios(in: Array(scenario.fileText.utf8), file: "b").first)
        #expect(written.interleaved.map(\.client) == ["A"])
        #expect(written.interleaved.first?.lines == ["s value acked value=null"])
        let wrong = text.replacing("value=null", with: "value=1")
        let different = try #require(try ScenarioReader.scenarios(in: Array(wrong.utf8), file: "c").first)
        #expect(Conformance.firstDifference(in: different)?.contains("client A: line 1 differs") == true)
    }

    /// Members of a step or scenario that are wrong in their form.
    private static let wrong = [
        "{\"do\": \"fly\"}", "{\"do\": \"hold\"}", "{\"do\": \"hold\", \"client\": 1}",
        "{\"do\": \"hold\", \"client\": \"A\", "
            + "\"path\": \"/\"}", "{\"do\": \"set\", \"client\": \"A\", \"path\": \"/\"}",
        "{\"do\": \"remove\", \"client\": \"A\", \"path\": \"/\", \"value\": 1}",
        "{\"do\": \"push\", \"client\": \"A\", \"path\": \"/\", \"value\": 1}",
        "{\"do\": \"increment\", \"client\": \"A\", \"path\": \"/\", \"by\": \"1\"}",
        "{\"do\": \"transaction\", \"client\": \"A\", \"path\": \"/\", \"op\": {\"add\": 1, \"set\": 2}}",
        "{\"do\": \"transaction\", \"client\": \"A\", \"path\": \"/\", \"op\": {\"toggle\": false}}",
        "{\"do\": \"authenticate\", \"client\": \"A\", \"uid\": 5}", "{\"do\": \"advance\"}", "{\"do\": \"rules\"}",
        "{\"do\": \"subscribe\", \"id\": \"s\", \"client\": \"A\", \"path\": \"/\", \"events\": []}",
        "{\"do\": \"subscribe\", \"id\": \"s\", \"client\": \"A\", \"path\": \"/\", "
            + "\"events\": [\"value\", \"child_added\"]}",
        "{\"do\": \"subscribe\", \"id\": \"s\", \"client\": \"A\", \"path\": \"/\", \"events\": [\"value\"], \"acks\": 1}",
        "{\"do\": \"subscribe\", \"id\": \"s\", \"client\": \"A\", \"path\": \"/\", \"events\": [\"value\"], "
            + "\"window\": {\"first\": \"2\"}}",
        "{\"do\": \"subscribe\", \"id\": \"s\", \"client\": \"A\", \"path\": \"/\", \"events\": [\"value\"], "
            + "\"window\": {\"middle\": 2}}",
    ]

    @Test("a step of another form is refused by the schema and by the reader", arguments: wrong)
    func steps(step: String) throws {
        let text = "[{\"name\": \"n\", \"steps\": [\(step)]}]"
        #expect(validator.violations(in: try JSONParser.parse(Array(text.utf8))) != [])
        #expect(throws: ReadingError.self) { try ScenarioReader.scenarios(in: Array(text.utf8), file: "x.json") }
    }

    @Test(
        "a scenario of another form is refused by the schema and by the reader",
        arguments: [
            "{}", "[1]", "[{}]", "[{\"name\": \"n\"}]", "[{\"steps\": []}]", "[{\"name\": \"n\", \"steps\": {}}]",
            "[{\"name\": \"n\", \"steps\": [], \"dialects\": []}]",
            "[{\"name\": \"n\", \"steps\": [], \"dialects\": [\"modern\"]}]",
            "[{\"name\": \"n\", \"steps\": [], \"now\": \"1\"}]", "[{\"name\": \"n\", \"steps\": [], \"when\": 1}]",
            "[{\"name\": \"n\", \"steps\": [], \"expect\": {\"writes\": \"set / ok\"}}]",
            "[{\"name\": \"n\", \"steps\": [], \"interleaved\": {\"A\": 1}}]",
        ])
    func scenarios(text: String) throws {
        #expect(validator.violations(in: try JSONParser.parse(Array(text.utf8))) != [])
        #expect(throws: ReadingError.self) { try ScenarioReader.scenarios(in: Array(text.utf8), file: "x.json") }
    }

    @Test("a keyword that the validator does not know is a violation")
    func keywords() throws {
        let schema = try JSONParser.parse(Array("{\"pattern\": \"a\"}".utf8))
        #expect(SchemaValidator(schema).violations(in: "a") == [": unknown keyword pattern"])
    }
}
