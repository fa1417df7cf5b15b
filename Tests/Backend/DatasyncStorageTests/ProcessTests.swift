import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import Dispatch
import TestSupport
import Testing

/// Tests with processes that are killed; `journal-process` is built next to the test bundle.
@Suite("Processes that write a journal", .serialized)
struct ProcessTests {
    private static let kills = LongForm.count(3, long: 50)

    @Test("lose no delivered record when they are killed with 32 writers at work")
    func killed() throws {
        let folder = try TemporaryDirectory()
        var random = SeededGenerator(salt: 8_030)
        var delivered: [Int: [UInt64: Line]] = [:]
        for kill in 0..<Self.kills {
            let count = random.below(3_000) + 1
            let lines = try runAndKill(folder, afterLines: count)
            #expect(lines.count >= count)
            for line in lines { delivered[line.namespace, default: [:]][line.position] = line }
            try check(folder, delivered, "kill \(kill)")
        }
    }

    @Test("hold a lock that names them to a second process")
    func locked() throws {
        let folder = try TemporaryDirectory()
        let child = try ChildProcess("journal-process", [folder.journal])
        defer { child.kill() }
        let opened = try #require(child.nextLine())
        #expect(opened == "open \(child.id)")
        let error = #expect(throws: LogError.self) { try folder.open() }
        #expect(error?.code == .locked)
        #expect(
            error?.message
                == "The journal of \(folder.journal)/lock is open in process \(child.id). Close it there, or use "
                + "another directory.")
        child.kill()
        #expect(throws: Never.self) { try folder.open() }
    }

    /// A delivered record, as the process prints it.
    private struct Line: Equatable {
        var namespace: Int
        var position: UInt64
        var writer: UInt64
        var number: UInt64

        init?(_ text: Substring) {
            let numbers = text.split(separator: " ").compactMap { UInt64($0) }
            guard numbers.count == 4 else { return nil }
            (namespace, position, writer, number) = (Int(numbers[0]), numbers[1], numbers[2], numbers[3])
        }
    }

    private func runAndKill(_ folder: TemporaryDirectory, afterLines count: Int) throws -> [Line] {
        let child = try ChildProcess("journal-process", [folder.journal])
        #expect(child.nextLine().map { $0.hasPrefix("open ") || $0.hasPrefix("diagnostic ") } == true)
        var text = child.read(lines: count + 2)
        child.kill()
        text += child.readToEnd()
        return text.split(separator: "\n").compactMap { Line($0) }
    }

    /// Opens the journal and compares its records with the delivered ones.
    private func check(_ folder: TemporaryDirectory, _ delivered: [Int: [UInt64: Line]], _ note: String) throws {
        let log = try folder.open(segmentSize: 256 << 10)
        let done = DispatchSemaphore(value: 0)
        for index in 0..<4 {
            let namespace = try LogNamespace("namespace \(index)")
            let found = Box<[DatasyncLog.LogRecord]>([])
            let last = delivered[index]?.keys.max() ?? 0
            let subscription = log.follow(namespace, after: nil) { event in
                guard case .records(let records) = event else { return }
                let count = found.value.withLock { found in
                    found += records
                    return found.count
                }
                if count >= last { done.signal() }
            }
            #expect(last == 0 || done.wait(timeout: .now() + 30) == .success, "\(note)")
            subscription.cancel()
            let records = found.value.withLock { $0 }
            #expect(records.map(\.position.number) == (0..<records.count).map { UInt64($0) + 1 }, "\(note)")
            for (position, line) in delivered[index] ?? [:] {
                let entry = records[Int(position) - 1].entry
                #expect(entry.session == line.writer && entry.number == line.number, "\(note)")
            }
            for record in records {
                let byte = UInt8(truncatingIfNeeded: record.entry.number)
                let body = [UInt8](repeating: byte, count: Int(record.entry.session) * 7)
                #expect(record.entry.body == body, "\(note)")
            }
        }
        let closed = DispatchSemaphore(value: 0)
        log.close { closed.signal() }
        closed.wait()
    }
}
