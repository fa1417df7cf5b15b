import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import DatasyncTree
import DatasyncWire
import Foundation
import TestSupport

/// Many namespaces in a journal: some with sessions, and some of 1 MB, whose records are scattered over all segments.
struct ManyNamespaces {
    private let log: JournalLog
    private let run = ServerRun(.random(in: 1 ... .max))

    init(_ log: JournalLog) { self.log = log }

    private static func small(_ index: Int) throws -> LogNamespace { try LogNamespace("small \(index)") }
    private static func large(_ index: Int) throws -> LogNamespace { try LogNamespace("large \(index)") }
    private static let list = "names"

    // MARK: Filling

    /// A server's state of one namespace, whose entries go to the journal; it applies none.
    private struct Source {
        let namespace: LogNamespace
        private var state: BackendState

        init(_ namespace: LogNamespace, _ run: ServerRun) {
            self.namespace = namespace
            state = BackendState(following: DatabaseState(), at: nil, as: run.takePlace())
            state.start()
        }

        mutating func write(_ value: Node, at path: Path, to log: JournalLog) throws {
            _ = try state.write(WriteValue(value), at: path, now: 0)
            log.append(state.takeEntries(), to: namespace) { report("lost: \($0)") }
        }
    }

    /// Writes namespaces with one record of 500 bytes, a list of their names, and some with 1,000 records of 1,000 bytes.
    func fill(small: Int, large: Int) throws {
        var list = Source(try LogNamespace(Self.list), run)
        var sources = try (0..<large).map { Source(try Self.large($0), run) }
        var parts = 0
        for index in 0..<small {
            var source = Source(try Self.small(index), run)
            try source.write(.string(String(repeating: "x", count: 500)), at: try Path("a"), to: log)
            let name = source.namespace.name
            try list.write(.string(name), at: try Path("names/\(index % 64)/\(name)"), to: log)
            // In turns, so that the records of one namespace are far from each other.
            while parts * small < index * 1_000 {
                for other in sources.indices {
                    let text = String(repeating: "y", count: 1_000)
                    try sources[other].write(.string(text), at: try Path("p/\(parts)"), to: log)
                }
                parts += 1
            }
        }
    }

    // MARK: Loading

    private func makeBackend(_ namespace: LogNamespace) -> Backend {
        Backend(namespace: namespace, run: run) {
            Double(milliseconds().sinceEpoch)
        } executor: {
            SystemExecutor.run($0)
        }
    }

    /// Loads the list and some of the small namespaces, each with a session, then the large ones one after the other.
    func load(small: Int, active: Int, large: Int) async throws {
        var loaded: [(backend: Backend, port: BackendPort, connection: any LinkConnection)] = []
        let list = makeBackend(try LogNamespace(Self.list))
        try await list.start(log)
        for index in 0..<active {
            let backend = makeBackend(try Self.small(index * (small / active)))
            try await backend.start(log)
            let port = backend.makePort()
            loaded.append((backend, port, port.open { _ in }))
        }
        report(
            "\(small) namespaces, \(loaded.count) active: resident \(ResidentMemory.bytes >> 20) MiB, "
                + "peak \(ResidentMemory.peak >> 20) MiB")
        var times: [Double] = []
        for index in 0..<large {
            let start = ContinuousClock.now
            let backend = makeBackend(try Self.large(index))
            try await backend.start(log)
            times.append((ContinuousClock.now - start) / .milliseconds(1))
            if backend.data.size < 900_000 { report("only \(backend.data.size) bytes") }
        }
        times.sort()
        if let most = times.last {
            report(
                "load of 1 MB in 1,000 records: median \(times[times.count / 2]) ms, "
                    + "99 % \(times[times.count * 99 / 100]) ms, most \(most) ms, \(times.count) namespaces")
        }
        withExtendedLifetime((list, loaded)) {}
    }
}
