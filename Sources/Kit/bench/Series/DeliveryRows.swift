import DatasyncAsync
import DatasyncClient
import DatasyncEngine
import DatasyncTree
import DatasyncWire
import Dispatch

/// The rows for delivery: a coalescing consumer, and the cost of an empty block.
enum DeliveryRows {
    static func rows(_ size: Size) -> [Row] {
        [
            Row(
                "coalescing", bed: BedName.sequence.rawValue, mode: Mode.push.rawValue, .microseconds,
                summary: "a change of a child whose consumer is slower and merges the events"
            ) {
                try coalescing(children: size.siblings, changes: size.operations)
            },
            Row("queue-async", bed: "dispatch", .microseconds, summary: "an empty block on a busy serial queue") {
                let queue = DispatchQueue(label: "bench")
                return Sample.time(MemoryGauge(), scale: 1000 / Double(size.bulk)) {
                    for _ in 0..<size.bulk { queue.async {} }
                    queue.sync {}
                }
            },
            Row("queue-wake", bed: "dispatch", .microseconds, summary: "a block on an idle serial queue, awaited") {
                let queue = DispatchQueue(label: "bench")
                let ran = DispatchSemaphore(value: 0)
                return Sample.time(MemoryGauge(), scale: 1000 / Double(size.operations)) {
                    for _ in 0..<size.operations {
                        queue.async { ran.signal() }
                        ran.wait()
                    }
                }
            },
        ]
    }

    /// Pushes a list and changes of its children, then takes one event per child.
    private static func coalescing(children: Int, changes: Int) throws -> Sample {
        let gauge = MemoryGauge()
        let list = try Path("list")
        let pushed = try PushedClient()
        let events = pushed.manager["list"].events(Script.Listener.Kind.child.eventType, delivery: .coalescing)
        let iterator = events.makeAsyncIterator()
        let pushes: [LinkEvent] =
            [.message(.push(.set(path: list, node: ScriptValue.list(children).node, tag: nil)))]
            + (0..<changes).map { index in
                let key = Key(unchecked: ScriptValue.key(index % children))
                let node = ScriptValue.record(-1 - Double(index)).node
                return .message(.push(.set(path: list.child(key), node: node, tag: nil)))
            }
        let counter = EventCounter()
        counter.expect(children)
        let ended = DispatchSemaphore(value: 0)
        let stopwatch = Stopwatch()
        for push in pushes { pushed.receive(push) }
        let task = Task.detached {
            var iterator = iterator
            while let event = try? await iterator.next(), !event.key.isEmpty { counter.add() }
            ended.signal()
        }
        counter.wait(seconds: 60)
        task.cancel()
        ended.wait()
        let sample = Sample(stopwatch, gauge, scale: 1000 / Double(changes))
        pushed.client.engine.release()
        guard counter.count == children else {
            throw BenchError(
                "A coalescing consumer of \(children) children received \(counter.count) events, but one for each child is right."
            )
        }
        return sample
    }
}
