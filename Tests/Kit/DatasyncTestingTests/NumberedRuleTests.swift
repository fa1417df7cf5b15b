import DatasyncAsync
import DatasyncTestingInternals
import DatasyncTree
import Testing

/// Tests of numbered rules that no scenario can show.
@Suite("Rules that no scenario shows")
struct NumberedRuleTests {
    /// Returns the first difference of a script for the bare engine.
    private func difference(_ steps: String) throws -> String? {
        let text = "[{\"name\": \"script\", \"steps\": [\(steps)]}]"
        let vectors = try EngineVectorReader.vectors(in: Array(text.utf8), file: "script.json")
        return EngineVectorRun.firstDifference(of: try #require(vectors.first), below: .root)
    }

    /// A listener at `a`, whose value then is `{"x": 1}`.
    private let known = """
        {"type": "listen", "path": "a", "callbackId": 1, "events": []},
        {"type": "serverUpdate", "path": "a", "data": {"x": 1}, "events": [
          {"path": "a", "type": "child_added", "name": "x", "prevName": null, "data": 1},
          {"path": "a", "type": "value", "data": {"x": 1}}]}
        """

    @Test("an invisible write changes no visible value and covers no push [caches 9]", arguments: [false, true])
    func invisible(isVisible: Bool) throws {
        let difference = try difference(
            """
            \(known),
            {"type": "set", "path": "a/x", "data": 2, "visible": \(isVisible), "events": []},
            {"type": "serverUpdate", "path": "a/x", "data": 3, "events": [
              {"path": "a", "type": "child_changed", "name": "x", "prevName": null, "data": 3},
              {"path": "a", "type": "value", "data": {"x": 3}}]},
            {"type": "ackUserWrite", "writeId": 0, "events": []}
            """)
        #expect((difference == nil) == !isVisible, "the same script fails with a visible write")
    }

    @Test("an accepted write stays visible until its listen has data [caches 14]")
    func unansweredListen() throws {
        let difference = try difference(
            """
            \(known),
            {"type": "listen", "path": "b", "callbackId": 2, "events": []},
            {"type": "unlisten", "path": "b", "callbackId": 2, "events": []},
            {"type": "set", "path": "b", "data": 2, "events": []},
            {"type": "listen", "path": "b", "callbackId": 3, "events": [{"path": "b", "type": "value", "data": 2}]},
            {"type": "serverUpdate", "path": "b", "data": 1, "events": []},
            {"type": "ackUserWrite", "writeId": 0, "events": []},
            {"type": "serverUpdate", "path": "b", "data": 3, "events": [{"path": "b", "type": "value", "data": 3}]}
            """)
        #expect(difference == nil)
    }

    @Test("a push with an unknown tag is dropped, one with a known tag is not [caches 10]", arguments: [7, 1])
    func tags(tag: Int) throws {
        let difference = try difference(
            """
            {"type": "listen", "path": "a", "callbackId": 1, "params": {"tag": 1, "orderByKey": true, "limitToFirst": 2},
             "events": []},
            {"type": "serverUpdate", "path": "a", "data": {"x": 1}, "tag": 1, "events": [
              {"path": "a", "type": "child_added", "name": "x", "prevName": null, "data": 1},
              {"path": "a", "type": "value", "data": {"x": 1}}]},
            {"type": "serverUpdate", "path": "a", "data": {"x": 2}, "tag": \(tag), "events": []}
            """)
        #expect((difference == nil) == (tag == 7))
    }

    @Test("the owner of the data writes regardless of the rules, a client does not [rules 1.9]")
    func owner() async throws {
        let backend = EmbeddedBackend()
        try backend.setRules(#"{"rules": {".read": true, ".write": false, "n": {".validate": "newData.isString()"}}}"#)
        try backend.setData(["n": 1])
        let configuration = WebcomConfiguration(identifier: "owner", platform: .embedded(in: backend))
        let manager = WebcomApplication(configuration: configuration).datasyncService.createManager()
        #expect(try await manager["n"].decodedValue(as: Int.self) == 1)
        let error = await #expect(throws: WebcomError.self) { try await manager["n"].set("a") }
        #expect(error?.code == .permissionDenied)
        #expect(try await manager["n"].decodedValue(as: Int.self) == 1)
    }
}
