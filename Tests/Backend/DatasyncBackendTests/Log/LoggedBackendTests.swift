import DatasyncLog
import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

@testable import DatasyncBackend

/// Servers that follow one log: requests wait for entries, and a new run ends the sessions of earlier ones.
struct LoggedBackendTests {
    /// A log that delivers its records when the test says so.
    private struct ManualLog {
        private(set) var records: [DatasyncLog.LogRecord] = []
        private var delivered: [UInt64: Int] = [:]

        mutating func append(_ entries: [LogEntry]) {
            for entry in entries {
                let number = UInt64(records.count + 1)
                records.append(
                    LogRecord(position: LogPosition(incarnation: 1, number: number), time: LogTime(5), entry: entry))
            }
        }

        /// Delivers up to a number of records to a server; returns the lines for its clients.
        mutating func deliver(to server: inout BackendState, atMost count: Int = .max) throws -> [String] {
            var lines: [String] = []
            append(server.takeEntries())
            for _ in 0..<count {
                let next = delivered[server.run, default: 0]
                guard next < records.count else { break }
                delivered[server.run] = next + 1
                lines += try server.apply(records[next], now: 5).map(LoggedBackendTests.line)
                append(server.takeEntries())
            }
            return lines
        }
    }

    private static func line(_ delivery: BackendState.Delivery) -> String {
        switch delivery.event {
        case .closed(let reason), .refused(let reason): "closed: \(reason)"
        case .waiting: "waiting"
        case .available: "available"
        case .message(.control(.hello)): "hello"
        case .message(.response(let response)): "\(response.number) \(response.status.rawValue)"
        case .message(.push(.set(let path, let node, _))): "set \(path) \(node.text)"
        case .message: "other"
        }
    }

    private func put(_ number: Int, _ path: String, _ json: JSON, write: UInt64? = nil) throws -> ClientMessage {
        let path = try Path(path)
        return .request(
            Request(
                number: number,
                action: .put(
                    path: path, value: try WriteValue(json, at: path), expectedHash: nil,
                    writeNumber: write.map { WriteNumber(client: 9, number: $0, lowestUnanswered: 1) })))
    }

    private func request(_ number: Int, _ action: Request.Action) -> ClientMessage {
        .request(Request(number: number, action: action))
    }

    /// Returns a server that accepts connections, and a session.
    private func server(_ log: inout ManualLog, run: UInt64 = 1) throws -> (BackendState, SessionID) {
        var server = BackendState(following: DatabaseState(), at: nil, as: ServerRun.Place(run: run))
        let (session, deliveries) = server.opened(server.makePort(), now: 0)
        #expect(deliveries.isEmpty)
        server.startWithMark()
        #expect(try log.deliver(to: &server) == ["hello"])
        return (server, try #require(session))
    }

    @Test("a write takes effect when the log delivers it, and reads of the session wait for that [commits 5, 6]")
    func order() throws {
        var log = ManualLog()
        var (server, session) = try server(&log)
        var lines: [String] = []
        for message in [
            try put(1, "/a", 1), request(2, .get(path: try Path("/a"), window: .all)), try put(3, "/a", 2),
            request(4, .listen(path: try Path("/a"), window: .all, tag: nil, hash: "")),
            request(5, .authenticate(credential: "ada")), try put(6, "/a", 3),
        ] {
            lines += server.received(message, from: session, now: 5).map(Self.line)
        }
        #expect(lines == [])
        #expect(server.data.isNull)
        #expect(try log.deliver(to: &server, atMost: 1) == ["1 ok", "2 ok"])
        #expect(server.data[try Path("/a")] == .number(1))
        #expect(try log.deliver(to: &server) == ["3 ok", "set /a 2", "4 ok", "5 ok", "set /a 3", "6 ok"])
        #expect(server.database.principal(of: server.name(of: session)).uid == "ada")
    }

    @Test("another session of the server does not wait [commits 4, 6]")
    func otherSessions() throws {
        var log = ManualLog()
        var (server, session) = try server(&log)
        let other = try #require(server.opened(server.makePort(), now: 0).0)
        _ = server.received(try put(1, "/a", 1), from: session, now: 5)
        let get = request(1, .get(path: .root, window: .all))
        #expect(server.received(get, from: other, now: 5).map(Self.line) == ["1 ok"])
    }

    @Test(
        "on-disconnect writes run when the session's end is delivered, also after the server is gone [commits 15, 16]")
    func restart() throws {
        var log = ManualLog()
        var (first, session) = try server(&log)
        let leave = { (path: String) throws -> ClientMessage in
            request(
                1, .setOnDisconnect(path: try Path(path), value: WriteValue(.boolean(false)), writeNumber: nil))
        }
        _ = first.received(try leave("/one"), from: session, now: 5)
        let other = try #require(first.opened(first.makePort(), now: 0).0)
        _ = first.received(try leave("/two"), from: other, now: 5)
        _ = try log.deliver(to: &first)
        #expect(first.closed(session, now: 5).isEmpty)
        _ = try log.deliver(to: &first)
        #expect(first.data == (try Node(["one": false])))
        // The first server ends without a word; a late entry of it has no effect.
        _ = first.received(try put(2, "/late", 1), from: other, now: 5)
        let late = first.takeEntries()
        let (second, _) = try server(&log, run: 2)
        #expect(second.data == (try Node(["one": false, "two": false])))
        var follower = second
        log.append(late)
        _ = try log.deliver(to: &follower)
        #expect(follower.data == second.data)
    }

    @Test("a lost entry ends its session, and the client's write is applied once when it arrives again [commits 8]")
    func lostEntries() throws {
        var log = ManualLog()
        var (server, session) = try server(&log)
        _ = server.received(try put(1, "/n", [".sv": ["increment": 1]], write: 1), from: session, now: 5)
        let lost = server.takeEntries()
        #expect(server.lost(lost, because: "The disk is full.", now: 5).map(Self.line) == ["closed: The disk is full."])
        let again = try #require(server.opened(server.makePort(), now: 0).0)
        // The log may have stored it all the same, before the report.
        log.append(lost)
        _ = server.received(try put(1, "/n", [".sv": ["increment": 1]], write: 1), from: again, now: 5)
        #expect(try log.deliver(to: &server) == ["1 ok"])
        #expect(server.data[try Path("/n")] == .number(1))
    }

    @Test("a lost end of a session is appended again with the next entry [commits 8]")
    func lostEnds() throws {
        var log = ManualLog()
        var (server, session) = try server(&log)
        _ = server.received(
            request(1, .setOnDisconnect(path: try Path("/x"), value: WriteValue(.number(1)), writeNumber: nil)),
            from: session, now: 5)
        _ = try log.deliver(to: &server)
        _ = server.closed(session, now: 5)
        #expect(server.lost(server.takeEntries(), because: "full", now: 5).isEmpty)
        #expect(server.data.isNull)
        let other = try #require(server.opened(server.makePort(), now: 0).0)
        _ = server.received(try put(1, "/y", 2), from: other, now: 5)
        _ = try log.deliver(to: &server)
        #expect(server.data == (try Node(["x": 1, "y": 2])))
    }

    @Test("a number after a gap ends the session with a reason [commits 11]")
    func gaps() throws {
        var log = ManualLog()
        var (server, session) = try server(&log)
        _ = server.received(try put(1, "/n", 1, write: 1), from: session, now: 5)
        _ = server.received(try put(2, "/n", 3, write: 3), from: session, now: 5)
        let lines = try log.deliver(to: &server)
        #expect(lines.first == "1 ok")
        #expect(lines.last?.hasPrefix("closed: The number of a write does not follow") == true)
        #expect(server.data[try Path("/n")] == .number(1))
    }

    @Test("an entry that the log has stored twice has one effect and one response [commits 14]")
    func duplicates() throws {
        var log = ManualLog()
        var (server, session) = try server(&log)
        _ = server.received(try put(1, "/n", [".sv": ["increment": 1]]), from: session, now: 5)
        let entries = server.takeEntries()
        log.append(entries + entries)
        _ = server.received(try put(2, "/n", [".sv": ["increment": 1]]), from: session, now: 5)
        #expect(try log.deliver(to: &server) == ["1 ok", "2 ok"])
        #expect(server.data[try Path("/n")] == .number(2))
    }

    @Test("a record that cannot be read ends all connections with the reason")
    func unreadable() throws {
        var log = ManualLog()
        let (server, _) = try server(&log)
        var other = server
        log.append([LogEntry(run: 7, session: 1, body: [1, 99])])
        #expect(throws: DatasyncError.self) { _ = try log.deliver(to: &other) }
        let lines = other.fail(because: "unreadable", now: 5).map(Self.line)
        #expect(lines == ["closed: unreadable"])
        #expect(other.opened(other.makePort(), now: 5).1.map(Self.line) == ["closed: unreadable"])
    }
}
