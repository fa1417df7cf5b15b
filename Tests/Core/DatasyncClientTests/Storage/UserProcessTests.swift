import DatasyncBackend
import DatasyncClient
import DatasyncTree
import DatasyncWire
import Foundation
import TestSupport
import Testing

/// Two users who take turns on one offline store in processes that are killed; their back end is in this process.
@Suite("Processes with an offline store of two users", .serialized, .timeLimit(.minutes(20)))
struct UserProcessTests {
    private static let users = ["ada", "bob"]
    /// The lines between two kills: each process ends so many lines later than the one before.
    private static let stride = LongForm.count(5, long: 1)
    private static let lastLine = 160

    private static let rules = """
        {"rules": {
            "private": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid"}},
            "common": {
                ".read": "auth != null",
                "$key": {".write": "auth != null", ".validate": "newData.child('by').val() == auth.uid"}
            }
        }}
        """

    /// The output of one process, which is checked as it arrives.
    private struct Round {
        let number: Int
        var sent: Set<String> = []
        var done: Set<String> = []
        var problems: [String] = []
        var isFinished = false
        /// The user of the session, as the frames set it.
        private var sessionUser: String?
        /// The users whose secrets a subscription that outlives its user may deliver.
        private var present: Set<String>

        init(_ number: Int) {
            self.number = number
            present = [UserProcessTests.users[number % 2]]
        }

        mutating func read(_ line: String) -> String? {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            switch words.first {
            case "frame":
                let frame = String(line.dropFirst("frame ".count))
                check(frame: frame)
                return frame
            case "sent": sent.insert(words[1])
            case "done": done.insert(words[1])
            case "turn": present = [words[1]]
            case "leaves": present = Set(UserProcessTests.users)
            case "value" where words[1] == "lasting": check(words[2], for: present)
            // Of a subscription or a read that belongs to the turn of a user, whose name follows.
            case "value": check(words[2], for: [String(words[2].prefix { $0 != " " })])
            case "finished":
                isFinished = true
                if words[1] != "0" { problems.append(line) }
            default: problems.append(line)
            }
            return nil
        }

        private mutating func check(_ text: String, for readers: Set<String>) {
            for writer in UserProcessTests.users
            where !readers.contains(writer) && text.contains("secret of \(writer) ") {
                problems.append("\(readers) received \(text)")
            }
        }

        /// Checks that a write is sent in a session of its user.
        private mutating func check(frame: String) {
            let request = (try? JSONParser.parse(frame))?["d"]
            switch request?["a"]?.string {
            case "auth": sessionUser = request?["b"]?["cred"]?.string
            case "unauth": sessionUser = nil
            default: break
            }
            for writer in UserProcessTests.users where frame.contains(" of \(writer) ") && writer != sessionUser {
                problems.append("sent as \(sessionUser ?? "nobody"): \(frame)")
            }
        }
    }

    @Test("each write of a user is sent once, as its user, after any kill; no value reaches the other [offline 1-3, 7]")
    func killed() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "datasync-turns-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let backend = EmbeddedBackend()
        try backend.setRules(Self.rules)
        var rounds: [Round] = []
        for lines in Swift.stride(from: 1, through: Self.lastLine, by: Self.stride) {
            rounds.append(try run("turns", rounds.count, backend, folder, lines: lines))
        }
        let last = try run("finish", rounds.count, backend, folder, lines: .max)
        #expect(last.isFinished && last.problems.isEmpty, "\(last.problems)")
        let data = backend.backend.data
        var present: Set<String> = []
        let common = data[Key(unchecked: "common")].children.map { ($0.0.text, $0.1) }
        let secrets = Self.users.flatMap { user in
            data[Key(unchecked: "private")][Key(unchecked: user)].children.map { ($0.0.text, $0.1) }
        }
        for (name, node) in common + secrets {
            present.insert(name)
            #expect(node[Key(unchecked: "n")] == .number(1), "\(name) was applied more than once")
        }
        for round in rounds {
            #expect(round.problems.isEmpty, "round \(round.number): \(round.problems.prefix(3))")
            #expect(round.done.isSubset(of: present), "round \(round.number): an acknowledged write is missing")
            for user in Self.users {
                let numbers = present.filter { $0.hasPrefix("\(round.number)-\(user)-") }
                    .compactMap { $0.split(separator: "-").last.flatMap { Int($0) } }.sorted()
                // The store holds the writes in the order of the calls.
                #expect(numbers == Array(1..<(numbers.count + 1)), "round \(round.number): \(user)")
            }
        }
        let sent = rounds.reduce(into: Set<String>()) { $0.formUnion($1.sent) }
        let done = rounds.reduce(into: Set<String>()) { $0.formUnion($1.done) }
        #expect(present.isSubset(of: sent) && !done.isEmpty && done.count < present.count)
        print("\(rounds.count) kills: \(sent.count) writes, \(done.count) acknowledged, \(present.count) present")
    }

    @Test("lines of several threads arrive whole at a reader that is late")
    func wholeLines() throws {
        let child = try ChildProcess("backend-process", ["print", "x", "50"])
        defer { child.kill() }
        var count = 0
        while let line = child.nextLine() {
            #expect(line.utf8.count == 20_000)
            count += 1
        }
        #expect(count == 200)
    }

    /// Runs the process until it has printed a number of lines, or has finished.
    private func run(
        _ mode: String, _ number: Int, _ backend: EmbeddedBackend, _ folder: URL, lines: Int
    ) throws -> Round {
        let child = try ChildProcess("backend-process", [mode, folder.path, "\(number)"], takesInput: true)
        defer { child.kill() }
        let input = try #require(child.input)
        let link = backend.makePort().link
        let connection = LinkTransport(link).open { event in
            if case .frame(let text) = event { input.send(text) }
        }
        // The end of the link would end the connection.
        defer { withExtendedLifetime(link) { connection.close() } }
        var round = Round(number)
        var count = 0
        while count < lines, !round.isFinished, let line = child.nextLine() {
            count += 1
            if let frame = round.read(line) { connection.send(frame) }
        }
        child.kill()
        // The frames do not arrive any more.
        for line in child.readLinesToEnd() { _ = round.read(line) }
        return round
    }
}
