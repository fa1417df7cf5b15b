import DatasyncTree
import Testing

@Suite("Limits of the JSON parser")
struct JSONLimitTests {
    private func nested(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }

    @Test("nesting up to the limit is read, one more level is refused", arguments: [1, 2, 10, 512])
    func depth(limit: Int) throws {
        let limits = JSONParser.Limits(depth: limit)
        #expect(try JSONParser.parse(nested(limit), limits: limits).text == nested(limit))
        let error = dataError { _ = try JSONParser.parse(nested(limit + 1), limits: limits) }
        #expect(error?.code == .malformedText)
        #expect(error?.message.contains("nested deeper than the limit of \(limit) levels; flatten the value") == true)
    }

    @Test("objects and arrays count alike, siblings do not add up")
    func mixedDepth() throws {
        let limits = JSONParser.Limits(depth: 3)
        #expect(throws: Never.self) { try JSONParser.parse("[{\"a\":[]},{\"b\":[1,2]},[[]]]", limits: limits) }
        #expect(throws: DatasyncError.self) { try JSONParser.parse("[{\"a\":[{}]}]", limits: limits) }
    }

    @Test("a depth of zero allows only a primitive")
    func noDepth() throws {
        let limits = JSONParser.Limits(depth: 0)
        #expect(try JSONParser.parse("1", limits: limits).number == 1)
        #expect(throws: DatasyncError.self) { try JSONParser.parse("[]", limits: limits) }
    }

    @Test("the default limits apply, and a hundred thousand brackets are an error, not a crash")
    func defaultDepth() {
        #expect(JSONParser.Limits().depth == 512)
        for text in ["[", "{\"a\":", "[{\"a\":"] {
            let error = dataError { _ = try json(String(repeating: text, count: 100_000)) }
            #expect(error?.code == .malformedText)
        }
    }

    @Test("a text up to the limit of bytes is read, one more byte is refused with both numbers")
    func size() throws {
        let limits = JSONParser.Limits(size: 5)
        #expect(try JSONParser.parse("\"é1\"", limits: limits).string == "é1")
        let error = dataError { _ = try JSONParser.parse("\"é12\"", limits: limits) }
        #expect(error?.code == .tooLarge)
        #expect(error?.message == "The JSON text has 6 bytes; the limit is 5. Send it in parts.")
    }

    @Test("the size counts white space too")
    func spaces() {
        #expect(dataError { _ = try JSONParser.parse("1     ", limits: .init(size: 5)) }?.code == .tooLarge)
    }

    @Test(
        "an array or object with too many children ends the reading there, and the error names the place",
        arguments: [
            ("[1,1,1,1,", "/"), (#"{"a":[0,{"b":[1,2,3,4,"#, "/a/1/b"),
            (#"{"é\u0041":{"a":1,"b":2,"c":3,"d":4,"#, "/éA"),
            (#"[{},[[1,2,3],[1,2,3,4,"#, "/1/1"),
        ])
    func children(text: String, place: String) {
        var limits = JSONParser.Limits()
        limits.children = 3
        // The text has no end, so that it must not be read further.
        let error = dataError { _ = try JSONParser.parse(text, limits: limits) }
        #expect(error?.code == .tooLarge && error?.path == place)
        #expect(error?.message.hasPrefix("The JSON text has more than 3 children at \(place); the limit is 3.") == true)
    }

    @Test("a text with more values than a write may have ends the reading at the next array or object")
    func values() {
        var limits = JSONParser.Limits()
        limits.words = 10
        let error = dataError { _ = try JSONParser.parse("[[1,2,3,4],[5],[6", limits: limits) }
        #expect(error?.code == .tooLarge && error?.path == "/")
    }
}
