import ClientTestSupport
import DatasyncClient
import DatasyncTree
import TestSupport
import Testing

/// An application that tests its coders without a write, with the diagnostics that it reports.
struct CodingFixture {
    let fixture: ClientFixture
    let application: WebcomApplication
    private let log = Log()

    init() throws {
        fixture = try ClientFixture()
        application = fixture.device().application
        application.diagnostics = { [log] in log.note("\($0.path ?? "-") \($0.message)") }
    }

    /// The diagnostics since the last call, which are removed.
    var reports: [String] { log.take() }

    /// Decodes the value of a JSON text as if it were stored at `/at`.
    func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws(WebcomError) -> Value {
        let node: Node
        do throws(DatasyncError) {
            node = try Node(try JSONParser.parse(json))
        } catch {
            throw WebcomError(error)
        }
        return try application.decode(type, from: node, at: Path([Key(unchecked: "at")]))
    }

    /// Returns the JSON text of the draft of a value that is written to `/at`.
    func encode<Value: Encodable>(_ value: Value?) throws(WebcomError) -> String {
        try application.writeValue(value, at: Path([Key(unchecked: "at")])).json.text
    }

    /// Returns the members of a merge at `/at`, as `name=JSON`.
    func merge<Value: Encodable>(_ value: Value) throws(WebcomError) -> [String] {
        try application.members(value, at: Path([Key(unchecked: "at")])).map { "\($0.name)=\($0.value.json.text)" }
    }

    /// Encodes a value and decodes it again.
    func roundTrip<Value: Codable>(_ value: Value) throws(WebcomError) -> Value {
        let path = Path([Key(unchecked: "at")])
        return try application.decode(Value.self, from: application.writeValue(value, at: path).node, at: path)
    }

    /// Checks that a decoding fails at a path with parts of a message.
    func expectFailure<Value: Decodable>(
        _ type: Value.Type, _ json: String, at path: String, _ parts: [String],
        _ place: SourceLocation = #_sourceLocation
    ) {
        do throws(WebcomError) {
            let value = try decode(type, json)
            Issue.record("decoded \(value)", sourceLocation: place)
        } catch {
            expect(error, .decodingFailed, at: path, parts, place)
        }
    }

    /// Checks that an encoding fails at a path with parts of a message.
    func expectFailure<Value: Encodable>(
        encoding value: Value, _ code: WebcomError.SDKCode = .encodingFailed, at path: String, _ parts: [String],
        _ place: SourceLocation = #_sourceLocation
    ) {
        do throws(WebcomError) {
            let text = try encode(value)
            Issue.record("encoded \(text)", sourceLocation: place)
        } catch {
            expect(error, code, at: path, parts, place)
        }
    }

    private func expect(
        _ error: WebcomError, _ code: WebcomError.SDKCode, at path: String, _ parts: [String], _ place: SourceLocation
    ) {
        #expect(error.code == code, "\(error)", sourceLocation: place)
        #expect(error.path == path, "\(error)", sourceLocation: place)
        for part in parts + [path] { #expect(error.message.contains(part), "\(part)", sourceLocation: place) }
    }
}
