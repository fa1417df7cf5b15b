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
                    try sample(children: count, changes: changes, startArrays)
                },
                Row(
                    "child-lists", bed: BedName.sequence.rawValue, mode: Mode.push.rawValue, .microseconds,
                    point: count, summary: "the same, with lists that share what did not change"
                ) {
                    try sample(children: count, changes: changes, startLists)
                },
                Row(
                    "live-items", bed: BedName.sequence.rawValue, mode: Mode.push.rawValue, .microseconds,
                    point: count, summary: "the same, in a live collection that has loaded all of them"
                ) {
                    try sample(children: count, changes: changes, tag: 1) { startCollection($0, count, $1) }
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

    /// A list that arrives, and the entries in it.
    private struct Arrived: Sendable {
        let count: Int
        let entries: @Sendable () -> [Entry]

        init<Rows: Collection & Sendable>(_ rows: Rows, _ entry: @escaping @Sendable (Rows.Element) -> Entry) {
            count = rows.count
            entries = { rows.map(entry) }
        }
    }

    private typealias Arrival = @Sendable (Arrived) -> Void

    /// Subscribes, and passes on each array.
    private static func startArrays(_ node: DatasyncNode, _ arrived: @escaping Arrival) -> Task<Void, Never> {
        let iterator = node.children(as: Entry.self).makeAsyncIterator()
        return Task.detached {
            var iterator = iterator
            while let rows = try? await iterator.next() { arrived(Arrived(rows, \.value)) }
        }
    }

    /// Observes a live collection, and passes on each list of its items.
    private static func startCollection(
        _ node: DatasyncNode, _ count: Int, _ arrived: @escaping Arrival
    ) -> Task<Void, Never> {
        // The main thread waits for the lists.
        let queue = DispatchQueue(label: "live")
        let iterator = node.liveCollection(of: Entry.self, pageSize: count, queue: queue).updates.makeAsyncIterator()
        return Task.detached {
            var iterator = iterator
            while let page = await iterator.next() { arrived(Arrived(page.items, \.model)) }
        }
    }

    /// Subscribes, and passes on each list.
    private static func startLists(_ node: DatasyncNode, _ arrived: @escaping Arrival) -> Task<Void, Never> {
        let iterator = node.children(as: Entry.self).lists.makeAsyncIterator()
        return Task.detached {
            var iterator = iterator
            while let rows = try? await iterator.next() { arrived(Arrived(rows, \.value)) }
        }
    }

    /// Measures the changes; `tag` is that of the listen, if it is for a window.
    private static func sample(
        children: Int, changes: Int, tag: Int? = nil, _ start: (DatasyncNode, @escaping Arrival) -> Task<Void, Never>
    ) throws -> Sample {
        let gauge = MemoryGauge()
        let list = try Path("list")
        let pushed = try PushedClient()
        let arrived = DispatchSemaphore(value: 0)
        // Held until the next one has arrived, as by an interface that compares them.
        let present = Guarded<Arrived?>(nil)
        let task = start(pushed.manager["list"]) { rows in
            // The node is null at first.
            if rows.count == 0 { return }
            present.withLock { $0 = rows }
            arrived.signal()
        }
        let keys = (0..<children).map { Key(unchecked: ScriptValue.key($0)) }
        let all = Node(Children(keys.enumerated().map { ($1, entry($0, 1)) }))
        pushed.receive(.message(.push(.set(path: list, node: all, tag: tag))))
        arrived.wait()
        let stopwatch = Stopwatch()
        for index in 0..<changes {
            let key = keys[index * 7_919 % children]
            pushed.receive(.message(.push(.set(path: list.child(key), node: entry(index, index + 2), tag: tag))))
            arrived.wait()
        }
        let sample = Sample(stopwatch, gauge, scale: 1000 / Double(changes))
        task.cancel()
        pushed.client.engine.release()
        let rows = present.withLock(\.self)
        let last = rows?.entries().reduce(0) { max($0, $1.age) }
        guard let rows, rows.count == children, let last, last == changes + 1 else {
            throw BenchError(
                "The last list has \(rows?.count ?? 0) rows and the age \(last ?? 0); \(children) and \(changes + 1) are right."
            )
        }
        return sample
    }
}
