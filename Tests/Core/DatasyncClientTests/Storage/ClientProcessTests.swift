import DatasyncBackend
import DatasyncClient
import DatasyncTree
import DatasyncWire
import Foundation
import TestSupport
import Testing

/// A client in a process that is killed while it writes; its back end is in this process.
@Suite("Processes with an offline store", .serialized, .timeLimit(.minutes(20)))
struct ClientProcessTests {
    private static let kills = 10

    /// The writes of one process, as it has printed them.
    private struct Round {
        var sent = 0
        var done = 0
        var problems: [String] = []

        mutating func read(_ line: String, _ connection: any TransportConnection) {
            let words = line.split(separator: " ", maxSplits: 1)
            switch words.first {
            case "frame": connection.send(String(words[1]))
            case "sent": sent += 1
            case "done": done += 1
            default: problems.append(line)
            }
        }
    }

    @Test("a client that is killed sends its pending writes when it begins again, and each once")
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "datasync-client-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let backend = EmbeddedBackend()
        var random = SeededGenerator(salt: 8_150)
        var rounds: [Round] = []
        for number in 0...Self.kills {
            let lines = random.below(random.pick([20, 200, 2_000]))
            rounds.append(try run(number, backend, folder, lines: number == Self.kills ? nil : lines))
        }
        let data = backend.backend.data
        var (present, acknowledged) = (0, 0)
        for (number, round) in rounds.enumerated() {
            let own = data[Key(unchecked: "r\(number)")][Key(unchecked: "c0")]
            let note = "round \(number), \(Seed.note)"
            #expect(round.problems.isEmpty, "\(note)")
            let keys = own[Key(unchecked: "k")].children.compactMap { Int($0.key.text) }.sorted()
            #expect(keys == Array(1..<(keys.count + 1)), "\(note)")
            #expect(keys.count >= round.done && keys.count <= round.sent, "\(note)")
            // Each increment was applied once.
            #expect(own[Key(unchecked: "count")].number ?? 0 == Double(keys.count), "\(note)")
            present += keys.count
            acknowledged += round.done
        }
        let sent = rounds.reduce(0) { $0 + $1.sent }
        print("\(Self.kills) kills of a client: \(sent) writes, \(acknowledged) acknowledged, \(present) present")
        #expect(acknowledged > 0 && present >= acknowledged)
    }

    /// Runs the process until it has printed a number of lines, or else until one of its own writes is acknowledged, which
    /// follows those of all earlier processes.
    private func run(_ number: Int, _ backend: EmbeddedBackend, _ folder: URL, lines: Int?) throws -> Round {
        let child = try ChildProcess("backend-process", ["client", folder.path, "\(number)"], takesInput: true)
        defer { child.kill() }
        let input = try #require(child.input)
        let link = backend.makePort().link
        let connection = LinkTransport(link).open { event in
            if case .frame(let text) = event { input.send(text) }
        }
        // The end of the link would end the connection.
        defer { withExtendedLifetime(link) { connection.close() } }
        var round = Round()
        var count = 0
        while lines.map({ count < $0 }) ?? (round.done == 0), let line = child.nextLine() {
            count += 1
            round.read(line, connection)
        }
        child.kill()
        // Frames that were on their way may arrive, or not.
        for line in child.readLinesToEnd() where !line.hasPrefix("frame") {
            round.read(line, connection)
        }
        return round
    }
}
