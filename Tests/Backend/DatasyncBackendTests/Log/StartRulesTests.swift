import DatasyncLog
import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncBackend

/// The rules that a back end sets before it accepts connections, and back ends of one run.
@Suite("The start of a back end over a log")
struct StartRulesTests {
    /// The records of a log, which the test delivers.
    private struct Records {
        private var last: UInt64 = 0

        mutating func records(_ entries: [LogEntry]) -> [DatasyncLog.LogRecord] {
            entries.map { entry in
                last += 1
                return LogRecord(position: LogPosition(incarnation: 1, number: last), time: LogTime(5), entry: entry)
            }
        }

        /// Delivers the next entries of a server, and returns the number of messages to clients.
        mutating func deliver(to server: inout BackendState) throws -> Int {
            var count = 0
            for record in records(server.takeEntries()) { count += try server.apply(record, now: 5).count }
            return count
        }
    }

    @Test(
        "other rules than those of the log are set before the first connection is greeted, also after a loss [commits 16]"
    )
    func configured() throws {
        let rules = try RulesDocument(StartRules.closed)
        var records = Records()
        var server = BackendState(following: DatabaseState(), at: nil, as: ServerRun.Place(run: 1))
        server.startRules = .configured(rules, replacesDeployed: false)
        _ = server.opened(server.makePort(), now: 0)
        server.startWithMark()
        #expect(try records.deliver(to: &server) == 0)
        #expect(server.lost(server.takeEntries(), because: "away", now: 5).isEmpty)
        #expect(server.hasLostStart && server.startOutcome == nil)
        server.repeatStart()
        server.mark()
        #expect(try records.deliver(to: &server) == 0)
        #expect(try records.deliver(to: &server) == 1)
        #expect(server.database.rules.text == rules.text)
        // They are set once: another server with the same rules appends only its beginning.
        var second = BackendState(
            following: server.database, at: server.position, as: ServerRun.Place(run: 1, first: 1 << 32))
        second.startRules = .configured(rules, replacesDeployed: false)
        second.startWithMark()
        _ = try records.deliver(to: &second)
        #expect(second.startOutcome != nil && second.takeEntries().isEmpty)
    }

    @Test("the rules that close a deleted namespace are removed if there are no data; equal rules of the owner stay")
    func reopened() throws {
        let closed = try RulesDocument(StartRules.closed)
        let deployed = try RulesDocument(source: closed.text.utf8, from: .deployment)
        for (data, closed, isReopened) in [
            (Node.null, closed, true), (try Node(["a": 1]), closed, false), (.null, deployed, false),
        ] {
            var records = Records()
            var server = BackendState(
                following: DatabaseState(data: data, rules: closed), at: nil, as: ServerRun.Place(run: 1))
            server.startRules = .reopened
            server.startWithMark()
            for _ in 0..<2 { _ = try records.deliver(to: &server) }
            #expect(server.startOutcome != nil)
            #expect(server.database.rules.text == (isReopened ? "null" : closed.text))
        }
    }

    @Test(
        "a changed file replaces rules from a file; others stay unless they are to be replaced, and the log says so [rules 9.8]",
        arguments: [
            (RulesDocument.Source.file, false, true, true), (.deployment, false, false, true),
            (.deployment, true, true, true), (.program, false, false, true), (.program, true, true, true),
        ])
    func sources(source: RulesDocument.Source, replaces: Bool, isReplaced: Bool, isReported: Bool) throws {
        func document(_ flag: Bool, _ source: RulesDocument.Source) throws -> RulesDocument {
            try RulesDocument(source: #"{"rules": {".read": \#(flag)}}"#.utf8, from: source)
        }
        let (old, new) = (try document(false, source), try document(true, .file))
        for (rules, isOther) in [(new, true), (try document(false, .file), false)] {
            var records = Records()
            let state = DatabaseState(data: try Node(["a": 1]), rules: old)
            var server = BackendState(following: state, at: nil, as: ServerRun.Place(run: 1))
            server.startRules = .configured(rules, replacesDeployed: replaces)
            server.startWithMark()
            for _ in 0..<3 { _ = try records.deliver(to: &server) }
            #expect(server.startOutcome != nil)
            #expect(server.database.rules.text == (isOther && isReplaced ? new : old).text)
            #expect(server.takeNotices().count == (isOther && isReported ? 1 : 0))
        }
    }

    @Test("the beginning of another back end of the run is not one's own [commits 15]")
    func sameRun() throws {
        var records = Records()
        var first = BackendState(following: DatabaseState(), at: nil, as: ServerRun.Place(run: 1))
        first.startWithMark()
        var second = BackendState(following: DatabaseState(), at: nil, as: ServerRun.Place(run: 1, first: 1 << 32))
        second.startWithMark()
        for record in records.records(first.takeEntries()) { _ = try second.apply(record, now: 5) }
        #expect(second.startOutcome == nil)
        _ = try records.deliver(to: &second)
        #expect(second.startOutcome != nil)
    }
}
