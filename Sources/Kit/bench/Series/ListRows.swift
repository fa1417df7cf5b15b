import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
import DatasyncWire
import Dispatch

/// The rows for lists of decoded children: one of n children changes, and the consumer holds the earlier list.
enum ListRows {
    private struct Entry: Decodable, Sendable {
        let name: String
        let email: String
        let age: Int
    }

    static func rows(_ changes: Int) -> [Row] {
        [100, 1_000, 10_000].flatMap { count in
            [
                Row(
                    "children-as", bed: BedName.sequence.rawValue, mode: Mode.push.rawValue, .microseconds,
                    point: count,
                    summary: "a change of one of many children, until the array of decoded rows has arrived"
                ) {
                    try sample(children: count, changes: changes) { $0.children(as: Entry.self) }
                },
                Row(
                    "child-lists", bed: BedName.sequence.rawValue, mode: Mode.push.rawValue, .microseconds,
                    point: count, summary: "the same, with lists that share what did not change"
                ) {
                    try sample(children: count, changes: changes) { $0.children(as: Entry.self).lists }
                },
            ]
        }
    }

    private static func entry(_ index: Int, _ age: Int) -> Node {
        Node(
            Children([
                (Key(unchecked: "name"), .string("Ada Lovelace the \(index)th")),
                (Key(unchecked: "email"), .string("ada.\(index)@example.org")),
                (Key(unchecked: "age"), .number(Double(age))),
            ]))
    }

    private static func sample<Lists: AsyncSequence>(
        children: Int, changes: Int, _ lists: (DatasyncNode) -> Lists
    ) throws -> Sample
    where Lists.Element: Collection<DatasyncRow<Entry>> & Sendable {
        let gauge = MemoryGauge()
        let list = try Path("list")
        let pushed = try PushedClient()
        let iterator = lists(pushed.manager["list"]).makeAsyncIterator()
        let keys = (0..<children).map { Key(unchecked: ScriptValue.key($0)) }
        let all = Node(Children(keys.enumerated().map { ($1, entry($0, 1)) }))
        pushed.receive(.message(.push(.set(path: list, node: all, tag: nil))))
        let arrived = DispatchSemaphore(value: 0)
        let present = Guarded<Lists.Element?>(nil)
        let task = Task.detached {
            var iterator = iterator
            while let rows = try? await iterator.next() {
                // The node is null at first.
                if rows.isEmpty { continue }
                present.withLock { $0 = rows }
                arrived.signal()
            }
        }
        arrived.wait()
        let stopwatch = Stopwatch()
        for index in 0..<changes {
            let key = keys[index * 7_919 % children]
            pushed.receive(.message(.push(.set(path: list.child(key), node: entry(index, index + 2), tag: nil))))
            arrived.wait()
        }
        let sample = Sample(stopwatch, gauge, scale: 1000 / Double(changes))
        task.cancel()
        pushed.client.engine.release()
        let rows = present.withLock(\.self)
        let last = rows?.reduce(0) { max($0, $1.value.age) }
        guard let rows, rows.count == children, let last, last == changes + 1 else {
            throw BenchError(
                "The last list has \(rows?.count ?? 0) rows and the age \(last ?? 0); \(children) and \(changes + 1) are right."
            )
        }
        return sample
    }
}
