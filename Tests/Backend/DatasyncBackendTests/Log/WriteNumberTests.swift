import DatasyncConcurrency
import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncBackend

/// Write numbers: each write of a client is applied once, in order.
struct WriteNumberTests {
    private static let session = SessionName(run: 1, number: 1)
    private static let day = 86_400_000.0

    private func origin(_ number: UInt64, client: UInt128 = 1, lowest: UInt64 = 1) -> Origin {
        Origin(
            session: Self.session,
            writeNumber: WriteNumber(client: client, number: number, lowestUnanswered: lowest))
    }

    private func increment(_ path: String = "/n") throws -> Change {
        .write(.set(WriteValue(.increment(by: 1, from: 0)), at: try Path(path)), expectedHash: nil)
    }

    private func text(_ applied: Applied) -> String {
        switch applied.outcome {
        case .response(let result): result.status.rawValue + (result.data.map { " " + $0.text } ?? "")
        case .gap(let expected): "gap \(expected)"
        case .skipped: "skipped"
        }
    }

    @Test("a number that arrives again has the stored response and no effect [commits 9, 10]")
    func repetition() throws {
        var state = DatabaseState()
        for expected in 1...3 {
            let number = UInt64(expected)
            #expect(text(state.apply(try increment(), from: origin(number), at: 0)) == "ok \(expected)")
            #expect(text(state.apply(try increment(), from: origin(number), at: 0)) == "ok \(expected)")
        }
        #expect(text(state.apply(try increment(), from: origin(1), at: 0)) == "ok 1")
        #expect(state.data[try Path("/n")] == .number(3))
    }

    @Test("a number after a gap has no effect, and the missing one can still come [commits 9, 11]")
    func gaps() throws {
        var state = DatabaseState()
        #expect(text(state.apply(try increment(), from: origin(1), at: 0)) == "ok 1")
        #expect(text(state.apply(try increment(), from: origin(3), at: 0)) == "gap 2")
        #expect(text(state.apply(try increment(), from: origin(2), at: 0)) == "ok 2")
        #expect(text(state.apply(try increment(), from: origin(3), at: 0)) == "ok 3")
    }

    @Test("an unknown client begins with number 1 [commits 12]")
    func unknownClients() throws {
        var state = DatabaseState()
        #expect(text(state.apply(try increment(), from: origin(2), at: 0)) == "unknown_client")
        #expect(text(state.apply(try increment(), from: origin(1), at: 0)) == "ok 1")
    }

    @Test("a refused write consumes its number, whatever the reason [commits 13]")
    func refusals() throws {
        var state = DatabaseState(rules: try RulesDocument(try JSONParser.parse(#"{"rules":{"a":{".write":true}}}"#)))
        #expect(text(state.apply(try increment("/b"), from: origin(1), at: 0)) == "permission_denied")
        let refused = Change.refused(.unavailable, reason: "injected")
        #expect(text(state.apply(refused, from: origin(2), at: 0)) == "unavailable")
        #expect(text(state.apply(try increment("/a"), from: origin(3), at: 0)) == "ok 1")
        #expect(text(state.apply(try increment("/a"), from: origin(2), at: 0)) == "unavailable")
    }

    @Test("responses below the lowest unanswered number are forgotten, and at most 10,000 are kept [commits 10]")
    func storedResponses() throws {
        var state = DatabaseState()
        for number in UInt64(1)...5 { _ = state.apply(try increment(), from: origin(number), at: 0) }
        _ = state.apply(try increment(), from: origin(6, lowest: 4), at: 0)
        #expect(text(state.apply(try increment(), from: origin(4), at: 0)) == "ok 4")
        #expect(text(state.apply(try increment(), from: origin(3), at: 0)) == "unavailable")
        for number in UInt64(7)...10_050 { _ = state.apply(try increment(), from: origin(number), at: 0) }
        #expect(state.clients[1]?.responses.count == 10_000)
        #expect(text(state.apply(try increment(), from: origin(51), at: 0)) == "ok 51")
        #expect(text(state.apply(try increment(), from: origin(50), at: 0)) == "unavailable")
        #expect(state.data[try Path("/n")] == .number(10_050))
    }

    @Test("a client without writes for seven days is forgotten, others are not [commits 12]")
    func retention() throws {
        var state = DatabaseState()
        for client in UInt128(1)...2 { _ = state.apply(try increment(), from: origin(1, client: client), at: 0) }
        _ = state.apply(try increment(), from: origin(2, client: 2), at: 4 * Self.day)
        _ = state.apply(try increment(), from: origin(3, client: 2), at: 8 * Self.day)
        #expect(state.clients.keys.sorted() == [2])
        #expect(text(state.apply(try increment(), from: origin(2), at: 8 * Self.day)) == "unknown_client")
    }

    @Test("an entry that is numbered within its session and stored twice is applied once [commits 14]")
    func sessionNumbers() throws {
        var state = DatabaseState()
        let origin = Origin(session: Self.session, sequence: 1)
        #expect(text(state.apply(try increment(), from: origin, at: 0)) == "ok 1")
        #expect(text(state.apply(try increment(), from: origin, at: 0)) == "skipped")
        // A lost entry leaves a gap, as its session has ended.
        #expect(text(state.apply(try increment(), from: Origin(session: Self.session, sequence: 3), at: 0)) == "ok 2")
    }

    @Test("after the end of a run its later entries have no effect and consume no number [commits 16]")
    func closedRuns() throws {
        var state = DatabaseState()
        let write = Write.set(WriteValue(.boolean(false)), at: try Path("/online"))
        _ = state.apply(.registerOnDisconnect(write), from: Origin(session: Self.session, sequence: 1), at: 0)
        let applied = state.apply(
            .closeRun(1), from: Origin(session: SessionName(run: 2, number: 0), sequence: 1), at: 0)
        #expect(applied.ended == [Self.session])
        #expect(state.data[try Path("/online")] == .boolean(false))
        #expect(text(state.apply(try increment(), from: origin(1), at: 0)) == "skipped")
        let other = Origin(
            session: SessionName(run: 2, number: 1),
            writeNumber: WriteNumber(client: 1, number: 1, lowestUnanswered: 1))
        #expect(text(state.apply(try increment(), from: other, at: 0)) == "ok 1")
    }

    @Test("the time never goes back [commits 3]")
    func time() throws {
        var state = DatabaseState()
        let stamp = Change.write(.set(WriteValue(.timestamp), at: try Path("/at")), expectedHash: nil)
        _ = state.apply(stamp, from: origin(1), at: 100)
        _ = state.apply(stamp, from: origin(2), at: 50)
        #expect(state.data[try Path("/at")] == .number(100))
    }
}
