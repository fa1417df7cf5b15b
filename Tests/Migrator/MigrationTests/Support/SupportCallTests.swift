import DatasyncClient
import Testing

@Suite("Support: legacy calls on the main actor", .timeLimit(.minutes(30)))
@MainActor
struct SupportCallTests {
    private func heard(_ calls: some SupportCalls) async throws -> [String] {
        let fixture = try SupportFixture(["list": ["a": 1, "b": [1, 2], "c": true]])
        var lines: [String] = []
        calls.run(fixture) { lines.append($0) }
        for _ in 0..<100 { await takeTurn() }
        lines += fixture.takeFromMain()
        calls.setOnline(fixture, false)
        for _ in 0..<100 { await takeTurn() }
        lines.append(SupportFixture.text((fixture.embedded.data as? [String: Any])?["later"]))
        calls.setOnline(fixture, true)
        return lines
    }

    @Test("the deprecated calls have the effects of the legacy calls")
    func same() async throws {
        let old = try await heard(LegacyCalls())
        #expect(try await heard(CallbackDeprecatedCalls()) == old)
        #expect(try await heard(AsyncDeprecatedCalls()) == old)
        #expect(old.count > 20)
        #expect(old.last == #"{"a":1,"b":2}"#)
    }
}
