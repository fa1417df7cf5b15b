// A process with a back end in a directory, for tests that kill it and for figures of opening:
//
//   backend-process write DIRECTORY ROUND PADDING   32 clients write until the process is killed; each write is printed
//                                                   before it is sent and after it is acknowledged.
//   backend-process client DIRECTORY ROUND          A client over an offline store writes likewise; the lines of its
//                                                   connection are those of the input, and of the output after "frame".
//   backend-process turns DIRECTORY ROUND           Two users take turns on such a client until the process is killed.
//   backend-process finish DIRECTORY ROUND          Signs each of them in once, until the user's pending writes are acknowledged.
//   backend-process fill DIRECTORY RECORDS          100 clients write through rules into a journal without a snapshot, each
//                                                   one write at a time.
//   backend-process commit DIRECTORY WRITERS SECONDS
//                                                   Writers append entries of 100 bytes, each the next one in the call that
//                                                   delivers the last.
//   backend-process store DIRECTORY MEBIBYTES       Stores a snapshot of about this size.
//   backend-process replay DIRECTORY RECORDS        Reads a number of records at the level of the log.
//   backend-process open DIRECTORY                  Opens the back end.
//   backend-process print CHARACTER LINES           Four threads print long lines.
//   backend-process names DIRECTORY SMALL LARGE     Writes many small namespaces, and some of 1 MB.
//   backend-process load DIRECTORY SMALL ACTIVE LARGE
//                                                   Loads some of the small ones, each with a session, and all large ones.
//   backend-process append URL SERVERS NAMESPACES WRITERS SECONDS HINTS
//                                                   Writers append to a database (trait Postgres) over several servers.
//   backend-process submit URL SERVERS WRITES       100 clients of each server write through rules, one write at a time.
//   backend-process fan-out URL SERVERS SUBSCRIBERS WRITES
//                                                   Each write is delivered to clients of all servers, then the next one begins.
//
// All but the first four and `print` print the elapsed time, the time of the processor, and the resident memory at the end and at its peak.
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

@Sendable func milliseconds() -> LogTime { LogTime(Int64(Date().timeIntervalSince1970 * 1000)) }

/// Returns the time of the processor that this process has used, in seconds.
func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

/// Waits for a time.
func wait(seconds: Double) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { continuation.resume() }
    }
}

/// A client that writes 1, 2, … below its own node, with a few writes on their way at once.
final class Writer: Sendable {
    private let name: String
    private let root: Webcom
    private let padding: String
    private let queue: DispatchQueue
    private let next = Guarded(UInt64(0))

    init(_ application: WebcomApplication, round: String, index: Int, padding: Int) {
        name = "\(index)"
        root = Webcom(application).child("r\(round)/c\(index)")
        self.padding = String(repeating: "x", count: padding)
        queue = DispatchQueue(label: "writer \(index)")
    }

    /// Registers an on-disconnect write, and begins to write.
    func begin(inFlight: Int) {
        let name = name
        root.child("gone").onDisconnect().set(true, queue: queue) { error in
            report(error.map { "error \(name) \($0)" } ?? "registered \(name)")
            self.beginWriting(inFlight: inFlight)
        }
    }

    /// Begins to write.
    func beginWriting(inFlight: Int) {
        queue.async {
            for _ in 0..<inFlight { self.write() }
        }
    }

    /// Sends the next write; only on the queue, so that the writes are sent in the order of their numbers.
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

/// The standard input and output as the one connection of a process, a frame on each line.
struct LineTransport: Transport {
    private struct Connection: TransportConnection {
        func send(_ frame: String) { report("frame \(frame)") }

        func close() {}
    }

    func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        Thread.detachNewThread {
            while let line = readLine() { receive(.frame(line)) }
            receive(.closed(reason: "The input has ended."))
        }
        return Connection()
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

/// Rules with a condition on the writer and a validation of the value.
let typicalRules = """
    {"rules": {"$client": {".write": "auth == null || auth.uid == $client", "$key": {".validate": "newData.isNumber()"}}}}
    """

func fill(_ directory: String, _ count: Int) async throws {
    let log = try openJournal(directory)
    let backend = Backend(namespace: try LogNamespace("default"), run: ServerRun(1)) {
        Double(milliseconds().sinceEpoch)
    } executor: {
        SystemExecutor.run($0)
    }
    try await backend.start(log)
    try backend.setRules(try JSONParser.parse(typicalRules))
    await measure("submit:") {
        let start = ContinuousClock.now
        Filler(backend, count: count).run()
        let elapsed = ContinuousClock.now - start
        return "\(count) writes, \(Int(Double(count) / (elapsed / .seconds(1)))) per second"
    }
    await log.close()
}

/// Appends an entry for each that a log delivers, until a time has passed.
final class Committer: Sendable {
    private struct State: Sendable {
        var commits = 0
        var isOver = false
        var subscription: (any LogSubscription)?
    }

    private let log: JournalLog
    private let namespace: LogNamespace
    private let state = Guarded(State())
    private let body = [UInt8](repeating: 0x78, count: 100)

    init(_ log: JournalLog) throws {
        self.log = log
        namespace = try LogNamespace("default")
    }

    /// Commits for a number of seconds; returns the number of commits.
    func run(writers: Int, seconds: Int) async -> Int {
        let subscription = log.follow(namespace, after: nil) { event in
            guard case .records(let records) = event else { return }
            let isOver = self.state.withLock { state in
                if !state.isOver { state.commits += records.count }
                return state.isOver
            }
            if !isOver { for _ in records { self.append() } }
        }
        state.withLock { $0.subscription = subscription }
        for _ in 0..<writers { append() }
        await wait(seconds: Double(seconds))
        return state.withLock { state in
            state.isOver = true
            return state.commits
        }
    }

    private func append() {
        log.append([LogEntry(run: 1, session: 1, body: body)], to: namespace) { report("lost: \($0)") }
    }
}

func commit(_ directory: String, _ writers: Int, _ seconds: Int) async throws {
    let log = try openJournal(directory)
    let before = processorTime()
    let commits = try await Committer(log).run(writers: writers, seconds: seconds)
    report(
        "\(writers) writers: \(commits / seconds) commits per second, processor \(processorTime() - before) s of \(seconds) s"
    )
    await log.close()
}

func store(_ directory: String, _ mebibytes: Int) async throws {
    let log = try openJournal(directory)
    let namespace = try LogNamespace("default")
    // Strings of about a kibibyte, in lists of 1,000.
    let text = String(repeating: "abcdefghijklmnop", count: 64)
    let lists = (0..<mebibytes).map { list in
        let children = (0..<1_000).map { (Key(unchecked: "k\($0)"), Node.string("\(list) \($0) \(text)")) }
        return (Key(unchecked: "l\(list)"), Node(Children(children)))
    }
    let backend = Backend(namespace: namespace, run: ServerRun(1)) { Double(milliseconds().sinceEpoch) }
    backend.begin(log, from: DatabaseState(data: Node(Children(lists))), at: nil)
    let position = await withCheckedContinuation { continuation in
        let isFirst = Guarded(true)
        _ = log.follow(namespace, after: nil) { event in
            guard case .records(let records) = event, let first = records.first, isFirst.exchange(false) else { return }
            continuation.resume(returning: first.position)
        }
    }
    try await log.store(
        LogSnapshot(position: position, time: milliseconds(), body: backend.database.snapshotBody), of: namespace)
    await log.close()
}

func replay(_ directory: String, _ count: Int) async throws {
    try await measure("replay of the log:") {
        let log = try openJournal(directory)
        let read = Guarded((records: 0, bytes: 0))
        let namespace = try LogNamespace("default")
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
        let writers = (0..<32).map { index in
            let configuration = WebcomConfiguration(identifier: "writer \(index)", platform: .embedded(in: backend))
            return Writer(
                WebcomApplication(configuration: configuration), round: "\(numbers[0])", index: index,
                padding: numbers[1])
        }
        for (index, writer) in writers.enumerated() { writer.begin(inFlight: 1 + index % 3) }
        // Until the process is killed.
        for await _ in AsyncStream(Never.self, { _ in }) {}
        withExtendedLifetime((backend, writers)) {}
    case ("client", let numbers) where numbers.count == 1:
        var configuration = WebcomConfiguration(identifier: "client", platform: .transport(LineTransport()))
        configuration.cacheMode = .automatic(at: URL(filePath: directory))
        let writer = Writer(
            WebcomApplication(configuration: configuration), round: "\(numbers[0])", index: 0, padding: 100)
        writer.beginWriting(inFlight: 8)
        for await _ in AsyncStream(Never.self, { _ in }) {}
        withExtendedLifetime(writer) {}
    case ("turns", let numbers) where numbers.count == 1:
        let turns = TurnTaker(directory, round: numbers[0])
        try await turns.run()
    case ("finish", let numbers) where numbers.count == 1:
        let turns = TurnTaker(directory, round: numbers[0])
        try await turns.finish()
    case ("fill", let numbers) where numbers.count == 1: try await fill(directory, numbers[0])
    case ("commit", let numbers) where numbers.count == 2: try await commit(directory, numbers[0], numbers[1])
    case ("store", let numbers) where numbers.count == 1: try await store(directory, numbers[0])
    case ("replay", let numbers) where numbers.count == 1: try await replay(directory, numbers[0])
    case ("names", let numbers) where numbers.count == 2:
        let log = try openJournal(directory)
        try ManyNamespaces(log).fill(small: numbers[0], large: numbers[1])
        await log.close()
    case ("load", let numbers) where numbers.count == 3:
        try await measure("loading:") {
            let log = try openJournal(directory)
            report("open: resident \(ResidentMemory.bytes >> 20) MiB, peak \(ResidentMemory.peak >> 20) MiB")
            try await ManyNamespaces(log).load(small: numbers[0], active: numbers[1], large: numbers[2])
            await log.close()
            return "\(log.contents.segments.count) segments"
        }
    case ("print", let numbers) where numbers.count == 1:
        let line = String(repeating: words[1], count: 20_000)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in for _ in 0..<numbers[0] { report(line) } }
    case ("open", []):
        try await measure("opening:") {
            let backend = try await EmbeddedBackend(directory: URL(filePath: directory))
            let position = backend.backend.position?.number ?? 0
            return "\(position) records, \(backend.backend.data.size >> 20) MiB of data"
        }
    #if Postgres
        case ("append", let numbers) where numbers.count == 5:
            let figures = DatabaseFigures(url: directory, servers: numbers[0], hints: numbers[4] == 1)
            report(try await figures.append(writers: numbers[2], namespaces: numbers[1], seconds: numbers[3]))
        case ("submit", let numbers) where numbers.count == 2:
            let figures = DatabaseFigures(url: directory, servers: numbers[0], hints: true)
            report(try await figures.submit(writes: numbers[1]))
        case ("fan-out", let numbers) where numbers.count == 3:
            let figures = DatabaseFigures(url: directory, servers: numbers[0], hints: true)
            report(try await figures.fanOut(subscribers: numbers[1], writes: numbers[2]))
    #endif
    default: throw CocoaError(.featureUnsupported)
    }
} catch {
    report("error \(error)")
    exit(1)
}
