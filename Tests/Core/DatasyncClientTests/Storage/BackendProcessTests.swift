import DatasyncBackend
import DatasyncClient
import DatasyncTree
import Foundation
import TestSupport
import Testing

/// Back ends in processes that are killed while 32 clients write; `backend-process` is built next to the test bundle.
@Suite("Processes with a stored back end", .serialized, .timeLimit(.minutes(60)))
struct BackendProcessTests {
    private static let rounds = LongForm.count(3, long: 50)
    /// The bytes of one value of each write; in the long form enough for several snapshots.
    private static let padding = LongForm.count(100, long: 6_000)

    @Test("lose no acknowledged write when they are killed, and keep an exact prefix of each client's writes")
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "datasync-killed-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var random = SeededGenerator(salt: 8_050)
        var rounds: [Round] = []
        var (acknowledged, unacknowledged, present) = (0, 0, 0)
        for number in 0..<Self.rounds {
            let lines = 70 + random.below(random.pick([30, 400, 6_000]))
            rounds.append(try run(number, in: folder, afterLines: lines))
            let backend = try await EmbeddedBackend(directory: folder)
            let data = backend.backend.data
            await backend.close()
            let note = "round \(number) of \(lines) lines, \(Seed.note)"
            for (number, round) in rounds.enumerated() {
                let count = round.check(data[Key(unchecked: "r\(number)")], note)
                if number == rounds.count - 1 { present += count }
            }
            acknowledged += rounds[number].done.values.reduce(0) { $0 + $1.count }
            unacknowledged += rounds[number].sent.values.reduce(0) { $0 + $1.count }
        }
        unacknowledged -= acknowledged
        print(
            "\(Self.rounds) kills: \(acknowledged) acknowledged writes, \(unacknowledged) sent and unacknowledged, "
                + "\(present) present, seed \(Seed.value)")
        #expect(acknowledged > 0 && present >= acknowledged && present <= acknowledged + unacknowledged)
    }

    /// Starts the process, and kills it after a number of lines; it is ahead of them by what the pipe holds.
    private func run(_ number: Int, in folder: URL, afterLines lines: Int) throws -> Round {
        let child = try ChildProcess("backend-process", ["write", folder.path, "\(number)", "\(Self.padding)"])
        defer { child.kill() }
        var text = child.read(lines: lines)
        child.kill()
        text += child.readToEnd()
        return Round(text)
    }

    /// The output of a process.
    private struct Round {
        /// The numbers of the writes that each client has sent.
        var sent: [Int: [Int]] = [:]
        /// The numbers of the writes that each client has received the acknowledgement of.
        var done: [Int: [Int]] = [:]
        /// The clients whose on-disconnect write was acknowledged.
        var registered: Set<Int> = []
        var problems: [Substring] = []

        init(_ text: String) {
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ")
                let numbers = words.dropFirst().compactMap { Int($0) }
                switch (words[0], numbers.count) {
                case ("sent", 2): sent[numbers[0], default: []].append(numbers[1])
                case ("done", 2): done[numbers[0], default: []].append(numbers[1])
                case ("registered", 1): registered.insert(numbers[0])
                // A torn end of the journal is cut with a message.
                case ("open", _), ("diagnostic", _): break
                default: problems.append(line)
                }
            }
        }

        /// Compares the data of the round with the output; returns the number of writes that are present.
        func check(_ data: Node, _ note: String) -> Int {
            #expect(problems.isEmpty, "\(note)")
            var total = 0
            for client in 0..<32 {
                let own = data[Key(unchecked: "c\(client)")]
                let note = "client \(client), \(note)"
                let (sent, done) = (sent[client] ?? [], done[client] ?? [])
                // Acknowledgements arrive in the order of the writes.
                #expect(done == Array(1..<(done.count + 1)) && sent == Array(1..<(sent.count + 1)), "\(note)")
                let keys = own[Key(unchecked: "k")].children.compactMap { Int($0.key.text) }.sorted()
                #expect(keys == Array(1..<(keys.count + 1)), "\(note)")
                #expect(keys.count >= done.count, "an acknowledged write is missing, \(note)")
                #expect(keys.count <= sent.count && sent.count - done.count <= 1 + client % 3, "\(note)")
                for key in keys {
                    #expect(own[Key(unchecked: "k")][Key(unchecked: "\(key)")] == .number(Double(key)), "\(note)")
                }
                // All paths of a write are present, and each increment was applied once.
                #expect(own[Key(unchecked: "count")].number ?? 0 == Double(keys.count), "\(note)")
                let last = own[Key(unchecked: "last")].text.dropFirst().prefix { $0 != " " }
                #expect(keys.isEmpty ? last.isEmpty || own[Key(unchecked: "last")].isNull : Int(last) == keys.count)
                if registered.contains(client) {
                    #expect(own[Key(unchecked: "gone")] == .boolean(true), "an on-disconnect write is missing, \(note)")
                }
                total += keys.count
            }
            return total
        }
    }
}
