import DatasyncTree
import DatasyncWire
import Testing

@Suite("The parts of a merge")
struct MergePartTests {
    private func parts(_ text: String, at path: String = "/p") throws -> [MergePart] {
        try MergePart.parts(json(text), at: Path(path))
    }

    @Test("names are keys or relative paths, and the parts are in plain text order")
    func names() throws {
        let parts = try parts(#"{"b":1,"/c/d/":{"x":null},"z":true,"10":[1],"9":{".sv":"timestamp"},"c/./a":"s"}"#)
        #expect(parts.map(\.path.relativeText) == ["10", "9", "b", "c/a", "c/d", "z"])
        #expect(parts.map(\.value.json.text) == [#"{"0":1}"#, #"{".sv":"timestamp"}"#, "1", "\"s\"", "null", "true"])
    }

    @Test("an empty merge has no parts")
    func empty() throws {
        #expect(try parts("{}").isEmpty)
    }

    @Test("a merge of a value that is no object is refused", arguments: ["1", "null", "\"x\"", "[1]", "true"])
    func notAnObject(text: String) {
        let error = dataError { _ = try parts(text) }
        #expect(error?.code == .notAnObject)
        #expect(error?.path == "/p")
        #expect(error?.message.hasSuffix("a merge takes an object of children. Use set to replace the value.") == true)
    }

    @Test("a name that refers to the node itself is refused", arguments: ["/", ".", "", "//"])
    func itself(name: String) {
        let error = dataError { _ = try parts("{\"\(name)\":1}") }
        #expect(error?.code == .invalidPath)
        #expect(error?.message == "The merge at /p names the node itself (\"\(name)\"); name its children.")
    }

    @Test("a name that contains a parent segment is refused", arguments: ["..", "a/..", "../z", "a/../b", "/../p/a"])
    func upwards(name: String) {
        let error = dataError { _ = try parts("{\"\(name)\":1}") }
        #expect(error?.code == .invalidPath)
        #expect(
            error?.message
                == "The merge at /p has a name with \"..\" (\"\(name)\"), which leads out of the node; merge at the node above instead."
        )
    }

    @Test("names with dots that are not whole segments are keys or are refused as keys")
    func dots() {
        #expect(dataError { _ = try parts(#"{"a..b":1}"#) }?.code == .invalidPath)
        #expect(throws: Never.self) { try parts(#"{"./a":1}"#) }
    }

    @Test(
        "a path at or below another is refused",
        arguments: [
            #"{"a":1,"a/b":2}"#, #"{"a/b":2,"a":1}"#, #"{"a/b/c/d":1,"x":1,"a/b":1}"#, #"{"a":1,"/a":2}"#,
            #"{"a/b":1,"a//b":2}"#,
            #"{"a":null,"a/b":null}"#, #"{"a!":1,"a":1,"a/b":1,"a-b":2}"#,
        ])
    func overlapping(text: String) {
        let error = dataError { _ = try parts(text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.hasPrefix("The merge at /p writes a") == true)
        #expect(error?.message.hasSuffix("; leave one out or put it into the other.") == true)
    }

    @Test("similar sibling names are accepted")
    func lookAlike() throws {
        #expect(try parts(#"{"a":1,"ab":2,"a-b/c":3,"a!":4,"b/a":5}"#).count == 5)
        #expect(try parts("{\"\u{E9}\":1,\"e\u{301}\":2,\"\u{E9}x/y\":3}").count == 3)
    }

    @Test("bad names and values are refused with their path")
    func bad() {
        let name = dataError { _ = try parts(#"{"a/b.c":1}"#) }
        #expect(name?.code == .invalidPath)
        let key = dataError { _ = try parts(#"{"a/b":{"c#":1}}"#) }
        #expect(key?.code == .invalidKey)
        #expect(key?.path == "/p/a/b")
    }

    @Test("paths below level 32 are refused")
    func depth() {
        let base = String(repeating: "/k", count: 31)
        #expect(throws: Never.self) { try parts(#"{"a":1}"#, at: base) }
        #expect(dataError { _ = try parts(#"{"a/b":1}"#, at: base) }?.code == .invalidValue)
        #expect(dataError { _ = try parts(#"{"a":{"b":1}}"#, at: base) }?.code == .invalidValue)
    }

    @Test(
        "every kind of invalid data has its status word",
        arguments: [
            (.invalidPath, "invalid_path"), (.tooLarge, "too_big"), (.invalidKey, "invalid_data"),
            (.invalidValue, "invalid_data"),
            (.notAnObject, "invalid_data"), (.notANumber, "invalid_data"), (.invalidConstraint, "invalid_data"),
            (.malformedText, "invalid_data"),
        ] as [(ErrorCode, String)])
    func status(code: ErrorCode, word: String) {
        #expect(Status(code).rawValue == word)
    }

    @Test("the status words are those of the protocol")
    func words() {
        let all: [Status] = [
            .ok, .permissionDenied, .dataStale, .invalidToken, .expiredToken, .unavailable, .tooBig, .invalidData,
            .invalidPath,
        ]
        #expect(
            all.map(\.rawValue) == [
                "ok", "permission_denied", "datastale", "invalid_token", "expired_token", "unavailable", "too_big",
                "invalid_data",
                "invalid_path",
            ])
        #expect(ProtocolVersion.current == "5")
    }
}
