// A process with a back end in a directory, for tests that kill it and for figures of opening:
//
//   backend-process write DIRECTORY ROUND PADDING   32 clients write until the process is killed; each write is printed
//                                                   before it is sent and after it is acknowledged.
//   backend-process fill DIRECTORY RECORDS          Appends small writes to a journal, without a snapshot.
//   backend-process store DIRECTORY MEBIBYTES       Stores a snapshot of about this size.
//   backend-process replay DIRECTORY RECORDS        Reads a number of records at the level of the log.
//   backend-process open DIRECTORY                  Opens the back end.
//
// The last two print the elapsed time, the time of the processor, and the resident memory at the end and at its peak.
import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
import DatasyncLog
import DatasyncStorage
import DatasyncTree
import DatasyncWire
import Dispatch
import Foundation
import TestSupport

/// Prints a line with one call of the system, so that a killed process never prints a part of one.
@Sendable func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

@Sendable func milliseconds() -> Milliseconds { Milliseconds(Int64(Date().timeIntervalSince1970 * 1000)) }

/// Returns the time of the processor that this process has used, in seconds.
func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// A client that writes 1, 2, … below its own node, with a few writes on their way at once.
final class Writer: Sendable {
    private let name: String
    private let root: Webcom
    private let padding: String
    private let queue: DispatchQueue
    private let next = Guarded(UInt64(0))

    init(_ backend: EmbeddedBackend, round: String, index: Int, padding: Int) {
        name = "\(index)"
        let application = WebcomApplication(
            configuration: WebcomConfiguration(identifier: "writer \(index)", platform: .embedded(in: backend)))
        root = Webcom(application).child("r\(round)/c\(index)")
        self.padding = String(repeating: "x", count: padding)
        queue = DispatchQueue(label: "writer \(index)")
    }

    /// Registers an on-disconnect write, and begins to write.
    func begin(inFlight: Int) {
        let name = name
        root.child("gone").onDisconnect().set(true, queue: queue) { error in
            report(error.map { "error \(name) \($0)" } ?? "registered \(name)")
            for _ in 0..<inFlight { self.write() }
        }
    }

    private func write() {
        let number = next.withLock { next in
            next += 1
            return next
        }
        let name = name
        report("sent \(name) \(number)")
        // Both paths and the increment are one write.
        let value: [String: Any] = [
            "k/\(number)": number, "last": "\(number) \(padding)", "count": [".sv": ["increment": 1]],
        ]
        root.update(value, queue: queue) { error in
            report(error.map { "error \(name) \($0)" } ?? "done \(name) \(number)")
            self.write()
        }
    }
}

/// Sends writes of 100 clients that each wait for the response, until their number is reached.
final class Filler: Sendable {
    private struct State: Sendable {
        var connections: [(any LinkConnection)?]
        var begun = 0
        var done = 0
    }

    private let ports: [BackendPort]
    private let count: Int
    private let state: Guarded<State>
    private let finished = DispatchSemaphore(value: 0)

    init(_ backend: Backend, count: Int) {
        self.count = count
        ports = (0..<100).map { _ in backend.makePort() }
        state = Guarded(State(connections: ports.map { _ in nil }))
    }

    func run() {
        for (index, port) in ports.enumerated() {
            let connection = port.open { event in
                guard case .message(.response) = event else { return }
                let isLast = self.state.withLock { state in
                    state.done += 1
                    return state.done == self.count
                }
                if isLast { self.finished.signal() }
                self.write(index)
            }
            state.withLock { $0.connections[index] = connection }
            write(index)
        }
        finished.wait()
    }

    private func write(_ index: Int) {
        let (number, connection) = state.withLock { state in
            state.begun += 1
            return (state.begun, state.connections[index])
        }
        guard number <= count else { return }
        let path = Path([Key(unchecked: "c\(index)"), Key(unchecked: "k\(number % 1_000)")])
        connection?.send(
            .request(
                Request(
                    number: number,
                    action: .put(
                        path: path, value: WriteValue(.number(Double(number))), expectedHash: nil, writeNumber: nil))))
    }
}

/// Measures a function, and prints the figures.
func measure(_ name: String, _ body: () async throws -> String) async rethrows {
    let (start, before) = (ContinuousClock.now, processorTime())
    let result = try await body()
    let elapsed = ContinuousClock.now - start
    report(
        "\(name) \(result), \(elapsed), processor \(processorTime() - before) s, resident "
            + "\(ResidentMemory.bytes >> 20) MiB, peak \(ResidentMemory.peak >> 20) MiB")
}

func openJournal(_ directory: String) throws -> JournalLog {
    var options = JournalLog.Options()
    options.snapshotThreshold = .max
    return try JournalLog(directory: directory, options: options, clock: milliseconds) { report("diagnostic \($0)") }
}

func fill(_ directory: String, _ count: Int) async throws {
    let log = try openJournal(directory)
    let backend = Backend(namespace: try Namespace("default"), run: 1) {
        Double(milliseconds().sinceEpoch)
    } executor: {
        SystemExecutor.run($0)
    }
    try await backend.start(log)
    Filler(backend, count: count).run()
    await log.close()
}

func store(_ directory: String, _ mebibytes: Int) async throws {
    let log = try openJournal(directory)
    let namespace = try Namespace("default")
    // Strings of about a kibibyte, in lists of 1,000.
    let text = String(repeating: "abcdefghijklmnop", count: 64)
    let lists = (0..<mebibytes).map { list in
        let children = (0..<1_000).map { (Key(unchecked: "k\($0)"), Node.string("\(list) \($0) \(text)")) }
        return (Key(unchecked: "l\(list)"), Node(Children(children)))
    }
    let backend = Backend(namespace: namespace, run: 1) { Double(milliseconds().sinceEpoch) }
    backend.begin(log, from: DatabaseState(data: Node(Children(lists))), at: nil)
    let position = await withCheckedContinuation { continuation in
        let isFirst = Guarded(true)
        _ = log.follow(namespace, after: nil) { event in
            guard case .records(let records) = event, let first = records.first, isFirst.exchange(false) else { return }
            continuation.resume(returning: first.position)
        }
    }
    try await log.store(
        Snapshot(position: position, time: milliseconds(), body: backend.database.snapshotBody), of: namespace)
    await log.close()
}

func replay(_ directory: String, _ count: Int) async throws {
    try await measure("replay of the log:") {
        let log = try openJournal(directory)
        let read = Guarded((records: 0, bytes: 0))
        let namespace = try Namespace("default")
        await withCheckedContinuation { continuation in
            _ = log.follow(namespace, after: nil) { event in
                guard case .records(let records) = event else { return }
                let isLast = read.withLock { read in
                    defer { read.records += records.count }
                    for record in records { read.bytes += record.entry.body.count }
                    return read.records < count && read.records + records.count >= count
                }
                if isLast { continuation.resume() }
            }
        }
        let (records, bytes) = read.withLock { $0 }
        return "\(records) records with \(bytes) bytes"
    }
}

do {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count > 1 else { throw CocoaError(.featureUnsupported) }
    let directory = words[1]
    switch (words[0], words.dropFirst(2).compactMap { Int($0) }) {
    case ("write", let numbers) where numbers.count == 2:
        let backend = try await EmbeddedBackend(
            directory: URL(filePath: directory), diagnostics: { report("diagnostic \($0)") })
        report("open \(getpid())")
        let writers = (0..<32).map { Writer(backend, round: "\(numbers[0])", index: $0, padding: numbers[1]) }
        for (index, writer) in writers.enumerated() { writer.begin(inFlight: 1 + index % 3) }
        // Until the process is killed.
        for await _ in AsyncStream(Never.self, { _ in }) {}
        withExtendedLifetime((backend, writers)) {}
    case ("fill", let numbers) where numbers.count == 1: try await fill(directory, numbers[0])
    case ("store", let numbers) where numbers.count == 1: try await store(directory, numbers[0])
    case ("replay", let numbers) where numbers.count == 1: try await replay(directory, numbers[0])
    case ("open", []):
        try await measure("opening:") {
            let backend = try await EmbeddedBackend(directory: URL(filePath: directory))
            let position = backend.backend.position?.number ?? 0
            return "\(position) records, \(backend.backend.data.size >> 20) MiB of data"
        }
    default: throw CocoaError(.featureUnsupported)
    }
} catch {
    report("error \(error)")
    exit(1)
}
