import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
import DatasyncWire
import Foundation

/// The row for fairness: the longest call among eight writers of a node with many listeners.
enum FairnessRow {
    private static let writerCount = 8

    /// Returns the row, whose value is the wall time of the longest call.
    static func row(listeners: Int, writesOfEach: Int) -> Row {
        Row(
            "longest-call", bed: BedName.engine.rawValue, mode: Mode.acked.rawValue,
            summary: "the wall time of the longest call of \(writerCount) threads that write a node with many listeners"
        ) {
            try sample(listeners: listeners, writesOfEach: writesOfEach)
        }
    }

    private static func sample(listeners: Int, writesOfEach: Int) throws -> Sample {
        let gauge = MemoryGauge()
        let path = try Path("node")
        let link = ScriptedLink(data: .null, acknowledges: true)
        let engine = Engine(link: link, clock: { 0 }, random: { 1 }, executor: SystemExecutor.run)
        engine.enableConnection(true)
        _ = try link.greet()
        let counter = EventCounter()
        let query = Query(path: path, window: .all)
        counter.expect(listeners)
        for _ in 0..<listeners {
            _ = engine.listen(
                to: query, interest: .valueChange,
                sink: Engine.Sink { _ in
                    counter.add()
                } ended: { _ in
                })
        }
        counter.wait(seconds: 60)
        let expected = listeners * (1 + writerCount * writesOfEach)
        counter.expect(expected)
        let longest = Guarded(0.0)
        let writers = DispatchGroup()
        let sample = Sample.time(gauge) {
            for writer in 0..<writerCount {
                writers.enter()
                Thread.detachNewThread {
                    var slowest = 0.0
                    for index in 0..<writesOfEach {
                        let value = WriteValue(.number(Double(writer * writesOfEach + index + 1)))
                        let stopwatch = Stopwatch()
                        try? engine.set(value, at: path) { _ in }
                        slowest = max(slowest, stopwatch.elapsed.wall)
                    }
                    longest.withLock { [slowest] in $0 = max($0, slowest) }
                    writers.leave()
                }
            }
            writers.wait()
            counter.wait(seconds: 60)
        }
        engine.release()
        guard counter.count == expected else {
            throw BenchError("The writers' listeners received \(counter.count) events, but \(expected) are right.")
        }
        return sample.with(value: longest.withLock(\.self) * 1000)
    }
}
