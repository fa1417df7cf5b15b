// A process that the tests kill: 32 writers append to one journal, and each delivered record is printed.
import DatasyncConcurrency
import DatasyncLog
import DatasyncStorage
import Dispatch
import Foundation

/// Prints a short line with one call of the system, so that a killed process never prints a part of one.
@Sendable func report(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

let directory = CommandLine.arguments.dropFirst().first ?? ""
let writers = 32
let log: JournalLog
do {
    var options = JournalLog.Options()
    options.segmentSize = 256 << 10
    log = try JournalLog(
        directory: directory, options: options, clock: { LogTime(Int64(Date().timeIntervalSince1970 * 1000)) },
        diagnostic: { report("diagnostic \($0)") })
} catch {
    report("error \(error)")
    exit(1)
}
report("open \(getpid())")

let namespaces = try (0..<4).map { try LogNamespace("namespace \($0)") }
let turns = (0..<writers).map { _ in DispatchSemaphore(value: 0) }
let run = UInt64(getpid())
for (index, namespace) in namespaces.enumerated() {
    _ = log.follow(namespace, after: nil) { event in
        guard case .records(let records) = event else { return }
        for record in records where record.entry.run == run {
            report("\(index) \(record.position.number) \(record.entry.session) \(record.entry.number)")
            turns[Int(record.entry.session)].signal()
        }
    }
}
for writer in 0..<writers {
    Thread.detachNewThread {
        for number in UInt64(1)... {
            let body = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: writer * 7)
            log.append(
                [LogEntry(run: run, session: UInt64(writer), number: number, body: body)], to: namespaces[writer % 4]
            ) { report("lost \($0)") }
            turns[writer].wait()
        }
    }
}
dispatchMain()
